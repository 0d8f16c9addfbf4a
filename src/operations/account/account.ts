// The account behind a call: the credential, the organization it acts in, its role, limits and use.
import { z } from 'zod'
import { type Actor, scopes } from '../../domain/actor.ts'
import { noticePaces } from '../../domain/notification.ts'
import { plans } from '../../domain/plan.ts'
import { notFound } from '../../domain/problem.ts'
import { type AnyTask, operation } from '../kernel/operation.ts'
import { iso } from '../kernel/time.ts'

export const meSchema = z.object({
  credential: z.enum(['session', 'key', 'grant', 'service', 'guest', 'preview']),
  person: z.object({ id: z.string(), email: z.string(), name: z.string() }).nullable(),
  organization: z.object({ id: z.string(), name: z.string(), plan: z.string() }).nullable(),
  organizations: z.array(z.object({ id: z.string(), name: z.string(), role: z.string() })),
  deletedOrganizations: z
    .array(z.object({ id: z.string(), name: z.string(), deletesAt: z.iso.datetime() }))
    .describe('Own organizations that can still be brought back'),
  notices: z.enum(noticePaces).nullable().describe('How often a person gets mail about threads'),
  role: z.enum(['owner', 'admin', 'member', 'viewer']).nullable(),
  scopes: z.array(z.enum(scopes)).nullable(),
  defaultVisibility: z.enum(['private', 'company']).nullable(),
  limits: z.object({ gatedArtifacts: z.int().nullable(), fileSize: z.int() }).nullable(),
  policy: z.object({ allowPublic: z.boolean(), allowExternalSharing: z.boolean() }).nullable(),
})

export type Me = z.output<typeof meSchema>

export const me = operation({
  name: 'me',
  summary: 'Read who the credential acts as, in which organization, and what it may do.',
  input: z.object({}),
  output: meSchema,
  effect: 'read',
  access: 'credential',
  fails: [],
  rest: { method: 'GET', path: '/v1/me', success: 200 },
  mcp: {
    tool: 'get_account',
    title: 'Get the account',
    description:
      'Reads who you act as: person or service, organization, role, plan, limits, policy, scopes and the default audience of a publish.',
    hints: { readOnly: true, destructive: false, idempotent: true, openWorld: true },
  },
  cli: { command: 'whoami' },
  run: describeMe,
})

/** Describes the caller to itself. */
export async function describeMe({ actor, rows }: Pick<AnyTask, 'actor' | 'rows'>): Promise<Me> {
  if (!('organizationId' in actor)) return outside(actor, rows)
  const organization = await rows.people.organization(actor.organizationId)
  if (!organization) throw notFound()
  const { gatedArtifacts, fileSize } = plans[organization.plan]
  const { allowPublic, allowExternalSharing } = organization.policy
  const person = actor.kind === 'person' ? actor : null
  return {
    credential: person ? person.proof : 'service',
    person: person && { id: person.personId, email: person.email, name: person.name },
    organization: { id: organization.id, name: organization.name, plan: organization.plan },
    ...(await belongings(rows, person?.personId)),
    notices: person && (await rows.notices.pace(person.personId)),
    role: person?.role ?? null,
    scopes: actor.scopes === null ? null : [...actor.scopes],
    defaultVisibility: person ? 'private' : 'company',
    limits: { gatedArtifacts, fileSize },
    policy: { allowPublic, allowExternalSharing },
  }
}

/** The person's organizations, and those waiting to be deleted that the person can restore. */
async function belongings(
  { people, members }: AnyTask['rows'],
  personId: string | undefined,
): Promise<Pick<Me, 'organizations' | 'deletedOrganizations'>> {
  if (personId === undefined) return { organizations: [], deletedOrganizations: [] }
  const memberships = await people.memberships(personId)
  const ending = await members.ending(personId)
  return {
    organizations: memberships.map(({ organization: { id, name }, role }) => ({ id, name, role })),
    deletedOrganizations: ending.map(({ id, name, deleteAt }) => ({ id, name, deletesAt: iso(deleteAt!) })),
  }
}

async function outside(actor: Actor, rows: AnyTask['rows']): Promise<Me> {
  const email = actor.kind === 'guest' ? actor.email : null
  const account = email === null ? null : await rows.people.personByEmail(email)
  return {
    credential: email === null ? 'preview' : 'guest',
    person:
      email === null ? null : { id: account?.id ?? actor.credential, email, name: account?.name ?? email },
    organization: null,
    ...(await belongings(rows, account?.id)),
    notices: account && (await rows.notices.pace(account.id)),
    role: null,
    scopes: null,
    defaultVisibility: null,
    limits: null,
    policy: null,
  }
}
