// The accounts at sign-in providers that a person is known by here, and how to forget one.

import { z } from 'zod'
import { hmac } from '../../crypto.ts'
import type { Actor } from '../../domain/actor.ts'
import type { Organization } from '../../domain/artifact.ts'
import { notFound, Problem } from '../../domain/problem.ts'
import { providerNames, requiresProvider } from '../../domain/sign-in.ts'
import type { IdentityRow, Rows } from '../../storage/records.ts'
import type { Context } from '../kernel/context.ts'
import { operation } from '../kernel/operation.ts'
import { iso } from '../kernel/time.ts'

const identitySchema = z.object({
  id: z.string(),
  provider: z.enum(providerNames),
  linkedAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime(),
})

const inBrowser = { gap: 'sign-in providers belong to signing in, which is for browsers' }

type Signed = Actor & { kind: 'person' }

/** Issuer and subject name the account at the provider; the id here reveals neither. */
const idOf = (context: Context, { issuer, subject }: IdentityRow): string =>
  hmac(context, 'identity', `${issuer}\0${subject}`).slice(0, 32)

export const listIdentities = operation({
  name: 'listIdentities',
  summary: 'List the accounts at sign-in providers that sign you in.',
  input: z.object({}),
  output: z.object({ data: z.array(identitySchema) }),
  effect: 'read',
  access: 'session',
  fails: [],
  rest: { method: 'GET', path: '/v1/me/identities', success: 200 },
  mcp: inBrowser,
  cli: inBrowser,
  async run({ context, rows, actor }) {
    const found = await rows.identities.of((actor as Signed).personId)
    const data = found.map(each => ({
      id: idOf(context, each),
      provider: each.provider,
      linkedAt: iso(each.linkedAt),
      lastUsedAt: iso(each.lastUsedAt),
    }))
    return { data }
  },
})

export const unlinkIdentity = operation({
  name: 'unlinkIdentity',
  summary: 'Forget an account at a sign-in provider; sessions that the provider began end, but for this one.',
  input: z.object({ id: z.string().max(100) }),
  output: null,
  effect: 'write',
  access: 'session',
  fails: ['not_found', 'last_sign_in_provider'],
  rest: { method: 'DELETE', path: '/v1/me/identities/{id}', success: 204 },
  mcp: inBrowser,
  cli: inBrowser,
  async run({ context, rows, actor, input, addAuditDetails }) {
    const { personId, credential } = actor as Signed
    const requiring = await lockRequiring(rows, personId)
    const linked = await rows.identities.of(personId)
    const identity = linked.find(each => idOf(context, each) === input.id)
    if (!identity) throw notFound()
    if (requiring && isLastWay(context, linked, identity)) throw lastWay(requiring)
    await rows.identities.remove(identity.issuer, identity.subject)
    await rows.credentials.endSessionsBy(personId, identity.provider, credential)
    addAuditDetails(personId, { provider: identity.provider, issuer: identity.issuer })
    return undefined
  },
})

/** The first of the person's organizations that accept sign-in by provider only; all of them are locked for the transaction. */
async function lockRequiring(rows: Rows, personId: string): Promise<Organization | null> {
  const memberships = await rows.people.memberships(personId)
  const ids = memberships.map(({ organization }) => organization.id).sort()
  const locked: (Organization | null)[] = []
  for (const id of ids) locked.push(await rows.people.lockOrganization(id))
  return locked.find(each => each && requiresProvider(each)) ?? null
}

/** True where none of the other accounts could sign the person in; providers that are not set up sign nobody in. */
function isLastWay({ signInProviders }: Context, linked: readonly IdentityRow[], lost: IdentityRow): boolean {
  const ways = linked.filter(({ provider }) => signInProviders.includes(provider))
  return ways.length === 1 && ways[0] === lost
}

const lastWay = ({ name }: Organization): Problem =>
  new Problem(
    'last_sign_in_provider',
    `${name} takes only people who sign in with Google or Microsoft, and this is the last account that signs you in so. Sign in with another one first, or leave the organization.`,
  )
