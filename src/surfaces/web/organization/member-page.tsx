// One member: the role, and leaving or removing with everything that passes on or ends.

import type { JSX } from 'preact'
import { Select } from '../layout/choices.tsx'
import { dashboardHtml, type Frame } from '../layout/dashboard-layout.tsx'
import { Button, ErrorSummary, Field, type FieldError, Form } from '../layout/form.tsx'
import { Address, organizationName, type RoleName, roleWords } from '../layout/people.tsx'
import { counted } from '../layout/text.ts'
import { RelativeTime, UserText } from '../layout/words.tsx'
import { type MemberRow, RoleChoice } from './members-page.tsx'

export interface MemberPageProps {
  frame: Frame
  member: MemberRow & { artifacts: number; keys: number }
  /** The person looks at themselves: what stands here is leaving. */
  isSelf: boolean
  /** Roles that may be given to this member; empty where none may. */
  roles: readonly RoleName[]
  /** Whether the one who looks may remove this member. */
  mayRemove: boolean
  /** The last owner stays. */
  lastOwner: boolean
  /** Who may take over what the member owns; the first is who does without a word. Null where they are too many to list. */
  heirs: readonly { id: string; name: string; email: string }[] | null
  errors?: readonly FieldError[]
  values?: { role?: string | undefined; heir?: string | undefined }
}

/** `POST /app/members/{id}/role` with `role`; `POST /app/members/{id}/remove` with `heir`. */
export const memberPage = (props: MemberPageProps): string =>
  dashboardHtml({ frame: props.frame, title: 'Member', width: 'form', children: <Member {...props} /> })

const Member = (props: MemberPageProps): JSX.Element => (
  <>
    <p class="crumb">
      <a href="/app/members">Members</a>
    </p>
    <h1>
      <UserText text={props.member.name} />
      {props.isSelf && ' (you)'}
    </h1>
    <ErrorSummary errors={props.errors} />
    <Facts {...props} />
    {props.roles.length > 0 && <Role {...props} />}
    {props.isSelf ? <Leave {...props} /> : props.mayRemove ? <Remove {...props} /> : <OwnersOnly />}
  </>
)

const Facts = ({ member, frame: { now } }: MemberPageProps): JSX.Element => (
  <dl class="facts-list">
    <dt>Address</dt>
    <dd>
      <Address email={member.email} />
    </dd>
    <dt>Role</dt>
    <dd>
      {roleWords[member.role].word}. {roleWords[member.role].meaning}
    </dd>
    <dt>Joined</dt>
    <dd>
      <RelativeTime at={member.joinedAt} now={now} />
    </dd>
    <dt>Last seen</dt>
    <dd>{member.lastSeenAt ? <RelativeTime at={member.lastSeenAt} now={now} /> : 'not lately'}</dd>
    <dt>Owns here</dt>
    <dd>
      {counted(member.artifacts, 'page')}, {counted(member.keys, 'key')}
    </dd>
  </dl>
)

const Role = ({ member, roles, values }: MemberPageProps): JSX.Element => (
  <section aria-labelledby="role-title">
    <h2 id="role-title">Another role</h2>
    <Form action={`/app/members/${member.id}/role`} class="form">
      <RoleChoice value={values?.role ?? member.role} roles={roles} />
      <Button>Change the role</Button>
    </Form>
  </section>
)

const OwnersOnly = (): JSX.Element => <p class="aside">Only an owner changes or removes an owner.</p>

const ends = ({ keys }: MemberPageProps['member']): string =>
  keys === 0 ? '' : keys === 1 ? ' and 1 key stops working' : ` and ${keys} keys stop working`

const Remove = (props: MemberPageProps): JSX.Element => (
  <section class="new" aria-labelledby="remove-title">
    <h2 id="remove-title">
      Remove from <UserText text={organizationName(props.frame)} />
    </h2>
    <p>
      Their sessions end at once{ends(props.member)}. Nothing shared with them here stays open to them. They
      get one mail that says so, and can be invited again.
    </p>
    <Form action={`/app/members/${props.member.id}/remove`} class="form">
      <Heir {...props} />
      <Button kind="danger">Remove this member</Button>
    </Form>
  </section>
)

const Leave = (props: MemberPageProps): JSX.Element => (
  <section class="new" aria-labelledby="leave-title">
    <h2 id="leave-title">
      Leave <UserText text={organizationName(props.frame)} />
    </h2>
    {props.lastOwner ? (
      <p>
        You are its only owner, so you cannot leave. <a href="/app/members">Make somebody else an owner</a>{' '}
        first, or <a href="/app/policy#end">delete the organization</a>.
      </p>
    ) : (
      <>
        <p>Your sessions here end at once{ends(props.member)}. You need an invitation to come back.</p>
        <Form action={`/app/members/${props.member.id}/remove`} class="form">
          <Heir {...props} />
          <Button kind="danger">Leave the organization</Button>
        </Form>
      </>
    )}
  </section>
)

/** Asked only where there is something to pass on. */
function Heir({ member, heirs, errors, values }: MemberPageProps): JSX.Element | null {
  if (member.artifacts === 0) return null
  const label = `Who takes over ${counted(member.artifacts, 'page')}`
  if (heirs)
    return (
      <Select
        name="heir"
        label={label}
        hint="Addresses, versions and audiences stay."
        options={heirs.map(({ id, name, email }) => ({ value: id, label: `${name} (${email})` }))}
        value={values?.heir}
        errors={errors}
      />
    )
  return (
    <Field
      name="heir"
      label={label}
      hint="The address of a member. Addresses, versions and audiences of the pages stay."
      type="email"
      inputMode="email"
      value={values?.heir}
      errors={errors}
      maxLength={254}
    />
  )
}
