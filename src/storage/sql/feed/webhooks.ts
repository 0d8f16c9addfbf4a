// Webhooks in the table: made, changed, and how far each looked at the events.
import type { Time } from '../../../domain/artifact.ts'
import type { EventType } from '../../../domain/event.ts'
import type { Disablement } from '../../../domain/webhook.ts'
import type { DeliveryQuery, DeliveryRow, Tried, WebhookRow, WebhookRows } from '../../records.ts'
import type { Executor } from '../engine/engine.ts'
import type { WebhookTable } from '../engine/schema-webhooks.ts'
import { statement } from '../engine/statement.ts'
import * as deliveries from './webhook-deliveries.ts'

const find = statement<{ organizationId: string; id: string }>()((db, param) =>
  db
    .selectFrom('webhook')
    .selectAll()
    .where('id', '=', param('id'))
    .where('organization_id', '=', param('organizationId')),
)

const list = statement<{ organizationId: string }>()((db, param) =>
  db
    .selectFrom('webhook')
    .selectAll()
    .where('organization_id', '=', param('organizationId'))
    .orderBy('created_at')
    .orderBy('id'),
)

const behind = statement<{ limit: number }>()((db, param) =>
  db
    .selectFrom('webhook as w')
    .innerJoin('organization as o', 'o.id', 'w.organization_id')
    .selectAll('w')
    .whereRef('w.heard', '<', 'o.event_sequence')
    .where('w.disabled', 'is', null)
    .where('o.delete_at', 'is', null)
    .orderBy('w.id')
    .limit(param('limit')),
)

const after = statement<{ id: string; limit: number }>()((db, param) =>
  db.selectFrom('webhook').selectAll().where('id', '>', param('id')).orderBy('id').limit(param('limit')),
)

const insert = statement<WebhookTable>()((db, param) =>
  db.insertInto('webhook').values({
    id: param('id'),
    organization_id: param('organization_id'),
    url: param('url'),
    types: param('types'),
    format: param('format'),
    secret: param('secret'),
    previous_secret: param('previous_secret'),
    previous_until: param('previous_until'),
    disabled: param('disabled'),
    heard: param('heard'),
    created_at: param('created_at'),
    succeeded_at: param('succeeded_at'),
  }),
)

const replace = statement<WebhookTable>()((db, param) =>
  db
    .updateTable('webhook')
    .set({
      url: param('url'),
      types: param('types'),
      format: param('format'),
      secret: param('secret'),
      previous_secret: param('previous_secret'),
      previous_until: param('previous_until'),
      disabled: param('disabled'),
    })
    .where('id', '=', param('id')),
)

const remove = statement<{ id: string }>()((db, param) =>
  db.deleteFrom('webhook').where('id', '=', param('id')),
)

const disable = statement<{ id: string; why: Disablement }>()((db, param) =>
  db
    .updateTable('webhook')
    .set({ disabled: param('why') })
    .where('id', '=', param('id')),
)

const encryption = statement<{ id: string; old: string; secret: string; previous: string | null }>()(
  (db, param) =>
    db
      .updateTable('webhook')
      .set({ secret: param('secret'), previous_secret: param('previous') })
      .where('id', '=', param('id'))
      .where('secret', '=', param('old')),
)

const hear = statement<{ id: string; from: number; to: number }>()((db, param) =>
  db
    .updateTable('webhook')
    .set({ heard: param('to') })
    .where('id', '=', param('id'))
    .where('heard', '=', param('from')),
)

const skipTo = statement<{ id: string; sequence: number }>()((db, param) =>
  db
    .updateTable('webhook')
    .set({ heard: param('sequence') })
    .where('id', '=', param('id')),
)

const succeeded = statement<{ id: string; now: Time }>()((db, param) =>
  db
    .updateTable('webhook')
    .set({ succeeded_at: param('now') })
    .where('id', '=', param('id')),
)

export class WebhooksInTables implements WebhookRows {
  readonly #x: Executor

  constructor(x: Executor) {
    this.#x = x
  }

