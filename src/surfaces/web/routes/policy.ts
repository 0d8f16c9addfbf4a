// The organization itself: name, policy, deletion.

import { plans } from '../../../domain/plan.ts'
import { operations } from '../../../operations/index.ts'
import {
  attempt,
  fieldsOf,
  finish,
  frameOf,
  isPerson,
  performed,
  type Section,
  sendDashboard,
  type Visit,
} from '../dashboard.ts'
import { type PolicyPageProps, policyPage, rules } from '../pages/policy-page.tsx'

export const policy: Section = {
  href: '/app/policy',
  label: 'Policy',
  group: 'organization',
  isFor: isPerson,
  routes: {
    'GET /app/policy': visit => sendPolicy(visit, 200),
    'GET /app/policy/:form{name|end}': async visit => finish(visit, '/app/policy'),
    'POST /app/policy': saveRules,
    'POST /app/policy/name': renameByForm,
    'POST /app/policy/end': endByForm,
  },
  done: {
    saved: 'The rules are saved. They hold everywhere from now on.',
    renamed: 'The organization has its new name.',
    restored: 'The organization is back, and everything works again as before.',
  },
}

type Reach = NonNullable<PolicyPageProps['reach']>

async function sendPolicy(
  visit: Visit,
  status: number,
  shown: Pick<PolicyPageProps, 'errors' | 'values'> = {},
): Promise<void> {
  const organization = await performed(visit, operations.readOrganization, {})
  const isOwner = isPerson(visit.actor) && visit.actor.role === 'owner'
  const html = policyPage({
    frame: frameOf(visit),
    policy: organization.policy,
    reach: isOwner ? await reachOf(visit) : null,
    providers: plans[organization.plan].providerSignIn,
    ...shown,
  })
  sendDashboard(visit, status, html)
}

async function reachOf(visit: Visit): Promise<Reach> {
  const reach = await performed(visit, operations.policyReach, {})
  const { gated, public: open, trashed } = await performed(visit, operations.usage, { limit: 1 })
  return { ...reach, artifacts: gated.count + open.count + trashed.count }
}

/** `POST /app/policy`: the rules that are on; one that the plan lacks is not in the form. */
async function saveRules(visit: Visit): Promise<void> {
  const fields = await fieldsOf(visit)
  const { plan } = await performed(visit, operations.readOrganization, {})
  const offered = rules.filter(rule => rule !== 'requireSignInProvider' || plans[plan].providerSignIn)
  const wanted = Object.fromEntries(offered.map(rule => [rule, fields[rule] === 'on']))
  const outcome = await attempt(visit, operations.changeOrganization, { policy: wanted })
  if ('value' in outcome) return finish(visit, '/app/policy', 'saved')
  await sendPolicy(visit, outcome.refused.status, { errors: outcome.refused.errors })
}

/** `POST /app/policy/name` */
async function renameByForm(visit: Visit): Promise<void> {
  const { name = '' } = await fieldsOf(visit)
  const outcome = await attempt(visit, operations.changeOrganization, { name })
  if ('value' in outcome) return finish(visit, '/app/policy', 'renamed')
  const { status, errors } = outcome.refused
  await sendPolicy(visit, status, { errors, values: { name } })
}

/** `POST /app/policy/end`: from then on the session acts nowhere, so that what follows is the page to bring it back. */
async function endByForm(visit: Visit): Promise<void> {
  const { confirm = '' } = await fieldsOf(visit)
  const outcome = await attempt(visit, operations.deleteOrganization, { confirm })
  if ('value' in outcome) return finish(visit, '/app/restore', 'ended')
  const { status, errors } = outcome.refused
  await sendPolicy(visit, status, { errors, values: { confirm } })
}
