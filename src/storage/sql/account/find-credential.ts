// Finds a live credential: one read that joins it with person, membership and organization.
import type { Role, Scope } from '../../../domain/actor.ts'
import type { Time } from '../../../domain/artifact.ts'
import { type RuleVisibility, ruleVisibilities } from '../../../domain/ci-rule.ts'
import { memoizeByObject } from '../../../domain/memoize.ts'
import type { PlanName } from '../../../domain/plan.ts'
import { SESSION_IDLE } from '../../../domain/session.ts'
import { type ProviderName, providerPlans } from '../../../domain/sign-in.ts'
import type { FoundCredential } from '../../records.ts'
import type { Executor, Kept } from '../engine/engine.ts'
import { type Statement, statement } from '../engine/statement.ts'

/** Expiry is checked beside the query, so that requests of one moment ask the same query. */
const session = statement<{ tokenHash: string }>()((db, param) =>
  db
    .selectFrom('session as s')
    .leftJoin('person as p', 'p.id', 's.person_id')
    .leftJoin('organization as o', 'o.id', 's.organization_id')
    .leftJoin('membership as m', join =>
      join.onRef('m.person_id', '=', 's.person_id').onRef('m.organization_id', '=', 's.organization_id'),
    )
    .select([
      's.id',
      's.person_id',
      's.organization_id',
      's.email',
      's.created_at',
      's.last_seen_at',
      's.expires_at',
      's.proved_at',
      'p.email as p_email',
      'p.name as p_name',
      'p.created_at as p_created_at',
      's.provider',
      'm.role',
      'o.delete_at',
      'o.plan',
      'o.require_sign_in_provider',
    ])
    .where('s.token_hash', '=', param('tokenHash')),
)

type SessionProof = typeof session extends Statement<{ tokenHash: string }, infer Row> ? Row : never

const key = statement<{ keyHash: string }>()((db, param) =>
  db
    .selectFrom('api_key as k')
    .innerJoin('organization as o', 'o.id', 'k.organization_id')
    .leftJoin('person as p', 'p.id', 'k.person_id')
    .leftJoin('membership as m', join =>
      join.onRef('m.person_id', '=', 'k.person_id').onRef('m.organization_id', '=', 'k.organization_id'),
    )
    .select([
      'k.id',
      'k.kind',
      'k.name',
      'k.person_id',
      'k.organization_id',
      'k.scopes',
      'k.ci_rule_id',
      'k.visibilities',
      'k.created_at',
      'k.last_used_at as last_seen_at',
      'k.expires_at',
      'p.email as p_email',
      'p.name as p_name',
      'p.created_at as p_created_at',
      'm.role',
    ])
    .where('k.key_hash', '=', param('keyHash'))
    .where('k.revoked_at', 'is', null)
    .where('o.delete_at', 'is', null),
)

const accessToken = statement<{ tokenHash: string }>()((db, param) =>
  db
    .selectFrom('oauth_record as r')
    .innerJoin('oauth_grant as g', 'g.id', 'r.grant_id')
    .innerJoin('person as p', 'p.id', 'g.person_id')
    .innerJoin('organization as o', 'o.id', 'g.organization_id')
    .leftJoin('membership as m', join =>
      join.onRef('m.person_id', '=', 'g.person_id').onRef('m.organization_id', '=', 'g.organization_id'),
    )
    .select([
      'g.id',
      'g.person_id',
      'g.organization_id',
      'g.created_at',
      'g.last_used_at as last_seen_at',
      'g.expires_at as grant_expires_at',
      'r.expires_at',
      'r.payload',
      'p.email as p_email',
      'p.name as p_name',
      'p.created_at as p_created_at',
      'm.role',
    ])
    .where('r.kind', '=', 'AccessToken')
    .where('r.id_hash', '=', param('tokenHash'))
    .where('o.delete_at', 'is', null),
)

type TokenProof = typeof accessToken extends Statement<{ tokenHash: string }, infer Row> ? Row : never

interface Member {
  id: string
  person_id: string | null
  organization_id: string | null
  created_at: Time
  last_seen_at: Time | null
  p_email: string | null
  p_name: string | null
  p_created_at: Time | null
  role: Role | null
  provider?: ProviderName | null
}