  async find(organizationId: string, id: string): Promise<WebhookRow | null> {
    const row = await this.#x.first(find, { organizationId, id })
    return row ? webhookOf(row) : null
  }

  async list(organizationId: string): Promise<WebhookRow[]> {
    return (await this.#x.all(list, { organizationId })).map(webhookOf)
  }

  async behind(limit: number): Promise<WebhookRow[]> {
    return (await this.#x.all(behind, { limit })).map(webhookOf)
  }

  async after(id: string, limit: number): Promise<WebhookRow[]> {
    return (await this.#x.all(after, { id, limit })).map(webhookOf)
  }

  async insert(webhook: WebhookRow): Promise<void> {
    await this.#x.run(insert, tableOf(webhook))
  }

  async replace(webhook: WebhookRow): Promise<void> {
    await this.#x.run(replace, tableOf(webhook))
  }

  async remove(id: string): Promise<void> {
    await this.#x.run(remove, { id })
  }

  async disable(id: string, why: Disablement): Promise<void> {
    await this.#x.run(disable, { id, why })
  }

  async replaceEncryption(
    { id, encryptedSecret: old }: WebhookRow,
    secret: string,
    previous: string | null,
  ): Promise<void> {
    await this.#x.run(encryption, { id, old, secret, previous })
  }

  async hear(id: string, from: number, to: number): Promise<boolean> {
    return (await this.#x.run(hear, { id, from, to })) > 0
  }

  async skipTo(id: string, sequence: number): Promise<void> {
    await this.#x.run(skipTo, { id, sequence })
  }

  async succeeded(id: string, now: Time): Promise<void> {
    await this.#x.run(succeeded, { id, now })
  }

  deliveries(query: DeliveryQuery): Promise<DeliveryRow[]> {
    return deliveries.list(this.#x, query)
  }

  delivery(organizationId: string, id: string): Promise<DeliveryRow | null> {
    return deliveries.find(this.#x, organizationId, id)
  }

  due(now: Time): Promise<Pick<WebhookRow, 'id' | 'organizationId'>[]> {
    return deliveries.due(this.#x, now)
  }

  waiting(): Promise<number> {
    return deliveries.waiting(this.#x)
  }

  queue(delivery: DeliveryRow): Promise<void> {
    return deliveries.queue(this.#x, delivery)
  }

  take(webhookId: string, now: Time, leasedUntil: Time): Promise<DeliveryRow | null> {
    return deliveries.take(this.#x, { webhookId, now, leasedUntil })
  }

  tried(id: string, attempts: number, outcome: Tried): Promise<void> {
    return deliveries.tried(this.#x, id, attempts, outcome)
  }

  replay(id: string, now: Time): Promise<void> {
    return deliveries.replay(this.#x, id, now)
  }

  removeDeliveries(before: Time, limit: number): Promise<number> {
    return deliveries.removeBefore(this.#x, before, limit)
  }
}

const tableOf = (row: WebhookRow): WebhookTable => ({
  id: row.id,
  organization_id: row.organizationId,
  url: row.url,
  types: row.types?.join(' ') ?? null,
  format: row.format,
  secret: row.encryptedSecret,
  previous_secret: row.previous?.encryptedSecret ?? null,
  previous_until: row.previous?.until ?? null,
  disabled: row.disabled,
  heard: row.heard,
  created_at: row.createdAt,
  succeeded_at: row.succeededAt,
})

const webhookOf = (row: WebhookTable): WebhookRow => ({
  id: row.id,
  organizationId: row.organization_id,
  url: row.url,
  types: row.types === null ? null : (row.types.split(' ') as EventType[]),
  format: row.format,
  encryptedSecret: row.secret,
  previous:
    row.previous_secret === null || row.previous_until === null
      ? null
      : { encryptedSecret: row.previous_secret, until: row.previous_until },
  disabled: row.disabled,
  heard: row.heard,
  createdAt: row.created_at,
  succeededAt: row.succeeded_at,
})
