// The organization itself: its name, the rules of its policy with what each touches, and its end.

import type { ComponentChildren, JSX } from 'preact'
import { Banner } from '../layout/blocks.tsx'
import { Check } from '../layout/choices.tsx'
import { LinkButton } from '../layout/controls.tsx'
import { dashboardHtml, type Frame } from '../layout/dashboard-layout.tsx'
import { Button, ErrorSummary, Field, type FieldError, Form, Hidden } from '../layout/form.tsx'
import { organizationName } from '../layout/people.tsx'
import { counted } from '../layout/text.ts'
import { UserText } from '../layout/words.tsx'
import { rulesWords } from '../words/rules.ts'

export const rules = [
  'allowPublic',
  'allowExternalSharing',
  'allowPreviewClaims',
  'openNetwork',
  'requireSignInProvider',
] as const
export type RuleName = (typeof rules)[number]

export interface PolicyPageProps {
  frame: Frame
  policy: Readonly<Record<RuleName, boolean>>
  /** What each rule touches at present; null for those who may only read the policy. */
  reach: { public: number; sharedOutside: number; html: number; members: number; artifacts: number } | null
  /** Whether the plan has sign-in by provider. */
  providers: boolean
  errors?: readonly FieldError[]
  /** Rules that take access away wait for a second yes. */
  question?: { wanted: Readonly<Partial<Record<RuleName, boolean>>>; closes: readonly string[] }
  values?: { name?: string | undefined; confirm?: string | undefined }
}

type Owned = PolicyPageProps & { reach: NonNullable<PolicyPageProps['reach']> }

/** `POST /app/policy/name` with `name`; `POST /app/policy` with the rules that are on; `POST /app/policy/end` with `confirm`. */
export const policyPage = (props: PolicyPageProps): string => {
  const { reach } = props
  return dashboardHtml({
    frame: props.frame,
    title: rulesWords.title,
    width: 'form',
    children: reach ? <Policy {...props} reach={reach} /> : <PolicyToRead {...props} />,
  })
}

const Policy = (props: Owned): JSX.Element => (
  <>
    <h1>{rulesWords.title}</h1>
    <ErrorSummary errors={props.errors} />
    {props.question && <Question {...props.question} />}
    <Name {...props} />
    <Rules {...props} />
    <End {...props} />
  </>
)

/** Says in numbers who loses access, before anybody does. */
const Question = ({ wanted, closes }: NonNullable<PolicyPageProps['question']>): JSX.Element => (
  <Banner signal="open" label={rulesWords.asks}>
    {closes.map(text => (
      <p key={text}>{text}</p>
    ))}
    <Form action="/app/policy" class="actions">
      <Hidden
        values={{
          ...Object.fromEntries(rules.filter(rule => wanted[rule]).map(rule => [rule, 'on'])),
          confirmed: JSON.stringify(wanted),
        }}
      />
      <Button kind="stop">{rulesWords.confirm}</Button>
      <LinkButton href="/app/policy">{rulesWords.cancel}</LinkButton>
    </Form>
  </Banner>
)

const Name = ({ frame, errors, values }: Owned): JSX.Element => (
  <section aria-labelledby="name-title">
    <h2 id="name-title">Name</h2>
    <Form action="/app/policy/name" class="form">
      <Field
        name="name"
        label="Name of the organization"
        hint="Everybody who is named on a page or invited sees it."
        value={values?.name ?? organizationName(frame)}
        errors={errors}
        maxLength={200}
        required
      />
      <Button>Rename</Button>
    </Form>
  </section>
)

const labels: Record<RuleName, string> = {
  allowPublic: 'Pages may be public',
  allowExternalSharing: 'Pages may be shared with people outside',
  allowPreviewClaims: 'Members may keep public previews',
  openNetwork: 'Pages may load from other sites',
  requireSignInProvider: 'Members sign in with Google or Microsoft',
}

