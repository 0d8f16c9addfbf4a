// Webhooks: addresses that are told what happens in the organization, made and changed by those who govern it.

import { z } from 'zod'
import { webhookSecret } from '../../crypto.ts'
import { type Actor, hasScope } from '../../domain/actor.ts'
import { DAY } from '../../domain/artifact.ts'
import { type EventType, eventTypes } from '../../domain/event.ts'
import { asMember, requireAdmin, requireScope } from '../../domain/policy.ts'
import { notFound } from '../../domain/problem.ts'
import { disablements, MOST_WEBHOOKS, readableEvents, webhookFormats } from '../../domain/webhook.ts'
import type { WebhookRow } from '../../storage/records.ts'
import { pageOf } from '../kernel/cursor.ts'
import * as fields from '../kernel/fields.ts'
import type { Messenger } from '../kernel/messenger.ts'
import { operation } from '../kernel/operation.ts'
import { iso } from '../kernel/time.ts'
import { uuid } from '../kernel/uuid.ts'
import { lockOrganization } from '../organization/lock-organization.ts'
import { decryptSecret, encryptSecret } from './webhook-secret.ts'

/** Milliseconds that a secret signs on beside the one that took its place. */
const CHANGE_OVER = DAY

const types = z
  .array(z.enum(eventTypes))
  .min(1)
  .transform(some => eventTypes.filter(type => some.includes(type)))
  .nullable()
  .describe('Types of events it hears; null or absent is all that its maker may read')

const format = z
  .enum(webhookFormats)
  .describe('standard is the event as the feed answers it, slack and teams a sentence for a chat')

const webhookSchema = z.object({
  id: z.string(),
  url: z.string(),
  types: z.array(z.enum(eventTypes)).nullable(),
  format: z.enum(webhookFormats),
  enabled: z.boolean(),
  disabledReason: z
    .enum(disablements)
    .nullable()
    .describe('switched_off by somebody, failing for a day, or gone: the receiver answered 410'),
  createdAt: z.iso.datetime(),
  lastSuccessAt: z.iso.datetime().nullable(),
})

const secret = z.string().describe('Signs every message (Standard Webhooks); shown this once')

const presentWebhook = (row: WebhookRow): z.output<typeof webhookSchema> => ({
  id: row.id,
  url: row.url,
  types: row.types === null ? null : [...row.types],
  format: row.format,
  enabled: row.disabled === null,
  disabledReason: row.disabled,
  createdAt: iso(row.createdAt),
  lastSuccessAt: row.succeededAt === null ? null : iso(row.succeededAt),
})

const access = { organization: 'governor', scope: 'org:write' } as const
const offered = { mcp: fields.inDashboard, cli: fields.inDashboard }

const madeSchema = webhookSchema.extend({ secret })

export const makeWebhook = operation({
  name: 'makeWebhook',
  summary: 'Have an address told what happens in the organization; its signing secret is shown this once.',
  input: z.strictObject({
    url: z.string().max(2000).describe('An https address on the internet'),
    types: types.optional(),
    format: format.default('standard'),
  }),
  output: madeSchema,
  effect: 'write',
  access,
  replayAnswer: {
    store: (made, context) => ({ ...made, secret: encryptSecret(context, made.id, made.secret) }),
    derive: (stored, context) => {
      const made = stored as z.output<typeof madeSchema>
      return { ...made, secret: decryptSecret(context, made.id, made.secret) }
    },
  },
  fails: [],
  rest: {
    method: 'POST',
    path: '/v1/webhooks',
    success: 201,
    body: 'json',
    location: '/v1/webhooks/{id}',
  },
  ...offered,
  async run(task) {
    const { context, rows, input, now, addAuditDetails } = task
    const url = addressOf(context.messenger, input.url)
    const { organization, actor } = await lockOrganization(task, requireAdmin)
    const row: WebhookRow = {
      id: uuid(now),
      organizationId: organization.id,
      url,
      types: typesFor(actor, input.types ?? null),
      format: input.format,
      encryptedSecret: '',
      previous: null,
      disabled: null,
      heard: await rows.feed.head(organization.id),
      createdAt: now,
      succeededAt: null,
    }
    if ((await rows.webhooks.list(organization.id)).length >= MOST_WEBHOOKS)
      fields.refuse('url', `is one too many: an organization has at most ${MOST_WEBHOOKS} webhooks`)
    const secret = webhookSecret()
    await rows.webhooks.insert({ ...row, encryptedSecret: encryptSecret(context, row.id, secret) })
    addAuditDetails(row.id, recorded(row))
    return { ...presentWebhook(row), secret }
  },
})

