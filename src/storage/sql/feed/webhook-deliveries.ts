// Messages to webhooks in the table; one is taken by moving the time it is due.
import type { Time } from '../../../domain/artifact.ts'
import type { DeliveryQuery, DeliveryRow, Tried, WebhookRow } from '../../records.ts'
import type { Executor } from '../engine/engine.ts'
import type { WebhookDeliveryTable } from '../engine/schema-webhooks.ts'
import { statement } from '../engine/statement.ts'

const findDelivery = statement<{ organizationId: string; id: string }>()((db, param) =>
  db
    .selectFrom('webhook_delivery as d')
    .innerJoin('webhook as w', 'w.id', 'd.webhook_id')
    .selectAll('d')
    .where('d.id', '=', param('id'))
    .where('w.organization_id', '=', param('organizationId')),
)

/** One probe of an index for each webhook, however many deliveries wait. */
const dueWebhooks = statement<{ now: Time }>()((db, param) =>
  db
    .selectFrom('webhook as w')
    .innerJoin('organization as o', 'o.id', 'w.organization_id')
    .select(['w.id', 'w.organization_id as organizationId'])
    .where('w.disabled', 'is', null)
    .where('o.delete_at', 'is', null)
    .where(eb =>
      eb.exists(
        eb
          .selectFrom('webhook_delivery as d')
          .select('d.id')
          .whereRef('d.webhook_id', '=', 'w.id')
          .where('d.due_at', '<=', param('now')),
      ),
    )
    .orderBy('w.id'),
)

const insert = statement<WebhookDeliveryTable>()((db, param) =>
  db.insertInto('webhook_delivery').values({
    id: param('id'),
    webhook_id: param('webhook_id'),
    event_id: param('event_id'),
    sequence: param('sequence'),
    type: param('type'),
    state: param('state'),
    attempts: param('attempts'),
    due_at: param('due_at'),
    begun_at: param('begun_at'),
    created_at: param('created_at'),
    ended_at: param('ended_at'),
    status: param('status'),
    error: param('error'),
  }),
)

type Taking = { webhookId: string; now: Time; leasedUntil: Time }

const takeOne = statement<Taking>()((db, param, locks) =>
  db
    .updateTable('webhook_delivery')
    .set(eb => ({ due_at: param('leasedUntil'), attempts: eb('attempts', '+', 1) }))
    .where(
      'id',
      'in',
      locks.freeRows(
        db
          .selectFrom('webhook_delivery')
          .select('id')
          .where('webhook_id', '=', param('webhookId'))
          .where('due_at', '<=', param('now'))
          .orderBy('due_at')
          .orderBy('sequence')
          .limit(1),
      ),
    )
    .returningAll(),
)

const outcome = statement<
  Pick<WebhookDeliveryTable, 'id' | 'attempts' | 'state' | 'due_at' | 'ended_at' | 'status' | 'error'>
>()((db, param) =>
  db
    .updateTable('webhook_delivery')
    .set({
      state: param('state'),
      due_at: param('due_at'),
      ended_at: param('ended_at'),
      status: param('status'),
      error: param('error'),
    })
    .where('id', '=', param('id'))
    .where('attempts', '=', param('attempts')),
)

const again = statement<{ id: string; now: Time }>()((db, param) =>
  db
    .updateTable('webhook_delivery')
    .set({ state: 'waiting', due_at: param('now'), begun_at: param('now'), attempts: 0, ended_at: null })
    .where('id', '=', param('id')),
)

const countWaiting = statement<object>()(db =>
  db
    .selectFrom('webhook_delivery as d')
    .innerJoin('webhook as w', 'w.id', 'd.webhook_id')
    .where('d.state', '=', 'waiting')
    .where('w.disabled', 'is', null)
    .select(eb => eb.fn.countAll<number>().as('count')),
)

const removeOld = statement<{ before: Time; limit: number }>()((db, param) =>
  db
    .deleteFrom('webhook_delivery')
    .where(
      'id',
      'in',
      db
        .selectFrom('webhook_delivery')
        .select('id')
        .where('created_at', '<', param('before'))
        .limit(param('limit')),
    ),
)

export async function find(x: Executor, organizationId: string, id: string): Promise<DeliveryRow | null> {
  const row = await x.first(findDelivery, { organizationId, id })
  return row ? deliveryOf(row) : null
}

export async function list(x: Executor, query: DeliveryQuery): Promise<DeliveryRow[]> {
  const { webhookId, state, after, limit } = query
  const rows = await x.allOf(
    x.engine.builder
      .selectFrom('webhook_delivery')
      .selectAll()
      .where('webhook_id', '=', webhookId)
      .$if(state !== undefined, q => q.where('state', '=', state!))
      .$if(Boolean(after), q =>
        q.where(eb => eb(eb.refTuple('created_at', 'id'), '<', eb.tuple(after!.createdAt, after!.id))),
      )
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(limit),
  )
  return rows.map(deliveryOf)
}

export async function waiting(x: Executor): Promise<number> {
  return (await x.first(countWaiting, {}))!.count
}

export const due = (x: Executor, now: Time): Promise<Pick<WebhookRow, 'id' | 'organizationId'>[]> =>
  x.all(dueWebhooks, { now })

export async function queue(x: Executor, delivery: DeliveryRow): Promise<void> {
  await x.run(insert, tableOf(delivery))
}

export async function take(x: Executor, taking: Taking): Promise<DeliveryRow | null> {
  const row = await x.first(takeOne, taking)
  return row ? deliveryOf(row) : null
}

export async function tried(x: Executor, id: string, attempts: number, what: Tried): Promise<void> {
  const { state, dueAt, endedAt, status, error } = what
  await x.run(outcome, { id, attempts, state, due_at: dueAt, ended_at: endedAt, status, error })
}

export async function replay(x: Executor, id: string, now: Time): Promise<void> {
  await x.run(again, { id, now })
}

export const removeBefore = (x: Executor, before: Time, limit: number): Promise<number> =>
  x.run(removeOld, { before, limit })

const tableOf = (row: DeliveryRow): WebhookDeliveryTable => ({
  id: row.id,
  webhook_id: row.webhookId,
  event_id: row.event?.id ?? null,
  sequence: row.event?.sequence ?? null,
  type: row.type,
  state: row.state,
  attempts: row.attempts,
  due_at: row.dueAt,
  begun_at: row.begunAt,
  created_at: row.createdAt,
  ended_at: row.endedAt,
  status: row.status,
  error: row.error,
})

const deliveryOf = (row: WebhookDeliveryTable): DeliveryRow => ({
  id: row.id,
  webhookId: row.webhook_id,
  event: row.event_id === null || row.sequence === null ? null : { id: row.event_id, sequence: row.sequence },
  type: row.type,
  state: row.state,
  attempts: row.attempts,
  dueAt: row.due_at,
  begunAt: row.begun_at,
  createdAt: row.created_at,
  endedAt: row.ended_at,
  status: row.status,
  error: row.error,
})