const Rules = ({ policy, reach, providers }: Owned): JSX.Element => (
  <section aria-labelledby="rules-title">
    <h2 id="rules-title">Rules</h2>
    <p class="aside">
      They hold for everybody, on every way in: pages, API, agents and the command line. What is stored stays
      as it is, and works again when a rule is lifted.
    </p>
    <Form action="/app/policy" class="form">
      <Check name="allowPublic" label={labels.allowPublic} checked={policy.allowPublic}>
        {publicSentence(policy.allowPublic, reach.public)}
      </Check>
      <Check
        name="allowExternalSharing"
        label={labels.allowExternalSharing}
        checked={policy.allowExternalSharing}
      >
        {outsideSentence(policy.allowExternalSharing, reach.sharedOutside)}
      </Check>
      <Check name="allowPreviewClaims" label={labels.allowPreviewClaims} checked={policy.allowPreviewClaims}>
        Somebody who published without an account can bring the page here. Switched off, such pages stay
        outside and go after 30 days.
      </Check>
      <Check name="openNetwork" label={labels.openNetwork} checked={policy.openNetwork}>
        {networkSentence(policy.openNetwork, reach.html)}
      </Check>
      <Check
        name="requireSignInProvider"
        label={labels.requireSignInProvider}
        checked={policy.requireSignInProvider}
        disabled={!providers}
      >
        {providers
          ? `Codes by mail let in neither members (${reach.members} at present) nor viewers, nor guests whom a page names. Public pages stay open, and keys keep working.`
          : 'Your plan has no sign-in by Google or Microsoft. Pro and Enterprise have.'}
      </Check>
      <Button kind="primary">Save the rules</Button>
    </Form>
  </section>
)

/** `No page is`, `1 page is`, `4 pages are`. */
const pages = (count: number, [one, many]: readonly [string, string]): string =>
  `${count === 0 ? 'No page' : counted(count, 'page')} ${count > 1 ? many : one}`

const publicSentence = (on: boolean, count: number): string =>
  on
    ? `${pages(count, ['is', 'are'])} public now. Switched off, public pages open for the organization alone.`
    : `${pages(count, ['is', 'are'])} set to public, and at present open for the organization alone.`

const outsideSentence = (on: boolean, count: number): string =>
  on
    ? `${pages(count, ['names', 'name'])} somebody outside now. Switched off, people outside are kept out.`
    : `${pages(count, ['names', 'name'])} somebody outside, who is kept out at present.`

const networkSentence = (on: boolean, count: number): string =>
  `${pages(count, ['is', 'are'])} written in HTML. ${
    on
      ? 'Switched off, such pages show only what the file itself holds: no pictures, scripts or data from elsewhere.'
      : 'At present such pages show only what the file itself holds.'
  }`

const End = ({ frame, reach, errors, values }: Owned): JSX.Element => (
  <section class="new" aria-labelledby="end" id="end-of-organization">
    <h2 id="end">
      Delete <UserText text={organizationName(frame)} />
    </h2>
    <p>
      At once nobody reaches anything of it: {counted(reach.artifacts, 'page')} and{' '}
      {counted(reach.members, 'member')} with their keys. For 14 days any owner can bring everything back;
      after that it is gone for good.
    </p>
    <Form action="/app/policy/end" class="form">
      <Field
        name="confirm"
        label="Type the name of the organization"
        hint={<UserText text={organizationName(frame)} />}
        value={values?.confirm}
        errors={errors}
        maxLength={400}
        required
      />
      <Button kind="danger">Delete the organization</Button>
    </Form>
  </section>
)

/** Members see what holds, and who changes it. */
const PolicyToRead = ({ frame, policy }: PolicyPageProps): JSX.Element => (
  <>
    <h1>{rulesWords.title}</h1>
    <p>
      The rules of <UserText text={organizationName(frame)} />. Its owners change them.
    </p>
    <dl class="facts-list">
      {rules.map(rule => (
        <Rule key={rule} label={labels[rule]}>
          {policy[rule] ? 'Yes' : 'No'}
        </Rule>
      ))}
    </dl>
  </>
)

const Rule = ({ label, children }: { label: string; children: ComponentChildren }): JSX.Element => (
  <>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </>
)
