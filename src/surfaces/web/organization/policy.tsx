// The organization itself: its name, the rules of its policy with what each touches, and its end.

import type { JSX } from 'preact'
import { plans } from '../../../domain/plan.ts'
import { operations } from '../../../operations/index.ts'
import { mayCall } from '../../../operations/kernel/authorize.ts'
import type { OutputOf } from '../../../operations/kernel/operation.ts'
import { Switch } from '../layout/controls.tsx'
import { dashboardHtml, type Frame } from '../layout/dashboard-layout.tsx'
import { Button, ErrorSummary, Field, type FieldError, Form } from '../layout/form.tsx'
import { organizationName } from '../layout/people.tsx'
import { Card, Setting, SettingsGroup } from '../layout/surfaces.tsx'
import { counted, plain } from '../layout/text.ts'
import { UserText } from '../layout/words.tsx'
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
    'GET /app/policy/:form{name|end}': async request => finish(request, path),
    'POST /app/policy': saveRules,
    'POST /app/policy/name': rename,
    'POST /app/policy/end': endOrganization,
  },
  done: { saved: words.saved, renamed: words.renamed, restored: words.restored },
}

async function showPolicy(
  request: PageRequest,
  status = 200,
  shown: Pick<PolicyPageProps, 'errors' | 'values' | 'question'> = {},
): Promise<void> {
  const organization = await performed(request, operations.readOrganization, {})
  const html = policyPage({
    frame: frameOf(request),
    policy: organization.policy,
    reach: mayCall(operations.policyReach, request.actor) ? await reachOf(request) : null,
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
    return showPolicy(request, 200, { question: { wanted, closes } })
  const outcome = await attempt(request, operations.changeOrganization, { policy: wanted })
  if ('value' in outcome) return finish(request, path, 'saved')
  await showPolicy(request, outcome.refused.status, { errors: outcome.refused.errors })
}

/** `POST /app/policy/name` */
async function rename(request: PageRequest): Promise<void> {
  const { name = '' } = await fieldsOf(request)
  const outcome = await attempt(request, operations.changeOrganization, { name })
  if ('value' in outcome) return finish(request, path, 'renamed')
  const { status, errors } = outcome.refused
  await showPolicy(request, status, { errors, values: { name } })
}

/** `POST /app/policy/end`: from then on the session acts nowhere, so that what follows is the page to bring it back. */
async function endOrganization(request: PageRequest): Promise<void> {
  const { confirm = '' } = await fieldsOf(request)
  const outcome = await attempt(request, operations.deleteOrganization, { confirm })
  if ('value' in outcome) return finish(request, '/app/restore', 'ended')
  const { status, errors } = outcome.refused
  await showPolicy(request, status, { errors, values: { confirm } })
}

/** What each rule touches at present, and what ends with the organization. */
type Reach = OutputOf<typeof operations.policyReach> & { artifacts: number }

export interface PolicyPageProps {
  frame: Frame
  policy: Readonly<Record<RuleName, boolean>>
  /** Null for those who may only read the policy. */
  reach: Reach | null
  /** Whether the plan has sign-in by provider. */
  providers: boolean
  errors?: readonly FieldError[]
  /** Rules that take access away wait for a second yes. */
  question?: Question
  values?: { name?: string | undefined; confirm?: string | undefined }
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
    <Name {...props} />
    <End {...props} />
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

const Name = ({ frame, errors, values }: Owned): JSX.Element => (
  <SettingsGroup id="organization" title={words.organization}>
    <Form action={`${path}/name`} errors={errors} class="padded-form">
      <div class="ask-line two">
        <Field
          name="name"
          label={words.name}
          hint={words.nameHint}
          value={values?.name ?? organizationName(frame)}
          maxLength={200}
          required
        />
        <Button>{words.rename}</Button>
      </div>
    </Form>
  </SettingsGroup>
)

const End = ({ frame, reach, errors, values }: Owned): JSX.Element => (
  <SettingsGroup id="end" title={words.end(plain(organizationName(frame)))}>
    <Form action={`${path}/end`} errors={errors} class="form padded-form">
      <p class="soft">{words.endHint(counted(reach.artifacts, 'page'), counted(reach.members, 'member'))}</p>
      <Field
        name="confirm"
        label={words.endConfirm}
        hint={<UserText text={organizationName(frame)} />}
        value={values?.confirm}
        maxLength={400}
        required
      />
      <Button kind="danger">{words.endButton}</Button>
    </Form>
  </SettingsGroup>
)

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
