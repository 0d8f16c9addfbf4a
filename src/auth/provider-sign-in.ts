// From what a provider vouches for to a session: whose identity it is, what it joins, all in one unit.
import { type Actor, organizationOf } from '../domain/actor.ts'
import { providerNotInPlan, providerTitles } from '../domain/sign-in.ts'
import { type Context, hashed } from '../operations/context.ts'
import { countUse } from '../operations/limits.ts'
import { uuid } from '../operations/uuid.ts'
import type { IdentityRow, PersonRow, Rows, SessionOrigin } from '../storage/records.ts'
import { type Joined, join, type Refusal } from './joining.ts'
import { PASSAGE_LIFE } from './passage.ts'
import { SignInFailure, strayed, type Vouched } from './providers.ts'
import { startSession } from './sessions.ts'

const MINUTE = 60_000

/** Limits how often one network may make us ask a provider. */
export async function countSignIn(context: Context, network: string): Promise<void> {
  if (!context.rateLimits) return
  const limit = { what: 'sign-ins', name: network, limit: 60, windowMs: MINUTE }
  await context.records.unit(rows => countUse(rows, limit, context.clock()))
}

/**
 * The token of a new session for whoever the provider vouches for. A known issuer and subject is its person, whatever
 * the address there is now; any other must come with an address the provider answers for, which joins as one that a
 * code has proven. `before` is the session the browser had; it ends.
 */
export async function signInVouched(
  context: Context,
  vouched: Vouched,
  { before, origin }: { before: Actor | null; origin: SessionOrigin },
): Promise<{ token: string }> {
  const now = context.clock()
  const outcome = await context.records.unit(async rows => {
    const { passage } = vouched
    if (!(await rows.identities.spendPassage(hashed(passage.state), now + PASSAGE_LIFE * 1000)))
      return 'spent' as const
    const email = await provenAddress(rows, vouched)
    if (email === null) return 'unverified' as const
    const proof = {
      email,
      provider: passage.provider,
      shortId: passage.artifact,
      name: vouched.name,
      organizationId: before && organizationOf(before),
    }
    const joined = await join(context, rows, proof, now)
    if ('refused' in joined) return joined
    if (joined.person) await keepIdentity(rows, vouched, joined.person, joined.current, now)
    if (before) await rows.credentials.endSession(before.credential)
    return { token: await startSession(rows, { ...ownerOf(joined, vouched, email), origin }, now) }
  })
  if (typeof outcome === 'object' && 'token' in outcome) return outcome
  throw refusal(vouched, outcome)
}

async function provenAddress(rows: Rows, { issuer, subject, email }: Vouched): Promise<string | null> {
  const identity = await rows.identities.find(issuer, subject)
  const person = identity && (await rows.people.person(identity.personId))
  return person?.email ?? email
}

const ownerOf = ({ person, current }: Joined, { passage }: Vouched, email: string) => ({
  personId: person?.id ?? null,
  organizationId: current,
  email,
  way: passage.provider,
})

/** The identity is the person's from now on; the first time is told in the audit of where they act. */
async function keepIdentity(
  rows: Rows,
  { issuer, subject, passage }: Vouched,
  person: PersonRow,
  organizationId: string | null,
  now: number,
): Promise<void> {
  const known = await rows.identities.find(issuer, subject)
  const identity: IdentityRow = { issuer, subject, provider: passage.provider, personId: person.id }
  await rows.identities.use(identity, now)
  if (known || organizationId === null) return
  const { id: personId, name: authorName } = person
  await rows.journal.audit({
    ...{ id: uuid(now), organizationId, createdAt: now },
    ...{ action: 'linkIdentity', subject: personId, personId, credential: 'sign-in' },
    ...{ actorType: 'human', actorName: null, authorName, surface: 'web', client: null },
    data: { provider: passage.provider, issuer },
  })
}

function refusal({ passage }: Vouched, outcome: 'spent' | 'unverified' | Refusal): Error {
  const title = providerTitles[passage.provider]
  if (outcome === 'spent') return strayed('spent')
  if (outcome === 'unverified')
    return new SignInFailure(
      'sign_in_failed',
      `${title} does not say that the address of this account is yours, so it cannot be used here. Sign in with a code sent to the address.`,
      'unverified_address',
    )
  if (outcome.refused === 'other_way') return providerNotInPlan()
  return new SignInFailure(
    'sign_in_failed',
    `Nothing here is open to the address of this ${title} account. Use the one that people here know you by, or ask whoever sent you the link.`,
    'stranger',
  )
}
