// The deliveries of a webhook: listed, sent again, and tested by hand.

import { z } from 'zod'
import { asMember, requireAdmin } from '../../domain/policy.ts'
import { notFound } from '../../domain/problem.ts'
import { deliveryStates, TEST_EVENT } from '../../domain/webhook.ts'
import type { DeliveryRow } from '../../storage/records.ts'
import { page, pageOf, unpackCursor } from '../kernel/cursor.ts'
import * as fields from '../kernel/fields.ts'
import type { SendOutcome } from '../kernel/messenger.ts'
import { operation } from '../kernel/operation.ts'
import { iso } from '../kernel/time.ts'
import { uuid } from '../kernel/uuid.ts'
import { lockOrganization } from '../organization/lock-organization.ts'
import { composeMessage } from './compose-message.ts'

const deliverySchema = z.object({
  id: z.string().describe('The same on every try: webhook-id of the message'),
  webhookId: z.string(),
  type: z.string().describe('Type of the event, or webhook.test'),
  eventId: z.string().nullable().describe('Id of the event in the feed; null for a test'),
  state: z.enum(deliveryStates).describe('failed after a day of tries, or where trying is of no use'),
  attempts: z.int(),
  status: z.int().nullable().describe('HTTP status of the last try, if there was an answer'),
  error: z.string().nullable().describe('What went wrong at the last try'),
  createdAt: z.iso.datetime(),
  nextAttemptAt: z.iso.datetime().nullable(),
  endedAt: z.iso.datetime().nullable(),
})

const isoOrNull = (time: number | null): string | null => (time === null ? null : iso(time))

const presentDelivery = (row: DeliveryRow): z.output<typeof deliverySchema> => ({
  id: row.id,
  webhookId: row.webhookId,
  type: row.type,
  eventId: row.event?.id ?? null,
  state: row.state,
  attempts: row.attempts,
  status: row.status,
  error: row.error,
  createdAt: iso(row.createdAt),
  nextAttemptAt: isoOrNull(row.dueAt),
  endedAt: isoOrNull(row.endedAt),
})

const access = { organization: 'governor', scope: 'org:write' } as const
const offered = { mcp: fields.inDashboard, cli: fields.inDashboard }

export const listDeliveries = operation({
  name: 'listDeliveries',
  summary: 'List what was sent to a webhook in the last 30 days and what waits, newest first.',
  input: z.object({
    id: z.uuid(),
    state: z.enum(deliveryStates).optional(),
    limit: fields.limit,
    cursor: fields.cursor.optional(),
  }),
  output: pageOf(deliverySchema),
  effect: 'read',
  access,
  fails: ['not_found'],
  rest: { method: 'GET', path: '/v1/webhooks/{id}/deliveries', success: 200 },
  ...offered,
  async run({ context, actor, rows, input }) {
    const webhook = await rows.webhooks.find(asMember(actor).organizationId, input.id)
    if (!webhook) throw notFound()
    const kind = `deliveries ${webhook.id}`
    const found = await rows.webhooks.deliveries({
      webhookId: webhook.id,
      ...(input.state && { state: input.state }),
      limit: input.limit + 1,
      after: unpackCursor(context, kind, input.cursor),
    })
    return page(context, kind, found, input.limit, {
      show: presentDelivery,
      position: ({ createdAt, id }) => ({ createdAt, id }),
    })
  },
})

export const replayDelivery = operation({
  name: 'replayDelivery',
  summary: 'Send a message to a webhook again, with a day of tries if it fails.',
  input: z.strictObject({ id: z.uuid() }),
  output: deliverySchema,
  effect: 'write',
  access,
  replayAnswer: 'plain',
  fails: ['not_found'],
  rest: { method: 'POST', path: '/v1/webhooks/deliveries/{id}/replay', success: 200 },
  ...offered,
  async run(task) {
    const { rows, input, now, addAuditDetails } = task
    const { organization } = await lockOrganization(task, requireAdmin)
    const delivery = await rows.webhooks.delivery(organization.id, input.id)
    if (!delivery) throw notFound()
    await rows.webhooks.replay(delivery.id, now)
    addAuditDetails(delivery.webhookId, { delivery: delivery.id, type: delivery.type })
    return presentDelivery((await rows.webhooks.delivery(organization.id, delivery.id))!)
  },
})

export const testWebhook = operation({
  name: 'testWebhook',
  summary: 'Send a test to a webhook, once, and see what it answered.',
  input: z.strictObject({ id: z.uuid() }),
  output: deliverySchema,
  effect: 'write',
  access,
  replayAnswer: 'plain',
  fails: ['not_found'],
  rest: { method: 'POST', path: '/v1/webhooks/{id}/test', success: 200 },
  ...offered,
  async beforeTransaction({ context, actor, rows, input }) {
    const webhook = await rows.webhooks.find(asMember(actor).organizationId, input.id)
    if (!webhook) throw notFound()
    const createdAt = context.clock()
    const test = { id: uuid(createdAt), event: null, createdAt }
    const message = (await composeMessage(context, rows, webhook, test, createdAt))!
    return { ...test, ...(await context.messenger.send(message)) }
  },
  async run(task) {
    const { rows, input, now, beforehand, addAuditDetails } = task
    const { organization } = await lockOrganization(task, requireAdmin)
    if (!(await rows.webhooks.find(organization.id, input.id))) throw notFound()
    const delivery = triedOnce(input.id, beforehand, now)
    await rows.webhooks.queue(delivery)
    addAuditDetails(input.id, { delivery: delivery.id, status: delivery.status })
    return presentDelivery(delivery)
  },
})

/** A test with its outcome; nobody waits for a second try. */
const triedOnce = (
  webhookId: string,
  { id, createdAt, status, error }: Pick<DeliveryRow, 'id' | 'createdAt'> & SendOutcome,
  now: number,
): DeliveryRow => ({
  ...{ id, webhookId, event: null, type: TEST_EVENT, attempts: 1, status, error },
  ...{ state: error === null ? 'delivered' : 'failed', dueAt: null, endedAt: now },
  ...{ begunAt: createdAt, createdAt },
})
