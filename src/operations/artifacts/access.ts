// Can this address open it, and why: asked of the policy with the actor the address would be. Whose addresses are members'.
import { z } from 'zod'
import { type Actor, guestWith, memberWith } from '../../domain/actor.ts'
import type { Organization } from '../../domain/artifact.ts'
import { address } from '../../domain/audience.ts'
import { explainAccess, reasonCodes } from '../../domain/explain-access.ts'
import { colorOf } from '../../domain/person-color.ts'
import { asMember } from '../../domain/policy.ts'
import type { Reading } from '../../storage/records.ts'
import * as fields from '../kernel/fields.ts'
import { operation } from '../kernel/operation.ts'
import { outsidersAmong, requestedAudience } from './audience.ts'

/** The actor that a person with this address would be for artifacts of the organization. */
export async function actorBehind(rows: Reading, email: string, organization: Organization): Promise<Actor> {
  const person = await rows.people.personByEmail(email)
  const membership = person && (await rows.people.membership(person.id, organization.id))
  if (membership) return memberWith({ ...person, personId: person.id }, organization.id, membership.role)
  const home = await rows.domains.home(email)
  if (home?.id !== organization.id) return guestWith(email)
  return memberWith({ personId: person?.id ?? '', email, name: email }, organization.id, 'viewer')
}

export const access = operation({
  name: 'access',
  summary: 'Ask whether the owner of an email address can open an artifact, and why.',
  input: z.object({
    id: fields.id,
    email: z.string().max(400).describe('The address to ask about'),
  }),
  output: z.object({
    email: z.string(),
    canOpen: z.boolean(),
    reasons: z.array(z.object({ code: z.enum(reasonCodes), sentence: z.string() })),
  }),
  effect: 'read',
  access: { artifact: 'share' },
  fails: ['malformed_address'],
  rest: { method: 'GET', path: '/v1/artifacts/{id}/access', success: 200 },
  mcp: { gap: 'update_sharing returns the audience; asking about one address is for people who share' },
  cli: { gap: 'recto share prints the audience; asking about one address is for the dashboard and REST' },
  async run({ artifact, input, rows }) {
    const email = address(input.email)
    const actor = artifact.organization
      ? await actorBehind(rows, email, artifact.organization)
      : guestWith(email)
    return { email, ...explainAccess(actor, artifact) }
  },
})

/** Addresses of one list of recipients. */
const MOST = 10_000

export const recipients = operation({
  name: 'recipients',
  summary:
    'Ask which email addresses belong to members of the organization of an artifact, and which to nobody of it.',
  input: z.object({ id: fields.id, addresses: z.array(z.string()).max(MOST) }),
  output: z.object({
    outside: z.array(z.string()).describe('Lower-cased'),
    members: z.array(
      z.object({
        email: z.string(),
        name: z.string(),
        color: fields.color,
        role: z.enum(['owner', 'admin', 'member', 'viewer']),
      }),
    ),
  }),
  effect: 'read',
  access: { artifact: 'share' },
  fails: [],
  rest: { gap: 'PATCH with dryRun tells who gains access; the form marks these while it is filled in' },
  mcp: { gap: 'update_sharing returns the audience' },
  cli: { gap: 'recto share prints the audience' },
  async run({ artifact, input, rows }) {
    const named = input.addresses.map(each => each.toLowerCase())
    const { organization } = artifact
    if (!organization) return { outside: named, members: [] }
    const members = await rows.members.atAddresses(organization.id, named)
    return {
      outside: await outsidersAmong(rows, organization.id, named),
      members: members.map(({ person: { id, email, name }, role }) => ({
        email,
        name,
        color: colorOf(id),
        role,
      })),
    }
  },
})

const beforeConsent = { gap: 'asked for an app that publishes, so that its person can allow sharing first' }

export const reachesOutside = operation({
  name: 'reachesOutside',
  summary: 'Ask whether an audience is more than people of your organization.',
  input: z.object({ visibility: fields.visibility.optional(), sharedWith: fields.sharedWith.optional() }),
  output: z.object({ outside: z.boolean() }),
  effect: 'read',
  access: 'credential',
  fails: ['unknown_visibility', 'malformed_address'],
  rest: beforeConsent,
  mcp: beforeConsent,
  cli: beforeConsent,
  async run({ actor, input, rows }) {
    const member = asMember(actor)
    const { visibility, sharedWith } = requestedAudience(member, input)
    const outside = await outsidersAmong(rows, member.organizationId, sharedWith)
    return { outside: visibility === 'public' || outside.length > 0 }
  },
})
