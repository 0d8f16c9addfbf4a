// Who am I: the credential, the organization it acts in, its role, limits and use.
import { z } from 'zod'
import { scopes } from '../domain/actor.ts'
import { plans } from '../domain/plan.ts'
import { notFound } from '../domain/problem.ts'
import { type AnyTask, operation } from './operation.ts'

const meSchema = z.object({
  credential: z.enum(['session', 'key', 'oauth', 'service', 'guest', 'preview']),
  person: z.object({ id: z.string(), email: z.string(), name: z.string() }).nullable(),
  organization: z.object({ id: z.string(), name: z.string(), plan: z.string() }).nullable(),
  organizations: z.array(z.object({ id: z.string(), name: z.string(), role: z.string() })),
  role: z.enum(['owner', 'admin', 'member', 'viewer']).nullable(),
  scopes: z.array(z.enum(scopes)).nullable(),
  defaultVisibility: z.enum(['private', 'company']).nullable(),
  limits: z.object({ gatedArtifacts: z.int().nullable(), fileSize: z.int() }).nullable(),
  policy: z.object({ allowPublic: z.boolean(), allowExternalSharing: z.boolean() }).nullable(),
})

type Me = z.output<typeof meSchema>

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
    hints: { readOnly: true, destructive: false, idempotent: true, openWorld: false },
  },
  cli: { command: 'whoami' },
  async run(task): Promise<Me> {
    const { actor } = task
    if (!('organizationId' in actor)) return outside(task)
    const organization = await task.rows.people.organization(actor.organizationId)
    if (!organization) throw notFound()
    const { gatedArtifacts, fileSize } = plans[organization.plan]
    const { allowPublic, allowExternalSharing } = organization.policy
    return {
      credential: actor.kind === 'service' ? 'service' : actor.proof,
      person: actor.kind === 'person' ? { id: actor.personId, email: actor.email, name: actor.name } : null,
      organization: { id: organization.id, name: organization.name, plan: organization.plan },
      organizations: await organizationsOf(task),
      role: actor.kind === 'person' ? actor.role : null,
      scopes: actor.scopes === null ? null : [...actor.scopes],
      defaultVisibility: actor.kind === 'service' ? 'company' : 'private',
      limits: { gatedArtifacts, fileSize },
      policy: { allowPublic, allowExternalSharing },
    }
  },
})

async function organizationsOf({ actor, rows }: AnyTask): Promise<Me['organizations']> {
  if (actor.kind !== 'person') return []
  const memberships = await rows.people.memberships(actor.personId)
  return memberships.map(({ organization, role }) => ({ id: organization.id, name: organization.name, role }))
}

function outside({ actor }: AnyTask): Me {
  return {
    credential: actor.kind === 'preview' ? 'preview' : 'guest',
    person: actor.kind === 'guest' ? { id: actor.credential, email: actor.email, name: actor.email } : null,
    organization: null,
    organizations: [],
    role: null,
    scopes: null,
    defaultVisibility: null,
    limits: null,
    policy: null,
  }
}
