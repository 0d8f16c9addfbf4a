// The organization itself: name, policy, deletion.

import { plans } from '../../../domain/plan.ts'
import { operations } from '../../../operations/index.ts'
import {
  attempt,
  fieldsOf,
  finish,
  frameOf,
  isPerson,
  type PageRequest,
  performed,
  type Section,
  sendDashboard,
} from '../page/dashboard.ts'
import { common } from '../words/common.ts'
import { closing, rulesWords } from '../words/rules.ts'
import { type PolicyPageProps, policyPage, type RuleName, rules } from './policy-page.tsx'

export const policy: Section = {
  href: '/app/policy',
  label: common.rules,
  group: 'organization',
  isFor: isPerson,
  routes: {
    'GET /app/policy': request => sendPolicy(request, 200),
    'GET /app/policy/:form{name|end}': async request => finish(request, '/app/policy'),
    'POST /app/policy': saveRules,
    'POST /app/policy/name': renameByForm,
    'POST /app/policy/end': endByForm,
  },
  done: {
    saved: rulesWords.saved,
    renamed: 'The organization has its new name.',
    restored: 'The organization is back, and everything works again as before.',
  },
}

type Reach = NonNullable<PolicyPageProps['reach']>

async function sendPolicy(
  request: PageRequest,
  status: number,
  shown: Pick<PolicyPageProps, 'errors' | 'values' | 'question'> = {},
): Promise<void> {
  const organization = await performed(request, operations.readOrganization, {})
  const isOwner = isPerson(request.actor) && request.actor.role === 'owner'
  const html = policyPage({
    frame: frameOf(request),
    policy: organization.policy,
    reach: isOwner ? await reachOf(request) : null,
    providers: plans[organization.plan].providerSignIn,
    ...shown,
  })
  sendDashboard(request, status, html)
}

async function reachOf(request: PageRequest): Promise<Reach> {
  const reach = await performed(request, operations.policyReach, {})
  const { gated, public: open, trashed } = await performed(request, operations.usage, { limit: 1 })
  return { ...reach, artifacts: gated.count + open.count + trashed.count }
}

/** `POST /app/policy`: the rules that are on; one that the plan lacks is not in the form. */
async function saveRules(request: PageRequest): Promise<void> {
  const fields = await fieldsOf(request)
  const { plan, policy } = await performed(request, operations.readOrganization, {})
  const offered = rules.filter(rule => rule !== 'requireSignInProvider' || plans[plan].providerSignIn)
  const wanted = Object.fromEntries(offered.map(rule => [rule, fields[rule] === 'on']))
  const closes = await closingsOf(request, policy, wanted)
  if (closes.length > 0 && fields.confirmed !== JSON.stringify(wanted))
    return sendPolicy(request, 200, { question: { wanted, closes } })
  const outcome = await attempt(request, operations.changeOrganization, { policy: wanted })
  if ('value' in outcome) return finish(request, '/app/policy', 'saved')
  await sendPolicy(request, outcome.refused.status, { errors: outcome.refused.errors })
}

type Switched = Readonly<Partial<Record<RuleName, boolean>>>

/** What would be taken from whom, in words; nothing for those whom the operation refuses anyhow. */
async function closingsOf(request: PageRequest, now: Switched, wanted: Switched): Promise<string[]> {
  if (!isPerson(request.actor) || request.actor.role !== 'owner') return []
  const reach = await performed(request, operations.policyReach, {})
  const isOff = (rule: RuleName) => now[rule] === true && wanted[rule] === false
  return [
    ...(isOff('allowPublic') && reach.public > 0 ? [closing.allowPublic(reach.public)] : []),
    ...(isOff('allowExternalSharing') && reach.sharedOutside > 0
      ? [closing.allowExternalSharing(reach.sharedOutside)]
      : []),
    ...(!now.requireSignInProvider && wanted.requireSignInProvider
      ? [closing.requireSignInProvider(reach.members)]
      : []),
  ]
}

/** `POST /app/policy/name` */
async function renameByForm(request: PageRequest): Promise<void> {
  const { name = '' } = await fieldsOf(request)
  const outcome = await attempt(request, operations.changeOrganization, { name })
  if ('value' in outcome) return finish(request, '/app/policy', 'renamed')
  const { status, errors } = outcome.refused
  await sendPolicy(request, status, { errors, values: { name } })
}

/** `POST /app/policy/end`: from then on the session acts nowhere, so that what follows is the page to bring it back. */
async function endByForm(request: PageRequest): Promise<void> {
  const { confirm = '' } = await fieldsOf(request)
  const outcome = await attempt(request, operations.deleteOrganization, { confirm })
  if ('value' in outcome) return finish(request, '/app/restore', 'ended')
  const { status, errors } = outcome.refused
  await sendPolicy(request, status, { errors, values: { confirm } })
}
