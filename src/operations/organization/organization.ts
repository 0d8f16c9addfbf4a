// The organization itself: its name, its plan and what its policy permits.
import { z } from 'zod'
import type { Organization, OrganizationPolicy } from '../../domain/artifact.ts'
import { type PlanName, planNames, plans } from '../../domain/plan.ts'
import { asMember, requireOwner } from '../../domain/policy.ts'
import { notFound, Problem } from '../../domain/problem.ts'
import * as fields from '../kernel/fields.ts'
import { operation, type Task } from '../kernel/operation.ts'
import { iso } from '../kernel/time.ts'
import { lockOrganization } from './lock-organization.ts'

const policySchema = z.object({
  allowPublic: z.boolean().describe('Artifacts may be public'),
  allowExternalSharing: z.boolean().describe('People outside may be named'),
  allowPreviewClaims: z.boolean().describe('Members may claim public previews'),
  openNetwork: z.boolean().describe('Pages may load from other sites'),
  requireSignInProvider: z.boolean().describe('Members sign in with Google or Microsoft; Pro and Enterprise'),
})

export const organizationSchema = z.object({
  id: z.string(),
  name: z.string(),
  plan: z.enum(planNames as [PlanName, ...PlanName[]]),
  role: z.enum(['owner', 'admin', 'member', 'viewer']).nullable().describe('Yours; null for a service key'),
  policy: policySchema,
  createdAt: z.iso.datetime(),
})

export const presentOrganization = (
  { id, name, plan, policy, createdAt }: Organization,
  role: z.output<typeof organizationSchema>['role'],
): z.output<typeof organizationSchema> => ({ id, name, plan, role, policy, createdAt: iso(createdAt) })

export const readOrganization = operation({
  name: 'organization',
  summary: 'Read the organization: its name, plan and policy.',
  input: z.object({}),
  output: organizationSchema,
  effect: 'read',
  access: { organization: 'member', scope: 'org:read' },
  fails: ['not_found'],
  rest: { method: 'GET', path: '/v1/organization', success: 200 },
  mcp: { gap: 'get_account tells the name, the plan and the policy' },
  cli: fields.inDashboard,
  async run({ actor, rows }) {
    const organization = await rows.people.organization(asMember(actor).organizationId)
    if (!organization) throw notFound()
    return presentOrganization(organization, roleOf(actor))
  },
})

const roleOf = (actor: Task<unknown>['actor']) => (actor.kind === 'person' ? actor.role : null)

const policyInput = policySchema.partial()

export const changeOrganization = operation({
  name: 'changeOrganization',
  summary:
    'Rename the organization or change its policy; what is stored stays, and works again when a rule is lifted.',
  input: z.strictObject({
    name: fields.name.describe('Name of the organization, 1 to 200 characters').optional(),
    policy: z.strictObject(policyInput.shape).optional(),
  }),
  output: organizationSchema,
  effect: 'write',
  access: { organization: 'owner', scope: 'org:write', recent: true },
  fails: ['plan_limit', 'sign_in_provider_missing', 'sign_in_provider_required', 'not_found'],
  rest: { method: 'PATCH', path: '/v1/organization', success: 200, body: 'json' },
  mcp: { gap: 'update_policy changes the policy; the name is changed in the dashboard' },
  cli: fields.inDashboard,
  async run(task) {
    const { input, rows, addAuditDetails } = task
    const { organization, actor } = await lockOrganization(task, requireOwner)
    const policy = await applyPolicy(task, organization, input.policy ?? {})
    const name = input.name ?? organization.name
    if (name !== organization.name) {
      await rows.people.rename(organization.id, name)
      addAuditDetails(organization.id, { name: { from: organization.name, to: name } })
    }
    return presentOrganization({ ...organization, name, policy }, actor.role)
  },
})

export const changePolicy = operation({
  name: 'changePolicy',
  summary: 'Change what the policy of the organization permits.',
  input: z.strictObject(policyInput.shape),
  output: policySchema,
  effect: 'write',
  access: { organization: 'owner', scope: 'org:write', recent: true },
  fails: ['plan_limit', 'sign_in_provider_missing', 'sign_in_provider_required', 'not_found'],
  rest: { gap: 'PATCH /v1/organization changes name and policy together' },
  mcp: {
    tool: 'update_policy',
    title: 'Change the rules',
    description:
      'Changes what the organization permits. Returns the whole policy. Stored audiences stay and work again when a rule is lifted. For owners, and only when the person asked for it.',
    hints: { readOnly: false, destructive: true, idempotent: true, openWorld: true },
  },
  cli: fields.inDashboard,
  run: async task => applyPolicy(task, (await lockOrganization(task, requireOwner)).organization, task.input),
})

type PolicyChange = { [Rule in keyof OrganizationPolicy]?: boolean | undefined }

/** The policy after the change; an event and the audit say what became different. */
async function applyPolicy(
  task: Task<unknown>,
  { id, plan, policy }: Organization,
  change: PolicyChange,
): Promise<OrganizationPolicy> {
  const { rows, emitOrganizationEvent, addAuditDetails } = task
  const rules = Object.keys(policy) as (keyof OrganizationPolicy)[]
  const changed = rules.filter(rule => change[rule] !== undefined && change[rule] !== policy[rule])
  addAuditDetails(id)
  if (changed.length === 0) return policy
  if (changed.includes('requireSignInProvider') && change.requireSignInProvider) {
    requireProviders(plan)
    await requireWayBack(task)
  }
  const after = { ...policy, ...Object.fromEntries(changed.map(rule => [rule, change[rule]])) }
  await rows.people.changePolicy(id, after)
  const facts = Object.fromEntries(changed.map(rule => [rule, after[rule]]))
  emitOrganizationEvent('policy.changed', id, facts)
  addAuditDetails(id, { policy: facts })
  return after
}

function requireProviders(plan: PlanName): void {
  if (plans[plan].providerSignIn) return
  throw new Problem(
    'plan_limit',
    `The ${plan} plan has no sign-in by Google or Microsoft, so it cannot be required. Move to Pro or Enterprise.`,
    { plan },
  )
}

/** A person who turns the rule on must have signed in by a provider; otherwise nobody might be able to turn it off. */
async function requireWayBack({ context, rows, actor }: Task<unknown>): Promise<void> {
  const { signInProviders } = context
  if (signInProviders.length === 0)
    throw new Problem(
      'sign_in_provider_missing',
      'No sign-in with Google or Microsoft is set up on this server, so requiring it would keep everybody out. Its operator can set one up.',
    )
  const known = actor.kind === 'person' ? await rows.identities.of(actor.personId) : []
  const isKnown = known.some(({ provider }) => signInProviders.includes(provider))
  const isSession = actor.kind === 'person' && actor.proof === 'session'
  if (isSession ? 'byProvider' in actor : isKnown) return
  throw new Problem(
    'sign_in_provider_required',
    'Sign in with Google or Microsoft yourself first, then require it: so nobody locks themselves out.',
  )
}