/** The address in its usual form; 422 for one that nothing is ever sent to. */
function addressOf(messenger: Messenger, url: string): string {
  const refusal = messenger.refusal(url)
  return refusal === null ? new URL(url).href : fields.refuse('url', `is not taken: ${refusal}`)
}

/** Returns the types a webhook may hear: it tells its maker nothing that the maker's own credential may not read. */
function typesFor(actor: Actor, asked: readonly EventType[] | null): readonly EventType[] | null {
  const readable = readableEvents(actor)
  if (asked === null) return readable.length === eventTypes.length ? null : readable
  if (asked.some(type => !readable.includes(type)))
    requireScope(actor, hasScope(actor, 'artifacts:read') ? 'comments:read' : 'artifacts:read')
  return asked
}

/** An address of a chat is a secret itself, so the audit names the host alone. */
const recorded = ({ url, types: told, format: form }: WebhookRow) => ({
  host: new URL(url).host,
  types: told,
  format: form,
})

export const listWebhooks = operation({
  name: 'listWebhooks',
  summary: 'List the webhooks of the organization.',
  input: z.object({}),
  output: pageOf(webhookSchema),
  effect: 'read',
  access,
  fails: [],
  rest: { method: 'GET', path: '/v1/webhooks', success: 200 },
  ...offered,
  async run({ actor, rows }) {
    const found = await rows.webhooks.list(asMember(actor).organizationId)
    return { data: found.map(presentWebhook), nextCursor: null }
  },
})

export const readWebhook = operation({
  name: 'readWebhook',
  summary: 'Read one webhook.',
  input: z.object({ id: z.uuid() }),
  output: webhookSchema,
  effect: 'read',
  access,
  fails: ['not_found'],
  rest: { method: 'GET', path: '/v1/webhooks/{id}', success: 200 },
  ...offered,
  async run({ actor, rows, input }) {
    const row = await rows.webhooks.find(asMember(actor).organizationId, input.id)
    if (!row) throw notFound()
    return presentWebhook(row)
  },
})

export const changeWebhook = operation({
  name: 'changeWebhook',
  summary:
    'Change a webhook, switch it off or on, or give it a new secret; the one before signs on for a day.',
  input: z.strictObject({
    id: z.uuid(),
    url: z.string().max(2000).optional(),
    types: types.optional(),
    format: format.optional(),
    enabled: z.boolean().optional().describe('Switched on, it hears what happens from then on'),
    newSecret: z.literal(true).optional().describe('Answers a new secret, this once'),
  }),
  output: webhookSchema.extend({ secret: secret.optional() }),
  effect: 'write',
  access,
  fails: ['not_found'],
  rest: { method: 'PATCH', path: '/v1/webhooks/{id}', success: 200, body: 'json' },
  ...offered,
  async run(task) {
    const { context, rows, input, now, addAuditDetails } = task
    const { organization, actor } = await lockOrganization(task, requireAdmin)
    const row = await rows.webhooks.find(organization.id, input.id)
    if (!row) throw notFound()
    const made = input.newSecret ? webhookSecret() : undefined
    const retold = input.url !== undefined || input.types !== undefined
    const changed: WebhookRow = {
      ...row,
      url: input.url === undefined ? row.url : addressOf(context.messenger, input.url),
      types: retold ? typesFor(actor, input.types === undefined ? row.types : input.types) : row.types,
      format: input.format ?? row.format,
      disabled: input.enabled === undefined ? row.disabled : input.enabled ? null : 'switched_off',
      ...(made !== undefined && {
        encryptedSecret: encryptSecret(context, row.id, made),
        previous: { encryptedSecret: row.encryptedSecret, until: now + CHANGE_OVER },
      }),
    }
    await rows.webhooks.replace(changed)
    if (row.disabled !== null && changed.disabled === null)
      await rows.webhooks.skipTo(row.id, await rows.feed.head(organization.id))
    const { id: _, ...given } = input
    addAuditDetails(row.id, { ...recorded(changed), changed: Object.keys(given) })
    return { ...presentWebhook(changed), ...(made !== undefined && { secret: made }) }
  },
})

export const removeWebhook = operation({
  name: 'removeWebhook',
  summary: 'Remove a webhook and what waits for it; nothing is sent there any more.',
  input: z.object({ id: z.uuid() }),
  output: null,
  effect: 'write',
  access,
  fails: ['not_found'],
  rest: { method: 'DELETE', path: '/v1/webhooks/{id}', success: 204 },
  ...offered,
  async run(task) {
    const { rows, input, addAuditDetails } = task
    const { organization } = await lockOrganization(task, requireAdmin)
    const row = await rows.webhooks.find(organization.id, input.id)
    if (!row) throw notFound()
    await rows.webhooks.remove(row.id)
    addAuditDetails(row.id, recorded(row))
    return undefined
  },
})
