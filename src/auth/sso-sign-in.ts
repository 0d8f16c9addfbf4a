// From a provider's identity to a session: whose it is and what it joins, in one transaction.
import { sha256Hex } from '../crypto.ts'
import { type Actor, organizationOf } from '../domain/actor.ts'
import type { Context } from '../operations/kernel/context.ts'
import { countUse } from '../operations/kernel/limits.ts'
import type { Rows } from '../storage/records.ts'
import type { SignedIn } from './complete-sign-in.ts'
import { OAUTH_STATE_LIFE } from './oauth-state.ts'
import type { SignInOrigin } from './origin.ts'
import { type PendingSignIn, startPendingSignIn } from './pending-sign-in.ts'
import type { SsoIdentity } from './providers.ts'
import { refusal, startSsoSession } from './sso-session.ts'

const MINUTE = 60_000

/** Limits how often one network may make us ask a provider. */
export async function countSignIn(context: Context, network: string): Promise<void> {
  if (!context.rateLimits) return
  const limit = { what: 'sign-ins', name: network, limit: 60, windowMs: MINUTE }
  await context.records.transaction(rows => countUse(rows, limit, context.clock()))
}

/**
 * A new session for the provider's identity. A known issuer and subject is its person, whatever the address there is
 * now. Any other needs an address that the provider verified; it joins as one verified by a code does, after the second
 * factor if the person has one. `before` is the browser's former session; it ends.
 */
export async function signInBySso(
  context: Context,
  sso: SsoIdentity,
  { before, origin }: { before: Actor | null; origin: SignInOrigin },
): Promise<Pick<SignedIn, 'email' | 'token'> | PendingSignIn> {
  const now = context.clock()
  const { passage, issuer, subject, name } = sso
  const identity = { provider: passage.provider, issuer, subject, name }
  const outcome = await context.records.transaction(async rows => {
    if (!(await rows.identities.useOAuthState(sha256Hex(passage.state), now + OAUTH_STATE_LIFE * 1000)))
      return 'spent' as const
    const known = await knownAddress(rows, sso)
    const email = known ?? sso.email
    if (email === null) return 'unverified' as const
    const proven = { email, shortId: passage.artifact, identity }
    const pending = known === null ? await startPendingSignIn(rows, proven, now) : null
    if (pending) {
      await countPendingSignIns(rows, email, now)
      return pending
    }
    const session = before && { id: before.credential, organizationId: organizationOf(before) }
    const entry = { email, identity, shortId: passage.artifact, origin, before: session }
    return startSsoSession(context, rows, entry, now)
  })
  if (typeof outcome === 'object' && !('refused' in outcome)) return outcome
  throw refusal(passage.provider, outcome)
}

/** As often as codes by mail, so that nobody with an account of the address guesses what the app shows. */
async function countPendingSignIns(rows: Rows, email: string, now: number): Promise<void> {
  await countUse(
    rows,
    { what: 'tries to link an account', name: email, limit: 5, windowMs: 60 * MINUTE },
    now,
  )
  await countUse(
    rows,
    { what: 'tries to link an account', name: email, limit: 10, windowMs: 24 * 60 * MINUTE },
    now,
  )
}

/** The address of the person who is known by the account; null if nobody is. */
async function knownAddress(rows: Rows, { issuer, subject }: SsoIdentity): Promise<string | null> {
  const identity = await rows.identities.find(issuer, subject)
  const person = identity && (await rows.people.person(identity.personId))
  return person?.email ?? null
}
