// The state of this server and its parts: figures for the metrics, and the status that its operator reads.
import type { BackgroundJobs } from './background-jobs.ts'
import type { Measures } from './metrics.ts'
import type { DatabaseClock } from './nodes/database-clock.ts'
import type { NodeRegistry } from './nodes/node-registry.ts'
import type { Context } from './operations/kernel/context.ts'
import type { ServerStatus } from './operations/kernel/server-status.ts'
import { storesReady } from './operations/kernel/stores-ready.ts'
import { packageVersion } from './program-files.ts'
import type { Settings } from './settings.ts'

/** One process of an installation: what it works with, the time it shares with the others, and its place among them. */
export interface ServerNode {
  context: Context
  clock: DatabaseClock
  registry: NodeRegistry
}

/** Rejects where the database does not answer. */
export async function measure(
  { context, clock, registry }: ServerNode,
  jobs: BackgroundJobs | undefined,
): Promise<Measures> {
  const { records } = context
  const [database, mailWaiting, webhooksWaiting] = await Promise.all([
    records.measure(),
    records.outbox.waiting(),
    records.webhooks.waiting(),
  ])
  const told = {
    lastBackupAt: jobs?.lastBackupAt() ?? null,
    orphansSwept: jobs?.orphansSwept() ?? 0,
    jobs: jobs?.measure() ?? [],
  }
  return { ...database, mailWaiting, webhooksWaiting, nodes: registry.count, clockSkew: clock.skew, ...told }
}

/** Each part for itself: one that does not answer leaves the others to be told. */
export async function readServerStatus(
  node: ServerNode,
  jobs: BackgroundJobs | undefined,
  { SMTP_URL, RECTO_BACKUP: backup }: Pick<Settings, 'SMTP_URL' | 'RECTO_BACKUP'>,
): Promise<ServerStatus> {
  const ready = storesReady(node.context)
  const [database, files, measures] = await Promise.all([
    isFulfilled(ready.database),
    isFulfilled(ready.files),
    measure(node, jobs).catch(() => null),
  ])
  const lastAt = jobs?.lastBackupAt() ?? null
  return {
    version: packageVersion(),
    schema: node.context.records.archive.schema,
    nodes: node.registry.count,
    clockSkewMs: node.clock.skew,
    database: {
      answers: database && measures !== null,
      bytes: measures?.databaseBytes ?? null,
      connections: measures?.connections ?? null,
    },
    files: { answers: files },
    mail: { waiting: measures?.mailWaiting ?? null, hasServer: SMTP_URL !== null },
    webhooks: { waiting: measures?.webhooksWaiting ?? null },
    jobs: jobs?.measure().map(({ name, isStuck, failures }) => ({ name, isStuck, failures })) ?? [],
    backup: backup && {
      lastAt: lastAt === null ? null : new Date(lastAt).toISOString(),
      everyMinutes: backup.everyMs / 60_000,
    },
  }
}

const isFulfilled = (promise: Promise<unknown>): Promise<boolean> =>
  promise.then(
    () => true,
    () => false,
  )
