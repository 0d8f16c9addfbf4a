// The session of a person whom a provider verified, and the link to the account at the provider.

import { type ProviderName, providerNotInPlan, providerTitles } from '../domain/sign-in.ts'
import type { Context } from '../operations/kernel/context.ts'
import { uuid } from '../operations/kernel/uuid.ts'
import type { IdentityRow, PersonRow, ProviderIdentity, Rows } from '../storage/records.ts'
import type { SignedIn } from './complete-sign-in.ts'
import type { SignInOrigin } from './origin.ts'
import { SignInFailure, unknownCallback } from './providers.ts'
import { type Refusal, type ResolvedAccount, resolveAccount } from './resolve-account.ts'
import { startSession } from './sessions.ts'

export interface SsoSignIn {
  /** The verified address: of the linked account if it is known, else the provider's. */
  email: string
  identity: ProviderIdentity
  /** Short ID of the page that is to be opened, if any. */
  shortId: string | null
  origin: SignInOrigin
  /** The session that the browser had; it ends. */
  before: { id: string; organizationId: string | null } | null
}

/** Joins as an address verified by a code does; the organization must accept provider sessions. */
export async function startSsoSession(
  context: Context,
  rows: Rows,
  { email, identity, shortId, origin, before }: SsoSignIn,
  now: number,
): Promise<SignedIn | Refusal> {
  const { provider, name } = identity
  const organizationId = before?.organizationId ?? null
  const proof = { email, provider, shortId, name, organizationId, network: origin.exactNetwork }
  const joined = await resolveAccount(context, rows, proof, now)
  if ('refused' in joined) return joined
  if (joined.person) await keepIdentity(rows, identity, joined.person, joined.current, now)
  if (before) await rows.credentials.endSession(before.id)
  const owner = { ...ownerOf(joined, email), origin, way: provider }
  return { ...joined, email, token: await startSession(rows, owner, now) }
}

const ownerOf = ({ person, current }: ResolvedAccount, email: string) => ({
  personId: person?.id ?? null,
  organizationId: current,
  email,
})

/** Links the identity to the person; the first time is in the audit of the organization they act in. */
async function keepIdentity(
  rows: Rows,
  { issuer, subject, provider }: ProviderIdentity,
  person: PersonRow,
  organizationId: string | null,
  now: number,
): Promise<void> {
  const known = await rows.identities.find(issuer, subject)
  const identity: IdentityRow = { issuer, subject, provider, personId: person.id }
  await rows.identities.use(identity, now)
  if (known || organizationId === null) return
  const { id: personId, name: authorName } = person
  await rows.journal.audit({
    ...{ id: uuid(now), organizationId, createdAt: now },
    ...{ action: 'linkIdentity', subject: personId, personId, credential: 'sign-in' },
    ...{ actorType: 'human', actorName: null, authorName, surface: 'web', client: null },
    data: { provider, issuer },
  })
}

/** Why nobody was signed in, for a person. */
export function refusal(provider: ProviderName, outcome: 'spent' | 'unverified' | Refusal): Error {
  const title = providerTitles[provider]
  if (outcome === 'spent') return unknownCallback('spent')
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
