// Turns what a request carries into an Actor: bearer key, session cookie, or nobody.
import { sha256Hex } from '../crypto.ts'
import type { Actor, Proof } from '../domain/actor.ts'
import { memoizeByObject } from '../domain/memoize.ts'
import { unauthorized } from '../domain/policy.ts'
import { Problem } from '../domain/problem.ts'
import type { Context } from '../operations/kernel/context.ts'
import { isAccessToken, isKey } from '../operations/kernel/key-format.ts'
import type { FoundCredential, KeptReading } from '../storage/records.ts'
import { sessionToken } from './sessions.ts'

export interface PresentedCredential {
  authorization: string | undefined
  cookie: string | undefined
  /** Network the request came from. */
  network: string
  /** The resource that is asked for, as tokens name it (RFC 8707); a token made for another one does not count. */
  resource: string
}

/** Time of last use is written at most this often. */
const touchEvery = 60_000

/**
 * The actor of a request. A bearer credential wins and the cookie is then ignored; a wrong one is
 * 401 everywhere, also where nobody would do (contract section 3).
 */
export async function authenticate(context: Context, presented: PresentedCredential): Promise<Actor> {
  if (presented.authorization !== undefined)
    return bearer(context, presented.authorization, presented.resource)
  return (await authenticateVisitor(context, presented.cookie)) ?? anonymousFrom(presented.network)
}

/** Returns the actor for a request without a credential, known by its network. */
export const anonymousFrom = (network: string): Actor => ({
  kind: 'anonymous',
  credential: `network ${network}`,
})

async function bearer(context: Context, authorization: string, resource: string): Promise<Actor> {
  const secret = /^Bearer +([\x21-\x7e]{1,500}) *$/i.exec(authorization)?.[1]
  if (!secret || !isKey(secret)) throw unauthorized()
  const { credentials } = context.records
  const find = isAccessToken(secret) ? credentials.accessToken : credentials.key
  const proven = await find.call(credentials, sha256Hex(secret), context.clock())
  if (!proven || !isFor(proven, resource)) throw unauthorized()
  noteUse(context, proven)
  return isGrant(proven) ? actorByGrant(proven) : actorByKey(proven)
}

const isGrant = (proven: FoundCredential): boolean => 'resource' in proven

const isFor = (proven: FoundCredential, resource: string): boolean =>
  !('resource' in proven) || proven.resource === resource

/** Returns the person or guest of the session cookie; null without a live session. */
export async function authenticateVisitor(
  context: Context,
  cookie: string | undefined,
): Promise<Actor | null> {
  const token = sessionToken(context, cookie)
  const proven = token && (await context.records.credentials.session(sha256Hex(token), context.clock()))
  return proven ? visitorBy(context, proven) : null
}

/** Does the same in work that the store confirmed, without a read; undefined where a read is needed. */
export function peekVisitor(
  context: Context,
  kept: KeptReading,
  cookie: string | undefined,
): Actor | null | undefined {
  const token = sessionToken(context, cookie)
  if (!token) return null
  const proven = kept.session(sha256Hex(token), context.clock())
  return proven && visitorBy(context, proven)
}

function visitorBy(context: Context, proven: FoundCredential): Actor {
  noteUse(context, proven)
  return actorBySession(proven)
}

const actorByKey = memoizeByObject((proven: FoundCredential) => actorOf(proven, 'key'))
const actorByGrant = memoizeByObject((proven: FoundCredential) => actorOf(proven, 'grant'))
const actorBySession = memoizeByObject((proven: FoundCredential) => actorOf(proven, 'session'))

function actorOf(proven: FoundCredential, proof: Proof): Actor {
  const { credential } = proven
  switch (proven.kind) {
    case 'guest':
      return { kind: 'guest', credential, email: proven.email, provedAt: proven.provedAt, ...began(proven) }
    case 'service': {
      const { name, organizationId, scopes, rule } = proven
      return { kind: 'service', credential, name, organizationId, scopes, ...(rule && { rule }) }
    }
    case 'person': {
      const { person, organizationId, role, scopes, provedAt } = proven
      const { id: personId, email, name } = person
      const who = { personId, email, name, organizationId, role, scopes }
      const age = provedAt === null ? {} : { provedAt }
      return { kind: 'person', credential, proof, ...who, ...age, ...began(proven) }
    }
  }
}

/** Returns how the session began, as far as policy asks. */
const began = (proven: FoundCredential & { kind: 'person' | 'guest' }) => ({
  ...(proven.provider && { byProvider: true as const }),
  ...('barred' in proven && { barred: true as const }),
})

const noting = new Set<string>()

/** Writes the time of last use, coarsely and behind the answer; failing to is no failure. */
function noteUse(context: Context, { credential, lastSeenAt }: FoundCredential): void {
  const now = context.clock()
  if ((lastSeenAt !== null && now - lastSeenAt < touchEvery) || noting.has(credential)) return
  noting.add(credential)
  context.records
    .transaction(rows => rows.credentials.touch(credential, now))
    .catch(() => undefined)
    .finally(() => noting.delete(credential))
}

/**
 * Refuses unsafe requests that a browser sends with a cookie from elsewhere (contract section 6,
 * CSRF). `bare` says whether a request with neither header may pass, as for asking for a code.
 */
export function requireSameOrigin(
  headers: { site: string | undefined; origin: string | undefined },
  url: string,
  bare = false,
): void {
  const { site, origin } = headers
  const same = site === undefined ? origin === url || (bare && origin === undefined) : site === 'same-origin'
  if (same) return
  throw new Problem(
    'cross_site_request',
    'This request came from another site. Do it from the pages of this server.',
  )
}
