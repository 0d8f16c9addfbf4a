// Starts the whole service as `recto serve` does, in this process, on a store of its own and with a clock that can be turned.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { answerAccessRequests } from '../../src/jobs/access-requests.ts'
import { sendNotices } from '../../src/jobs/notices.ts'
import { deliverMail, folderMailer } from '../../src/jobs/outbox.ts'
import { sweep } from '../../src/jobs/sweep.ts'
import { type Outside, start } from '../../src/main.ts'
import type { Context } from '../../src/operations/kernel/context.ts'
import { readSettings } from '../../src/settings.ts'
import { freePort } from './free-port.ts'
import { type Outbox, openOutbox } from './outbox.ts'
import { type Organization, openOrganization } from './people.ts'
import { postgres, rows, statement } from './postgres.ts'
import { isSkip, type Skip } from './skip.ts'

export type Store = 'sqlite' | 'postgres'

export interface Options {
  store?: Store
  /** Settings beyond those of a test: rate limits are off, nothing is logged. */
  env?: Record<string, string>
  /** How sign-in providers are reached. */
  reach?: Outside['reach']
}

export interface Running {
  /** `{base_url}`. */
  url: string
  context: Context
  /** The one-time link that makes the first owner. */
  setupUrl: string | null
  /** Folder of the embedded store. */
  folder: string
  /** A new organization with an owner; plan enterprise where none is named. */
  organization: Organization['make']
  /** Turns the clock forward, in milliseconds. */
  advance(ms: number): void
  /** Removes what ended, as the service does every ten minutes. */
  sweep(): Promise<void>
  /** Ends a membership. */
  leave(personId: string, organizationId: string): Promise<void>
  /** How many rows the tables hold, each by its name. */
  rowsIn<Table extends string>(tables: readonly Table[]): Promise<Record<Table, number>>
  /** Moves an API key to another organization of its owner. */
  moveKey(keyId: string, organizationId: string): Promise<void>
  mail: Outbox
  stop(): Promise<void>
}

const MINUTE = 60_000

const silent = { warn: () => undefined, error: () => undefined }

/** The service on a fresh store; a skip where the machine has no such store. */
export async function startService({
  store = 'sqlite',
  env = {},
  reach,
}: Options = {}): Promise<Running | Skip> {
  const database = await databaseOf(store)
  if (isSkip(database)) return database
  const folder = await mkdtemp(join(tmpdir(), 'recto-service-'))
  const port = await freePort()
  let turned = 0
  const service = await start(settingsOf({ ...quiet(folder, port), ...database.env, ...env }), {
    env: process.env,
    clock: () => Date.now() + turned,
    ...(reach && { reach }),
  })
  const { context } = service
  const outbox = join(folder, 'outbox')
  return {
    url: context.url,
    context,
    setupUrl: service.setupUrl,
    folder,
    organization: openOrganization(context).make,
    advance: ms => {
      turned += ms
    },
    async sweep() {
      turned += 6 * MINUTE
      await sweep(context, 'test', () => undefined)
    },
    leave: (personId, organizationId) => database.run(folder, leaving(personId, organizationId)),
    async rowsIn<Table extends string>(tables: readonly Table[]) {
      const counted = tables.map(async table => [table, await database.count(folder, table)] as const)
      return Object.fromEntries(await Promise.all(counted)) as Record<Table, number>
    },
    moveKey: (keyId, organizationId) => database.run(folder, moving(keyId, organizationId)),
    mail: openOutbox(outbox, async () => {
      await answerAccessRequests(context)
      await sendNotices(context)
      const sender = { from: 'Recto <recto@localhost>', url: context.url }
      await deliverMail(context, folderMailer(outbox, sender), silent)
    }),
    async stop() {
      await service.close()
      await database.drop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

const quiet = (folder: string, port: number): Record<string, string> => ({
  RECTO_URL: `http://localhost:${port}`,
  PORT: String(port),
  RECTO_DATA: folder,
  RECTO_RATE_LIMITS: 'off',
  LOG_LEVEL: 'silent',
  // Nobody on the internet is asked.
  RECTO_CIMD: 'off',
})

const leaving = (person: string, organization: string): string =>
  `delete from membership where person_id = '${person}' and organization_id = '${organization}'`

const moving = (key: string, organization: string): string =>
  `update api_key set organization_id = '${organization}' where id = '${key}'`

interface Ground {
  env: Record<string, string>
  run(folder: string, sql: string): Promise<void>
  /** Rows of the table. */
  count(folder: string, table: string): Promise<number>
  drop(): Promise<void>
}

async function onSqlite(folder: string, sql: string): Promise<void> {
  const database = new DatabaseSync(join(folder, 'recto.db'))
  database.exec(sql)
  database.close()
}

const counting = (table: string) => `select count(*) as count from ${table}`

async function countOnSqlite(folder: string, table: string): Promise<number> {
  const database = new DatabaseSync(join(folder, 'recto.db'))
  const { count } = database.prepare(counting(table)).get() as { count: number }
  database.close()
  return count
}

async function databaseOf(store: Store): Promise<Ground | Skip> {
  if (store === 'sqlite') return { env: {}, run: onSqlite, count: countOnSqlite, drop: async () => undefined }
  const server = await postgres()
  if (isSkip(server)) return server
  const { url, drop } = await server.createReady()
  const env = { DATABASE_URL: url, RECTO_SECRET: 'a secret of the tests, long enough' }
  const count = async (_: string, table: string) => Number((await rows(url, counting(table)))[0]!.count)
  return { env, run: (_, sql) => statement(url, sql), count, drop }
}

function settingsOf(env: Record<string, string>) {
  const read = readSettings(env)
  if ('mistakes' in read) throw new Error(read.mistakes.join('\n'))
  return read.settings
}