export async function findSession(
  x: Executor,
  tokenHash: string,
  now: Time,
): Promise<FoundCredential | null> {
  return provenAt(now, await x.firstKept(session, { tokenHash }))
}

/** Answers as `findSession` would; undefined where that takes a read. */
export function peekSession(kept: Kept, tokenHash: string, now: Time): FoundCredential | null | undefined {
  const found = kept.peekFirst(session, { tokenHash })
  return found ? provenAt(now, found.row) : undefined
}

function provenAt(now: Time, row: SessionProof | undefined): FoundCredential | null {
  if (!row || row.expires_at <= now || row.last_seen_at <= now - SESSION_IDLE) return null
  return provenBy(row)
}

/** Rows are shared by all who ask at the same moment, so what they prove is too. */
const provenBy = memoizeByObject((row: SessionProof): FoundCredential | null => {
  const barred = isBarred(row)
  if (row.person_id !== null && row.delete_at === null && !barred)
    return provenMember(row, null, row.proved_at)
  const { id: credential, email, last_seen_at: lastSeenAt, created_at: createdAt, proved_at: provedAt } = row
  const guest = { kind: 'guest' as const, credential, email, lastSeenAt, createdAt, provedAt }
  return { ...guest, ...broughtBy(row), ...(barred && { barred }) }
})

const broughtBy = ({ provider }: Pick<Member, 'provider'>) => (provider ? { provider } : {})

/** A member's session that a code began, where the organization takes only those that a provider began. */
const isBarred = (row: {
  provider: ProviderName | null
  role: Role | null
  plan: PlanName | null
  require_sign_in_provider: number | null
  delete_at: Time | null
}): boolean =>
  row.provider === null &&
  row.role !== null &&
  row.delete_at === null &&
  row.require_sign_in_provider === 1 &&
  providerPlans.includes(row.plan!)

export async function findKey(x: Executor, keyHash: string, now: Time): Promise<FoundCredential | null> {
  const row = await x.firstKept(key, { keyHash })
  if (!row || (row.expires_at !== null && row.expires_at <= now)) return null
  if (row.kind === 'user') return provenMember(row, scopesIn(row.scopes), null)
  return {
    kind: 'service',
    credential: row.id,
    name: row.name,
    organizationId: row.organization_id,
    scopes: scopesIn(row.scopes),
    ...(row.ci_rule_id !== null && {
      rule: { id: row.ci_rule_id, visibilities: visibilitiesIn(row.visibilities!) },
    }),
    lastSeenAt: row.last_seen_at,
    createdAt: row.created_at,
  }
}

export async function findAccessToken(
  x: Executor,
  tokenHash: string,
  now: Time,
): Promise<FoundCredential | null> {
  const row = await x.firstKept(accessToken, { tokenHash })
  if (!row || row.expires_at <= now || row.grant_expires_at <= now) return null
  return provenByToken(row)
}

/** A token holds its own scopes and resource, which are the grant's or fewer. */
const provenByToken = memoizeByObject((row: TokenProof): FoundCredential | null => {
  const { aud, scope } = JSON.parse(row.payload) as { aud: string; scope?: string }
  const proven = provenMember(row, scopesIn(scope ?? ''), null)
  return proven && { ...proven, resource: aud }
})

/** Null if the membership is gone. */
function provenMember(
  row: Member,
  scopes: readonly Scope[] | null,
  provedAt: Time | null,
): (FoundCredential & { kind: 'person' }) | null {
  if (row.role === null) return null
  return {
    kind: 'person',
    credential: row.id,
    person: { id: row.person_id!, email: row.p_email!, name: row.p_name!, createdAt: row.p_created_at! },
    organizationId: row.organization_id!,
    role: row.role,
    scopes,
    lastSeenAt: row.last_seen_at,
    createdAt: row.created_at,
    provedAt,
    ...broughtBy(row),
  }
}

export const scopesIn = (words: string | null): readonly Scope[] | null =>
  words === null ? null : (words.split(' ').filter(word => word !== '') as Scope[])

/** The audiences among the words of a rule. */
export const visibilitiesIn = (words: string): readonly RuleVisibility[] =>
  ruleVisibilities.filter(visibility => words.split(' ').includes(visibility))

export const scopeWords = (scopes: readonly Scope[] | null): string | null => scopes?.join(' ') ?? null
