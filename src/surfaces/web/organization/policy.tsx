// The rules of the organization, with what each touches.

import type { JSX } from 'preact'
import { plans } from '../../../domain/plan.ts'
import { operations } from '../../../operations/index.ts'
import { mayCall } from '../../../operations/kernel/authorize.ts'
import type { OutputOf } from '../../../operations/kernel/operation.ts'
import { Switch } from '../layout/controls.tsx'
import { dashboardHtml, type Frame } from '../layout/dashboard-layout.tsx'
import { Button, ErrorSummary, type FieldError, Form } from '../layout/form.tsx'
import { organizationName } from '../layout/people.tsx'
import { Card, Setting } from '../layout/surfaces.tsx'
import { plain } from '../layout/text.ts'
import {
  attempt,
  fieldsOf,
  finish,
  frameOf,
  type PageRequest,
  performed,
  type Section,
  sendDashboard,
} from '../page/dashboard.ts'
import { common } from '../words/common.ts'
import { ruleHints, ruleLabels, rulesWords as words } from '../words/rules.ts'
import { closingsOf, type Question, type RuleName, RuleQuestion, rules } from './rule-question.tsx'

const path = '/app/policy'

export const policy: Section = {
  href: path,
  label: common.rules,
  group: 'organization',
  isFor: actor => mayCall(operations.readOrganization, actor),
  routes: {
    'GET /app/policy': request => showPolicy(request),
    'POST /app/policy': saveRules,
  },
  done: { saved: words.saved },
}

async function showPolicy(
  request: PageRequest,
  status = 200,
  shown: Pick<PolicyPageProps, 'errors' | 'question'> = {},
): Promise<void> {
  const organization = await performed(request, operations.readOrganization, {})
  const html = policyPage({
    frame: frameOf(request),
    policy: organization.policy,
    reach: mayCall(operations.policyReach, request.actor)
      ? await performed(request, operations.policyReach, {})
      : null,
    providers: plans[organization.plan].providerSignIn,
    ...shown,
  })
  sendDashboard(request, status, html)
}

/** `POST /app/policy`: the rules that are on; one that the plan lacks is not in the form. */
async function saveRules(request: PageRequest): Promise<void> {
  const fields = await fieldsOf(request)
  const { plan, policy } = await performed(request, operations.readOrganization, {})
  const offered = rules.filter(rule => rule !== 'requireSignInProvider' || plans[plan].providerSignIn)
  const wanted = Object.fromEntries(offered.map(rule => [rule, fields[rule] === 'on']))
  const closes = await closingsOf(request, policy, wanted)
  if (closes.length > 0 && fields.confirmed !== JSON.stringify(wanted))
    return showPolicy(request, 200, { question: { wanted, closes } })
  const outcome = await attempt(request, operations.changeOrganization, { policy: wanted })
  if ('value' in outcome) return finish(request, path, 'saved')
  await showPolicy(request, outcome.refused.status, { errors: outcome.refused.errors })
}

/** The members and pages that each rule affects at present. */
type Reach = OutputOf<typeof operations.policyReach>

export interface PolicyPageProps {
  frame: Frame
  policy: Readonly<Record<RuleName, boolean>>
  /** The reach of each rule; null for those who may only read the policy. */
  reach: Reach | null
  /** True where the plan has sign-in by provider. */
  providers: boolean
  errors?: readonly FieldError[]
  /** Rules that take access away wait for a second yes. */
  question?: Question
}

type Owned = PolicyPageProps & { reach: Reach }

export const policyPage = (props: PolicyPageProps): string =>
  dashboardHtml({
    frame: props.frame,
    title: words.title,
    width: 'form',
    children: props.reach ? <Policy {...props} reach={props.reach} /> : <PolicyToRead {...props} />,
  })

const Policy = (props: Owned): JSX.Element => (
  <>
    <div class="stack tight">
      <h1>{words.title}</h1>
      <p class="soft">
        {words.hint} {words.atOnce}
      </p>
    </div>
    <ErrorSummary errors={props.errors} />
    {props.question && <RuleQuestion {...props.question} />}
    <Rules {...props} />
  </>
)

const Rules = (props: Owned): JSX.Element => (
  <Form action={path} class="card" data-save aria-label={words.title}>
    {rules.map(rule => (
      <Rule key={rule} rule={rule} {...props} />
    ))}
    <div class="setting">
      <Button kind="primary">{words.save}</Button>
    </div>
  </Form>
)

const Rule = ({ rule, policy, ...props }: Owned & { rule: RuleName }): JSX.Element => (
  <Setting label={ruleLabels[rule]} labelId={`${rule}-label`} hint={hintOf(rule, policy[rule], props)} kept>
    <Switch
      name={rule}
      labelledBy={`${rule}-label`}
      describedBy={`${rule}-label-hint`}
      checked={policy[rule]}
      disabled={rule === 'requireSignInProvider' && !props.providers}
    />
  </Setting>
)

function hintOf(
  rule: RuleName,
  on: boolean,
  { reach, providers }: Pick<Owned, 'reach' | 'providers'>,
): string {
  if (rule === 'allowPublic') return ruleHints.allowPublic(on, reach.public)
  if (rule === 'allowExternalSharing') return ruleHints.allowExternalSharing(on, reach.sharedOutside)
  if (rule === 'openNetwork') return ruleHints.openNetwork(on, reach.html)
  if (rule === 'allowPreviewClaims') return ruleHints.allowPreviewClaims
  return providers ? ruleHints.requireSignInProvider(reach.members) : ruleHints.noProviders
}

/** Members see what holds, and who changes it. */
const PolicyToRead = ({ frame, policy }: PolicyPageProps): JSX.Element => (
  <>
    <div class="stack tight">
      <h1>{words.title}</h1>
      <p class="soft">{words.readOnly(plain(organizationName(frame)))}</p>
    </div>
    <Card>
      {rules.map(rule => (
        <Setting key={rule} label={ruleLabels[rule]} kept>
          <span>{policy[rule] ? words.yes : words.no}</span>
        </Setting>
      ))}
    </Card>
  </>
)
