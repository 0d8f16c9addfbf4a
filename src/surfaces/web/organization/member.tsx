// One member: the role, and leaving or removing with everything that passes on or ends.

import type { JSX } from 'preact'
import { colorOf } from '../../../domain/person-color.ts'
import { operations } from '../../../operations/index.ts'
import type { OutputOf } from '../../../operations/kernel/operation.ts'
import { Select } from '../layout/choices.tsx'
import { Avatar, Badge } from '../layout/controls.tsx'
import { dashboardHtml, type Frame } from '../layout/dashboard-layout.tsx'
import { Button, Choice, ErrorSummary, Field, type FieldError, Form } from '../layout/form.tsx'
import { Address, organizationName } from '../layout/people.tsx'
import { Card, Setting, SettingsGroup } from '../layout/surfaces.tsx'
import { counted, plain } from '../layout/text.ts'
import { RelativeTime, UserText } from '../layout/words.tsx'
import {
  attempt,
  fieldsOf,
  finish,
  frameOf,
  type PageRequest,
  performed,
  sendDashboard,
} from '../page/dashboard.ts'
import { trail } from '../words/common.ts'
import { peopleWords, roleWords } from '../words/people.ts'

/** `GET /app/members/{id}` */
export async function showMember(
  request: PageRequest,
  status = 200,
  shown: Pick<MemberPageProps, 'errors' | 'values'> = {},
): Promise<void> {
  const member = await performed(request, operations.inspectMember, { id: request.params.id })
  sendDashboard(request, status, memberPage({ frame: frameOf(request), member, ...shown }))
}

/** `POST /app/members/{id}/role` */
export async function changeRole(request: PageRequest): Promise<void> {
  const { role = '' } = await fieldsOf(request)
  const id = request.params.id ?? ''
  const outcome = await attempt(request, operations.changeMember, { id, role })
  if ('value' in outcome) return finish(request, `/app/members/${id}`, 'role')
  const { status, errors } = outcome.refused
  await showMember(request, status, { errors, values: { role } })
}

/** `POST /app/members/{id}/remove`: whoever removed themselves has no session here any more. */
export async function remove(request: PageRequest): Promise<void> {
  const { heir } = await fieldsOf(request)
  const id = request.params.id ?? ''
  const named = { malformed_address: 'heir' }
  const outcome = await attempt(request, operations.removeMember, { id, ...(heir && { heir }) }, named)
  if ('value' in outcome)
    return id === request.me.person?.id ? finish(request, '/') : finish(request, '/app/members', 'removed')
  const { status, errors } = outcome.refused
  await showMember(request, status, { errors, values: { heir } })
}

export interface MemberPageProps {
  frame: Frame
  member: OutputOf<typeof operations.inspectMember>
  errors?: readonly FieldError[]
  values?: { role?: string | undefined; heir?: string | undefined }
}

export const memberPage = (props: MemberPageProps): string =>
  dashboardHtml({
    frame: props.frame,
    title: peopleWords.member,
    width: 'form',
    children: <Member {...props} />,
  })

const Member = (props: MemberPageProps): JSX.Element => (
  <>
    <nav class="trail" aria-label={trail}>
      <a href="/app/members">{peopleWords.title}</a>
    </nav>
    <Head {...props.member} />
    <ErrorSummary errors={props.errors} />
    <Facts {...props} />
    {props.member.can.includes('role') && <Role {...props} />}
    <Departure {...props} />
  </>
)

const Head = ({ id, name, email, isSelf }: MemberPageProps['member']): JSX.Element => (
  <div class="line">
    <Avatar name={name} color={colorOf(id)} size="large" silent />
    <div class="grow">
      <h1>
        <UserText text={name} />
      </h1>
      <p class="small muted">
        <Address email={email} />
      </p>
    </div>
    {isSelf && <Badge>{peopleWords.you}</Badge>}
  </div>
)

const Facts = ({ member, frame: { now } }: MemberPageProps): JSX.Element => (
  <Card>
    <Setting label={peopleWords.role} hint={roleWords[member.role].meaning} kept>
      <span>{roleWords[member.role].word}</span>
    </Setting>
    <Setting label={peopleWords.joined} kept>
      <RelativeTime at={new Date(member.joinedAt)} now={now} />
    </Setting>
    <Setting label={peopleWords.lastSeen} kept>
      {member.lastSeenAt ? (
        <RelativeTime at={new Date(member.lastSeenAt)} now={now} />
      ) : (
        <span>{peopleWords.notActive}</span>
      )}
    </Setting>
    <Setting label={peopleWords.owns} kept>
      <span>
        {counted(member.artifacts, 'page')}, {counted(member.keys, 'key')}
      </span>
    </Setting>
  </Card>
)

const Role = ({ member, values }: MemberPageProps): JSX.Element => (
  <SettingsGroup id="role" title={peopleWords.changeRole}>
    <Form action={`/app/members/${member.id}/role`} class="form padded-form">
      <Choice
        name="role"
        legend={peopleWords.role}
        value={values?.role ?? member.role}
        options={member.grants.map(role => ({
          value: role,
          label: roleWords[role].word,
          hint: roleWords[role].meaning,
        }))}
      />
      <Button>{peopleWords.changeRole}</Button>
    </Form>
  </SettingsGroup>
)

/** Leaving, removing, or why neither can be. */
function Departure(props: MemberPageProps): JSX.Element {
  const { member, frame } = props
  const { can, isSelf, keys } = member
  const organization = plain(organizationName(frame))
  if (!can.includes('leave') && !can.includes('remove')) return isSelf ? <LastOwner /> : <OwnersOnly />
  const title = isSelf ? peopleWords.leave(organization) : peopleWords.remove(organization)
  return (
    <SettingsGroup id="remove" title={title}>
      <Form action={`/app/members/${member.id}/remove`} class="form padded-form">
        <p class="hint">{isSelf ? peopleWords.leaveHint(keys) : peopleWords.removeHint(keys)}</p>
        <Heir {...props} />
        <Button kind="danger">{isSelf ? peopleWords.leaveButton : title}</Button>
      </Form>
    </SettingsGroup>
  )
}

const OwnersOnly = (): JSX.Element => <p class="aside">{peopleWords.ownersOnly}</p>

const LastOwner = (): JSX.Element => (
  <p class="soft">
    {peopleWords.lastOwner} <a href="/app/members">{peopleWords.makeOwner}</a> {peopleWords.orDelete}{' '}
    <a href="/app/general#end">{peopleWords.deleteOrganization}</a>.
  </p>
)

/** Asked only where there is something to pass on. */
function Heir({ member, errors, values }: MemberPageProps): JSX.Element | null {
  if (member.artifacts === 0) return null
  const field = {
    name: 'heir',
    label: peopleWords.heir(counted(member.artifacts, 'page')),
    value: values?.heir,
    errors,
  }
  if (!member.heirs)
    return (
      <Field {...field} hint={peopleWords.heirAddressHint} type="email" inputMode="email" maxLength={254} />
    )
  return (
    <Select
      {...field}
      hint={peopleWords.heirHint}
      options={member.heirs.map(({ id, name, email }) => ({ value: id, label: `${name} (${email})` }))}
    />
  )
}
