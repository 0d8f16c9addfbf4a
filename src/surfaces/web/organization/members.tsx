// Members: who is in the organization, who is invited, and the form that invites.

import type { JSX } from 'preact'
import { type GivenRole, grantable } from '../../../domain/membership.ts'
import { colorOf } from '../../../domain/person-color.ts'
import { operations } from '../../../operations/index.ts'
import { mayCall } from '../../../operations/kernel/authorize.ts'
import type { RowOf } from '../../../operations/kernel/operation.ts'
import { EmptyState } from '../layout/blocks.tsx'
import { Select } from '../layout/choices.tsx'
import { Avatar, Badge } from '../layout/controls.tsx'
import { dashboardHtml, type Frame, Pages, type PagesProps } from '../layout/dashboard-layout.tsx'
import { Entries, Entry, Tile } from '../layout/entries.tsx'
import { Button, ErrorSummary, Field, type FieldError, Form, Hidden } from '../layout/form.tsx'
import { Icon } from '../layout/icon.tsx'
import { Address } from '../layout/people.tsx'
import { day, plain } from '../layout/text.ts'
import { RelativeTime, UserText } from '../layout/words.tsx'
import {
  actByForm,
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
import { peopleWords, roleWords } from '../words/people.ts'
import { changeRole, remove, showMember } from './member.tsx'

const path = '/app/members'

export const members: Section = {
  href: path,
  label: common.members,
  group: 'organization',
  isFor: actor => mayCall(operations.listMembers, actor),
  routes: {
    'GET /app/members': request => showMembers(request),
    'GET /app/members/invitations': async request => finish(request, path),
    'POST /app/members/invitations': invite,
    'POST /app/members/invitations/:id{[0-9a-f-]{36}}/withdraw': request =>
      actByForm(
        request,
        operations.revokeInvitation,
        { id: request.params.id },
        { path, done: 'withdrawn', again: (_, status, errors) => showMembers(request, status, { errors }) },
      ),
    'GET /app/members/:id{[0-9a-f-]{36}}': request => showMember(request),
    'GET /app/members/:id{[0-9a-f-]{36}}/:form{role|remove}': async request =>
      finish(request, `${path}/${request.params.id}`),
    'POST /app/members/:id{[0-9a-f-]{36}}/role': changeRole,
    'POST /app/members/:id{[0-9a-f-]{36}}/remove': remove,
  },
  done: {
    invited: peopleWords.sent,
    again: peopleWords.sentAgain,
    withdrawn: peopleWords.withdrawn,
    role: peopleWords.roleChanged,
    removed: peopleWords.removed,
  },
}

type Shown = Pick<MembersPageProps, 'errors' | 'values'>

async function showMembers(request: PageRequest, status = 200, shown: Shown = {}): Promise<void> {
  const { actor, me } = request
  const query = request.query.get('query')?.trim() ?? ''
  const cursor = request.query.get('cursor')
  const found = await performed(request, operations.listMembers, {
    limit: 50,
    ...(query && { query }),
    ...(cursor && { cursor }),
  })
  const html = membersPage({
    frame: frameOf(request),
    self: me.person?.id ?? '',
    members: found.data,
    query,
    pages: ways(request, 'cursor', found.nextCursor),
    invitations: mayCall(operations.listInvitations, actor) ? await invitationsFor(request) : null,
    ...shown,
  })
  sendDashboard(request, status, html)
}

async function invitationsFor(request: PageRequest): Promise<MembersPageProps['invitations']> {
  const cursor = request.query.get('invitations')
  const input = { limit: 50, ...(cursor && { cursor }) }
  const { data, nextCursor } = await performed(request, operations.listInvitations, input)
  const { role } = request.me
  return { rows: data, more: ways(request, 'invitations', nextCursor), roles: role ? grantable(role) : [] }
}

/** The ways through one of two lists on the page; the place in the other one stays. */
function ways(request: PageRequest, name: 'cursor' | 'invitations', next: string | null) {
  const to = (cursor: string | null): string => {
    const query = new URLSearchParams([...request.query].filter(([each]) => each !== 'done' && each !== name))
    if (cursor !== null) query.set(name, cursor)
    return query.size === 0 ? path : `${path}?${query}`
  }
  return { next: next && to(next), first: request.query.has(name) ? to(null) : null }
}

/** `POST /app/members/invitations`: also sends an invitation again. */
async function invite(request: PageRequest): Promise<void> {
  const { email = '', role = '', again } = await fieldsOf(request)
  const named = { malformed_address: 'email', already_member: 'email' }
  const outcome = await attempt(request, operations.invite, { email, role }, named)
  if ('value' in outcome) return finish(request, path, again ? 'again' : 'invited')
  const { status, errors } = outcome.refused
  await showMembers(request, status, { errors, values: { email, role } })
}

type MemberRow = RowOf<typeof operations.listMembers>
type InvitationRow = RowOf<typeof operations.listInvitations>

export interface MembersPageProps {
  frame: Frame
  /** The reader's own id. */
  self: string
  members: readonly MemberRow[]
  /** Words that were searched for. */
  query: string
  pages: PagesProps
  /** The open invitations; null for those who may not see them. `roles` are those that the reader may give. */
  invitations: { rows: readonly InvitationRow[]; more: PagesProps; roles: readonly GivenRole[] } | null
  errors?: readonly FieldError[]
  values?: { email?: string | undefined; role?: string | undefined }
}

export const membersPage = (props: MembersPageProps): string =>
  dashboardHtml({
    frame: props.frame,
    title: peopleWords.title,
    width: 'list',
    children: <Members {...props} />,
  })

const Members = (props: MembersPageProps): JSX.Element => (
  <>
    <div class="page-head">
      <h1>{peopleWords.title}</h1>
      <Search query={props.query} />
    </div>
    <ErrorSummary errors={props.errors} />
    {props.invitations && <Invite {...props} roles={props.invitations.roles} />}
    {props.members.length > 0 ? (
      <Entries label={peopleWords.title}>
        {props.members.map(member => (
          <Member key={member.id} member={member} {...props} />
        ))}
      </Entries>
    ) : (
      <EmptyState title={peopleWords.noMatch}>
        <p>
          {peopleWords.noMatchHint} <a href={path}>{peopleWords.clear}</a>
        </p>
      </EmptyState>
    )}
    <Pages {...props.pages} />
    {props.invitations && <Invitations now={props.frame.now} {...props.invitations} />}
  </>
)

const Search = ({ query }: { query: string }): JSX.Element => (
  <search>
    <form method="get" action={path} class="input-box search">
      <Icon name="search" />
      <input
        type="search"
        name="query"
        value={plain(query)}
        placeholder={peopleWords.searchHint}
        aria-label={peopleWords.search}
        maxLength={200}
        dir="auto"
      />
    </form>
  </search>
)

const Invite = ({
  errors,
  values = {},
  roles,
}: MembersPageProps & { roles: readonly GivenRole[] }): JSX.Element => (
  <Form
    action={`${path}/invitations`}
    errors={errors}
    class="card padded stack tight"
    aria-label={peopleWords.invite}
  >
    <div class="ask-line">
      <Field
        name="email"
        label={peopleWords.email}
        type="email"
        inputMode="email"
        value={values.email}
        maxLength={254}
        required
      />
      <Select
        name="role"
        label={peopleWords.role}
        value={values.role ?? 'member'}
        options={rolesToChoose(roles)}
      />
      <Button kind="primary">{peopleWords.send}</Button>
    </div>
    <p class="hint">{peopleWords.roles}</p>
  </Form>
)

/** The least first. */
export const rolesToChoose = (roles: readonly GivenRole[]) =>
  (['member', 'admin', 'owner'] as const)
    .filter(role => roles.includes(role))
    .map(role => ({ value: role, label: roleWords[role].word }))

interface MemberProps extends Pick<MembersPageProps, 'self' | 'invitations' | 'frame'> {
  member: MemberRow
}

const Member = ({ member, self, invitations, frame }: MemberProps): JSX.Element => (
  <Entry
    mark={<Avatar name={member.name} color={colorOf(member.id)} size="large" silent />}
    name={<UserText text={member.name} />}
    href={invitations || member.id === self ? `${path}/${member.id}` : undefined}
    beside={member.id === self && <Badge>{peopleWords.you}</Badge>}
    below={<Address email={member.email} />}
    fact={<Seen member={member} now={frame.now} />}
    word={roleWords[member.role].word}
  />
)

const Seen = ({ member: { lastSeenAt, joinedAt }, now }: { member: MemberRow; now: Date }): JSX.Element => {
  if (lastSeenAt === null) return <>{peopleWords.notActive}</>
  return (
    <>
      {lastSeenAt ? peopleWords.active : peopleWords.joined}{' '}
      <RelativeTime at={new Date(lastSeenAt ?? joinedAt)} now={now} />
    </>
  )
}

interface InvitationsProps {
  rows: readonly InvitationRow[]
  more: PagesProps
  now: Date
}

const Invitations = ({ rows, more, now }: InvitationsProps): JSX.Element => (
  <section aria-labelledby="invitations">
    <h2 id="invitations">{peopleWords.invited}</h2>
    {rows.length > 0 ? (
      <Entries label={peopleWords.invited}>
        {rows.map(row => (
          <Invitation key={row.id} row={row} now={now} />
        ))}
      </Entries>
    ) : (
      <p class="aside">{peopleWords.noInvitations}</p>
    )}
    <Pages {...more} />
  </section>
)

const Invitation = ({ row, now }: { row: InvitationRow; now: Date }): JSX.Element => (
  <Entry
    mark={<Tile icon="mail" />}
    name={<Address email={row.email} />}
    below={
      <>
        {peopleWords.invitedBy} <UserText text={row.invitedBy.name} />{' '}
        <RelativeTime at={new Date(row.createdAt)} now={now} />,{' '}
        {row.expired ? (
          <span class="stale">{peopleWords.expired}</span>
        ) : (
          peopleWords.expires(day(new Date(row.expiresAt)))
        )}
      </>
    }
    word={roleWords[row.role].word}
  >
    <Form action={`${path}/invitations`}>
      <Hidden values={{ email: row.email, role: row.role, again: 'yes' }} />
      <button type="submit" class="button small" aria-label={peopleWords.sendAgain(plain(row.email))}>
        {peopleWords.again}
      </button>
    </Form>
    <Form action={`${path}/invitations/${row.id}/withdraw`}>
      <button type="submit" class="button small" aria-label={peopleWords.withdrawFrom(plain(row.email))}>
        {peopleWords.withdraw}
      </button>
    </Form>
  </Entry>
)
