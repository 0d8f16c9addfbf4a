// The accounts at sign-in providers that a person is known by here, and how to forget one.
import { z } from 'zod'
import type { Actor } from '../domain/actor.ts'
import { notFound } from '../domain/problem.ts'
import { providerNames } from '../domain/sign-in.ts'
import type { IdentityRow } from '../storage/records.ts'
import { type Context, keyed } from './context.ts'
import { operation } from './operation.ts'
import { iso } from './present.ts'

const identitySchema = z.object({
  id: z.string(),
  provider: z.enum(providerNames),
  linkedAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime(),
})

const inBrowser = { gap: 'sign-in providers belong to signing in, which is for browsers' }

type Signed = Actor & { kind: 'person' }

/** Issuer and subject name the account at the provider; what stands for them here tells neither. */
const idOf = (context: Context, { issuer, subject }: IdentityRow): string =>
  keyed(context, 'identity', `${issuer}\0${subject}`).slice(0, 32)

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
  fails: ['not_found'],
  rest: { method: 'DELETE', path: '/v1/me/identities/{id}', success: 204 },
  mcp: inBrowser,
  cli: inBrowser,
  async run({ context, rows, actor, input, note }) {
    const { personId, credential } = actor as Signed
    const identity = (await rows.identities.of(personId)).find(each => idOf(context, each) === input.id)
    if (!identity) throw notFound()
    await rows.identities.remove(identity.issuer, identity.subject)
    await rows.credentials.endSessionsBy(personId, identity.provider, credential)
    note(personId, { provider: identity.provider, issuer: identity.issuer })
    return undefined
  },
})
