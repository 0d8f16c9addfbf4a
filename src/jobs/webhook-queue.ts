// Turns events into deliveries: each webhook follows the feed from where it was, whichever process looks.
import type { Context } from '../operations/kernel/context.ts'
import { uuid } from '../operations/kernel/uuid.ts'
import { heardIn } from '../operations/webhooks/compose-message.ts'
import type { FeedEvent, Reading, Rows, WebhookRow } from '../storage/records.ts'

/** Webhooks that one round looks after. */
const ROUND = 100

/** Events that one look goes through, and deliveries it makes at most. */
const WINDOW = 2000
const MOST = 200

/** Queues what happened since each webhook last looked; each in a transaction of its own. */
export async function queueEvents({ records, clock }: Pick<Context, 'records' | 'clock'>): Promise<void> {
  for (const webhook of await records.webhooks.behind(ROUND))
    await records.transaction(rows => queueNext(rows, webhook, clock()))
}

async function queueNext(rows: Rows & Reading, webhook: WebhookRow, now: number): Promise<void> {
  const { id, organizationId, heard, types } = webhook
  const upTo = Math.min(await rows.feed.head(organizationId), heard + WINDOW)
  const found = await rows.feed.read({ ...heardIn(organizationId), after: heard, upTo, limit: MOST })
  const last = found.length === MOST ? found.at(-1)!.sequence : upTo
  if (!(await rows.webhooks.hear(id, heard, last))) return
  const told = types === null ? found : found.filter(event => types.includes(event.type))
  // In the order of events, which lists go by too.
  const ids = told.map(() => uuid(now)).sort()
  for (const [index, event] of told.entries())
    await queueOne(rows, { id: ids[index]!, webhookId: id }, event, now)
}

const queueOne = (
  rows: Rows,
  names: { id: string; webhookId: string },
  event: FeedEvent,
  now: number,
): Promise<void> =>
  rows.webhooks.queue({
    ...names,
    event: { id: event.id, sequence: event.sequence },
    type: event.type,
    state: 'waiting',
    attempts: 0,
    dueAt: now,
    begunAt: now,
    createdAt: now,
    endedAt: null,
    status: null,
    error: null,
  })
