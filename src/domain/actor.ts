// The callers: every kind of actor that the specification names, as plain values.
import type { Visibility } from './audience.ts'

export type Role = 'owner' | 'admin' | 'member' | 'viewer'

/** Rights a scoped key or an OAuth grant may hold; a write scope implies its read scope. */
export const scopes = [
  'artifacts:read',
  'artifacts:write',
  'artifacts:delete',
  'comments:read',
  'comments:write',
  'sharing:write',
  'org:read',
  'org:write',
] as const
export type Scope = (typeof scopes)[number]

/** The proof of who a person is. Keys and grants can only be made with a session. */
export type Proof = 'session' | 'key' | 'grant'

export interface Person {
  readonly kind: 'person'
  /** Identifies the session, key or grant; idempotency and limits count by it. */
  readonly credential: string
  readonly proof: Proof
  readonly personId: string
  readonly email: string
  readonly name: string
  readonly organizationId: string
  readonly role: Role
  /** Null means unrestricted: a session or a plain user key. */
  readonly scopes: readonly Scope[] | null
  /** The time at which the session last proved the address, in milliseconds; keys and grants have none. */
  readonly provedAt?: number
  /** Set for a session that a sign-in provider began, rather than a code. */
  readonly byProvider?: true
}

export interface ServiceKey {
  readonly kind: 'service'
  readonly credential: string
  readonly name: string
  readonly organizationId: string
  readonly scopes: readonly Scope[] | null
  /** Of a build: its rule, and the audiences that the rule gives; the build reaches nothing else of the organization. */
  readonly rule?: { readonly id: string; readonly visibilities: readonly Visibility[] }
}

/** Somebody named in a share, without a membership: reaches only what names the address. */
export interface Guest {
  readonly kind: 'guest'
  readonly credential: string
  readonly email: string
  /** The time at which the session last proved the address, in milliseconds. */
  readonly provedAt?: number
  /** As for a person. */
  readonly byProvider?: true
  /** A member whose organization takes only sessions that a provider began: this one cannot act there. */
  readonly barred?: true
}

/** The holder of the edit token of one unclaimed preview. */
export interface PreviewHolder {
  readonly kind: 'preview'
  readonly credential: string
  readonly artifactId: string
}

export interface Anonymous {
  readonly kind: 'anonymous'
  /** Network the call came from, the only thing limits can count by. */
  readonly credential: string
}

export type Actor = Person | ServiceKey | Guest | PreviewHolder | Anonymous

export type ActorType = 'human' | 'agent' | 'service' | 'system'

/** The caller's word about itself; stored as a claim, never believed. */
export interface Claim {
  actorType: 'human' | 'agent' | null
  actorName: string | null
}

const implied: Partial<Record<Scope, Scope>> = {
  'artifacts:read': 'artifacts:write',
  'comments:read': 'comments:write',
  'org:read': 'org:write',
}

/** True where the credential holds the scope. Credentials without scopes hold all of them. */
export function hasScope(actor: Actor, scope: Scope): boolean {
  if (!('scopes' in actor) || actor.scopes === null) return true
  const wider = implied[scope]
  return actor.scopes.includes(scope) || (wider !== undefined && actor.scopes.includes(wider))
}

/** Owner and admin: those who govern an organization. */
export const adminRoles: readonly Role[] = ['owner', 'admin']

/** The organization a credential acts in, or null for those that act in none. */
export const organizationOf = (actor: Actor): string | null =>
  'organizationId' in actor ? actor.organizationId : null

/** Returns the type stored with what the actor writes: a service key is a service, whatever it claims. */
export function actorTypeOf(actor: Actor, claim: Claim): ActorType {
  if (actor.kind === 'service') return claim.actorType === 'agent' ? 'agent' : 'service'
  return claim.actorType ?? (actor.kind === 'person' && actor.proof !== 'session' ? 'agent' : 'human')
}

/**
 * Returns an id that stays the same from call to call of a program: the rule for builds, each of which has a key of its own,
 * else the key or grant. Null for people at a browser and those without a credential.
 */
export function lastingCredential(actor: Actor): string | null {
  if (actor.kind === 'service') return actor.rule ? `rule ${actor.rule.id}` : actor.credential
  return actor.kind === 'person' && actor.proof !== 'session' ? actor.credential : null
}

/** Returns somebody who signed in with the address, as a member of the organization in the role. */
export function memberWith(
  { personId, email, name }: Pick<Person, 'personId' | 'email' | 'name'>,
  organizationId: string,
  role: Role,
): Person {
  const proof = 'session'
  return {
    kind: 'person',
    credential: '',
    proof,
    personId,
    email,
    name,
    organizationId,
    role,
    scopes: null,
    byProvider: true,
  }
}

/** Returns somebody outside who signed in with the address, in any way that the organization takes. */
export const guestWith = (email: string): Guest => ({
  kind: 'guest',
  credential: '',
  email,
  byProvider: true,
})
