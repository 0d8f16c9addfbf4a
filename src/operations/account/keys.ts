// API keys: made with a session, shown once, revoked at once.

import { z } from 'zod'
import { sha256Hex } from '../../crypto.ts'
import { type Actor, type Role, type Scope, scopes } from '../../domain/actor.ts'
import { plans, plansWith } from '../../domain/plan.ts'
import { isAdmin, type Member, requireAdmin, requireRecentProof } from '../../domain/policy.ts'
import { notFound, Problem } from '../../domain/problem.ts'
import type { KeyRow } from '../../storage/records.ts'
import { page, pageOf, unpackCursor } from '../kernel/cursor.ts'
import * as fields from '../kernel/fields.ts'
import { newKey } from '../kernel/key-format.ts'
import { operation } from '../kernel/operation.ts'
import { iso } from '../kernel/time.ts'
import { uuid } from '../kernel/uuid.ts'

const keySchema = z.object({
  id: z.string(),
  name: z.string(),
  kind: z.enum(['user', 'service']),
  scopes: z.array(z.enum(scopes)).nullable(),
  prefix: z.string(),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime().nullable(),
  lastUsedAt: z.iso.datetime().nullable(),
})

/** The kinds of keys that the person makes, sees and revokes: those of the organization are for owners and admins. */
export const keyKindsOf = (actor: Actor): readonly KeyRow['kind'][] =>
  isAdmin(actor) ? ['user', 'service'] : ['user']

const sessionOnly = { gap: 'keys are made and revoked signed in, in the dashboard' }

const presentKey = (key: KeyRow): z.output<typeof keySchema> => ({
  id: key.id,
  name: key.name,
  kind: key.kind,
  scopes: key.scopes === null ? null : [...key.scopes],
  prefix: key.prefix,
  createdAt: iso(key.createdAt),
  expiresAt: key.expiresAt === null ? null : iso(key.expiresAt),
  lastUsedAt: key.lastUsedAt === null ? null : iso(key.lastUsedAt),
})

export const makeKey = operation({
  name: 'makeKey',
  summary: 'Make an API key; the key itself is shown this once.',
  input: z.strictObject({
    name: fields.name.describe('What the key is for'),
    kind: z.enum(['user', 'service']).describe('user acts as you, service as the organization'),
    scopes: z.array(z.enum(scopes)).min(1).optional().describe('Limits the key; Pro and Enterprise'),
    expiresAt: z.iso.datetime({ offset: true }).nullable().optional(),
  }),
  output: keySchema.extend({ key: z.string() }),
  effect: 'write',
  access: 'session',
  replayAnswer: 'refused',
  fails: ['session_required', 'reauthentication_required', 'plan_limit', 'forbidden', 'not_replayable'],
  rest: { method: 'POST', path: '/v1/keys', success: 201, body: 'json' },
  mcp: sessionOnly,
  cli: sessionOnly,
  async run({ rows, actor, input, now, emitOrganizationEvent, addAuditDetails }) {
    const person = actor as Member & { kind: 'person' }
    if (input.kind === 'service') requireAdmin(person)
    if (actsAsOwner(person, input)) requireRecentProof(person, now)
    await requireScopedKeys(input.scopes, (await rows.people.organization(person.organizationId))!.plan)
    const { key, prefix } = newKey(input.scopes ? 'k' : input.kind === 'user' ? 'u' : 's')
    const row: KeyRow = {
      id: uuid(now),
      name: input.name,
      kind: input.kind,
      organizationId: person.organizationId,
      personId: input.kind === 'user' ? person.personId : null,
      scopes: input.scopes ?? null,
      prefix,
      createdAt: now,
      expiresAt: expiry(input.expiresAt, now),
      lastUsedAt: null,
    }
    await rows.credentials.insertKey({ ...row, keyHash: sha256Hex(key) })
    emitOrganizationEvent('key.created', person.organizationId, {
      id: row.id,
      name: row.name,
      kind: row.kind,
    })
    const shown = presentKey(row)
    const { name, kind, scopes, expiresAt } = shown
    addAuditDetails(row.id, { name, kind, scopes, expiresAt })
    return { ...shown, key }
  },
})

/** Keys are never asked to prove anything again, so making one that may do what owners do is asked for. */
const actsAsOwner = (
  { role }: { role: Role },
  { kind, scopes }: { kind: string; scopes?: readonly Scope[] | undefined },
): boolean => role === 'owner' && kind === 'user' && (scopes === undefined || scopes.includes('org:write'))

function requireScopedKeys(asked: readonly Scope[] | undefined, plan: keyof typeof plans): void {
  if (asked === undefined || plans[plan].scopedKeys) return
  throw new Problem(
    'plan_limit',
    `The ${plan} plan has no scoped keys. Make a key without scopes, or move to ${plansWith(other => other.scopedKeys)}.`,
    { plan },
  )
}

function expiry(text: string | null | undefined, now: number): number | null {
  if (text === undefined || text === null) return null
  const time = Date.parse(text)
  return time > now ? time : fields.refuse('expiresAt', 'must lie in the future')
}

export const listKeys = operation({
  name: 'listKeys',
  summary: 'List your keys, and the service keys of the organization where you govern it.',
  input: z.object({ limit: fields.limit, cursor: fields.cursor.optional() }),
  output: pageOf(keySchema),
  effect: 'read',
  access: 'session',
  fails: ['session_required'],
  rest: { method: 'GET', path: '/v1/keys', success: 200 },
  mcp: sessionOnly,
  cli: sessionOnly,
  async run({ context, rows, actor, input }) {
    const person = actor as Member & { kind: 'person' }
    const found = await rows.credentials.keys({
      organizationId: person.organizationId,
      personId: person.personId,
      service: keyKindsOf(actor).includes('service'),
      limit: input.limit + 1,
      after: unpackCursor(context, 'keys', input.cursor),
    })
    return page(context, 'keys', found, input.limit, {
      show: presentKey,
      position: ({ createdAt, id }) => ({ createdAt, id }),
    })
  },
})

export const revokeKey = operation({
  name: 'revokeKey',
  summary: 'Revoke a key; it stops working at once.',
  input: z.object({ id: z.uuid() }),
  output: null,
  effect: 'write',
  access: 'session',
  fails: ['session_required', 'not_found'],
  rest: { method: 'DELETE', path: '/v1/keys/{id}', success: 204 },
  mcp: sessionOnly,
  cli: sessionOnly,
  async run({ rows, actor, input, now, emitOrganizationEvent, addAuditDetails }) {
    const { organizationId, personId } = actor as Member & { kind: 'person' }
    const governs = keyKindsOf(actor).includes('service')
    const key = await rows.credentials.revokeKey(
      { id: input.id, organizationId, personId: governs ? null : personId },
      now,
    )
    if (!key || (key.personId !== null && key.personId !== personId)) throw notFound()
    emitOrganizationEvent('key.revoked', organizationId, { id: key.id, name: key.name })
    addAuditDetails(key.id, { name: key.name })
    return undefined
  },
})
