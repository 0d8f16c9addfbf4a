// The sweep: what has ended goes away. One process at a time, by lease; safe beside slow publishes.
import { DAY } from '../domain/artifact.ts'
import type { Context } from '../operations/kernel/context.ts'
import { orphans } from '../operations/kernel/orphans.ts'
import { uuid } from '../operations/kernel/uuid.ts'
import type { Expired, Removed, Rows } from '../storage/records.ts'

const leaseMs = 5 * 60_000
const batch = 200

const HOUR = 3_600_000

/** Blobs younger than this may belong to a publish that has not committed yet. */
const orphanAge = DAY

/** Pages hidden for longer than this need no review any more. */
const reviewAge = 180 * DAY

/** Deliveries to webhooks are kept this long. */
const deliveryAge = 30 * DAY

/**
 * Moves what expired to the trash, purges what was there for 30 days, removes previews and orphans. `orphansRemoved` hears
 * how many files went that nothing named, whole ones and those half written.
 */
export async function sweep(
  context: Context,
  holder: string,
  orphansRemoved: (count: number) => void,
): Promise<void> {
  const now = context.clock()
  if (!(await context.records.transaction(rows => rows.limits.lease('sweep', holder, now + leaseMs, now))))
    return
  await context.records.transaction(rows => forget(rows, now))
  await trashExpired(context)
  const over = { trashedBefore: now - 30 * DAY, previewsExpiredBefore: now, hiddenBefore: now - reviewAge }
  await repeat(context, rows => rows.artifacts.purge({ ...over, limit: batch }))
  await purgeOrganizations(context, now)
  await inBatches(context, rows => rows.journal.removeAudits(now, batch))
  await inBatches(context, rows => rows.webhooks.removeDeliveries(now - deliveryAge, batch))
  await repeat(context, rows => rows.uploads.removeEnded(now - DAY, batch))
  orphansRemoved(await removeOrphans(context, now))
  orphansRemoved(await context.blobs.sweepTemporary(DAY))
}

/** Purges organizations that were deleted and not brought back in their waiting time. */
async function purgeOrganizations(context: Context, now: number): Promise<void> {
  for (;;) {
    const { blobs, done } = await context.records.transaction(rows =>
      rows.people.purgeOrganizations(now, batch),
    )
    for (const blob of blobs) await context.blobs.delete(blob)
    if (done) return
  }
}

/** Moves what expired to the trash; several processes may do it at once. */
export async function trashExpired({ records, clock }: Context): Promise<void> {
  const now = clock()
  while ((await records.transaction(rows => trashSome(rows, now))) === batch);
}

/** Puts expired artifacts into the trash, with their events. Answers how many there were. */
async function trashSome(rows: Rows, now: number): Promise<number> {
  const expired = await rows.artifacts.trashExpired(now, batch)
  for (const artifact of expired) await recordExpired(rows, artifact, now)
  return expired.length
}

async function recordExpired(
  rows: Rows,
  { id: artifactId, shortId: subject, organizationId, expiresAt }: Expired,
  now: number,
): Promise<void> {
  const stamp = () => ({ id: uuid(now), organizationId, createdAt: now })
  const actor = { personId: null, name: 'Recto', actorType: 'system' as const, actorName: null }
  const data = { expired: true }
  await rows.journal.event({ ...stamp(), type: 'artifact.deleted', artifactId, actor, data })
  await rows.journal.audit({
    ...stamp(),
    ...{ action: 'expire', subject, personId: null, credential: 'sweep' },
    ...{
      actorType: actor.actorType,
      actorName: null,
      authorName: actor.name,
      surface: 'sweep',
      client: null,
    },
    data: { expiredAt: new Date(expiresAt).toISOString() },
  })
}

async function forget(rows: Rows, now: number): Promise<void> {
  await rows.credentials.removeEnded(now)
  await rows.ciRules.removeEnded(now)
  await rows.oauth.removeEnded(now)
  await rows.lastFiles.removeEnded()
  await rows.identities.removeEnded(now)
  await rows.factors.removeEnded(now)
  await rows.editing.removeEnded(now)
  await rows.journal.removeAnswers(now - DAY)
  await rows.limits.removeEnded(now)
  await rows.turns.removeEnded(now)
  await rows.nodes.removeEnded(now - HOUR)
}

/** Removes in small transactions, so that nobody waits behind a large one. */
async function inBatches({ records }: Context, remove: (rows: Rows) => Promise<number>): Promise<void> {
  while ((await records.transaction(remove)) === batch);
}

/** Rows go first, then the blobs they named: a crash between leaves orphans, never a row without its file. */
async function repeat(context: Context, remove: (rows: Rows) => Promise<Removed>): Promise<void> {
  for (;;) {
    const { count, blobs } = await context.records.transaction(remove)
    for (const blob of blobs) await context.blobs.delete(blob)
    if (count === 0) return
  }
}

/** Removes the files that nothing names, and answers how many there were. */
async function removeOrphans(context: Context, now: number): Promise<number> {
  let removed = 0
  for await (const names of orphans(context, ({ modifiedAt }) => modifiedAt < now - orphanAge)) {
    for (const blob of names) await context.blobs.delete(blob)
    removed += names.length
  }
  return removed
}
