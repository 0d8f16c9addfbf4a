// Who is in the organization and who is asked to join: roles, when they were last seen, invitations.

import type { JSX } from 'preact'
import { type Column, EmptyState, Table } from '../layout/blocks.tsx'
import { dashboardHtml, type Frame, Pages, type PagesProps } from '../layout/dashboard-layout.tsx'
import { Button, Choice, ErrorSummary, Field, type FieldError, Form, Hidden } from '../layout/form.tsx'
import { Address, organizationName, type RoleName, roleWords } from '../layout/people.tsx'
import { day, plain } from '../layout/text.ts'
import { RelativeTime, UserText } from '../layout/words.tsx'

export interface MemberRow {
  id: string
  name: string
  email: string
  role: RoleName
  joinedAt: Date
  /** Undefined for those who may not know. */
  lastSeenAt?: Date | null | undefined
}

export interface InvitationRow {
  id: string
  email: string
  role: RoleName
  invitedBy: string
  expired: boolean
  expiresAt: Date
}

export interface MembersPageProps {
  frame: Frame
  /** Who looks. */
  self: string
  members: readonly MemberRow[]
  /** What was looked for. */
  query: string
  pages: PagesProps
  /** Owners and admins see and send invitations; null for others. */
  invitations: { rows: readonly InvitationRow[]; more: PagesProps; roles: readonly RoleName[] } | null
  errors?: readonly FieldError[]
  values?: { email?: string | undefined; role?: string | undefined }
}

/** `GET /app/members?query=`; `POST /app/members/invitations` with `email`, `role`; `POST /app/members/invitations/{id}/withdraw`. */
export const membersPage = (props: MembersPageProps): string =>
  dashboardHtml({ frame: props.frame, title: 'Members', children: <Members {...props} /> })

const Members = (props: MembersPageProps): JSX.Element => (
  <>
    <h1>Members</h1>
    <p>
      Who is in <UserText text={organizationName(props.frame)} />, and what they may do.
    </p>
    <ErrorSummary errors={props.errors} />
    <Search query={props.query} />
    {props.members.length > 0 ? (
      <MemberTable {...props} />
    ) : (
      <EmptyState title="Nobody by that name">
        <p>
          No name and no address holds these letters. <a href="/app/members">Show everybody</a>
        </p>
      </EmptyState>
    )}
    <Pages {...props.pages} />
    {props.invitations && <Invitations {...props} {...props.invitations} />}
  </>
)

const Search = ({ query }: { query: string }): JSX.Element => (
  <search>
    <form method="get" action="/app/members" class="filters">
      <Field name="query" label="Name or address" value={query} maxLength={200} />
      <Button>Find</Button>
    </form>
  </search>
)

function MemberTable({ members, self, invitations, frame: { now } }: MembersPageProps): JSX.Element {
  const opens = (row: MemberRow) => invitations !== null || row.id === self
  const columns: Column<MemberRow>[] = [
    { name: 'Name', heading: true, cell: row => <Who row={row} linked={opens(row)} self={self} /> },
    { name: 'Role', cell: row => roleWords[row.role].word },
    { name: 'Joined', cell: row => <RelativeTime at={row.joinedAt} now={now} /> },
    ...(invitations
      ? [{ name: 'Last seen', cell: (row: MemberRow) => <Seen at={row.lastSeenAt} now={now} /> }]
      : []),
    { name: 'Change', right: true, cell: row => opens(row) && <Change row={row} self={self} /> },
  ]
  return <Table caption="Members" columns={columns} rows={members} rowKey={row => row.id} />
}

const Who = ({ row, linked, self }: { row: MemberRow; linked: boolean; self: string }): JSX.Element => (
  <>
    {linked ? (
      <a href={`/app/members/${row.id}`}>
        <UserText text={row.name} />
      </a>
    ) : (
      <UserText text={row.name} />
    )}
    {row.id === self && ' (you)'}
    <span class="below">
      <Address email={row.email} />
    </span>
  </>
)

const Seen = ({ at, now }: { at: Date | null | undefined; now: Date }): JSX.Element =>
  at ? <RelativeTime at={at} now={now} /> : <>not lately</>

const Change = ({ row, self }: { row: MemberRow; self: string }): JSX.Element => (
  <a
    class="button"
    href={`/app/members/${row.id}`}
    aria-label={row.id === self ? undefined : `Change ${plain(row.name)}`}
  >
    {row.id === self ? 'Leave' : 'Change'}
  </a>
)

type Invited = MembersPageProps & NonNullable<MembersPageProps['invitations']>

const Invitations = (props: Invited): JSX.Element => (
  <>
    <section aria-labelledby="invitations" class="across">
      <h2 id="invitations">Invitations</h2>
      {props.rows.length > 0 ? (
        <Table
          caption="Invitations nobody accepted yet"
          columns={invitationColumns(props.frame.now)}
          rows={props.rows}
          rowKey={row => row.id}
        />
      ) : (
        <p class="aside">Nobody is asked to join at the moment.</p>
      )}
      <Pages {...props.more} />
    </section>
    <Invite {...props} />
  </>
)

const invitationColumns = (now: Date): Column<InvitationRow>[] => [
  { name: 'Address', heading: true, cell: row => <Address email={row.email} /> },
  { name: 'As', cell: row => roleWords[row.role].word },
  { name: 'By', cell: row => <UserText text={row.invitedBy} /> },
  {
    name: 'Link',
    cell: row =>
      row.expired ? (
        <span class="stale">
          expired <RelativeTime at={row.expiresAt} now={now} />
        </span>
      ) : (
        `good until ${day(row.expiresAt)}`
      ),
  },
  { name: 'Change', right: true, cell: row => <InvitationSteps row={row} /> },
]

const InvitationSteps = ({ row }: { row: InvitationRow }): JSX.Element => (
  <div class="actions">
    <Form action="/app/members/invitations">
      <Hidden values={{ email: row.email, role: row.role, again: 'yes' }} />
      <button type="submit" class="button" aria-label={`Send again to ${plain(row.email)}`}>
        Send again
      </button>
    </Form>
    <Form action={`/app/members/invitations/${row.id}/withdraw`}>
      <button type="submit" class="button" aria-label={`Withdraw the invitation to ${plain(row.email)}`}>
        Withdraw
      </button>
    </Form>
  </div>
)

const Invite = ({ errors, values = {}, roles }: Invited): JSX.Element => (
  <section class="new" aria-labelledby="invite">
    <h2 id="invite">Invite somebody</h2>
    <Form action="/app/members/invitations" class="form">
      <Field
        name="email"
        label="Address"
        hint="Only whoever signs in with this very address can accept. The link is good for 14 days."
        type="email"
        inputMode="email"
        value={values.email}
        errors={errors}
        maxLength={254}
        required
      />
      <RoleChoice value={values.role ?? 'member'} roles={roles} />
      <Button kind="primary">Send the invitation</Button>
    </Form>
  </section>
)

const given = ['member', 'admin', 'owner'] as const

/** The roles that are given, each with what it lets somebody do; those out of reach say why. */
export const RoleChoice = ({ value, roles }: { value: string; roles: readonly RoleName[] }): JSX.Element => (
  <Choice
    name="role"
    legend="Role"
    value={value}
    options={given.map(role => {
      const disabled = !roles.includes(role)
      const { word, meaning } = roleWords[role]
      return { value: role, label: word, hint: disabled ? 'Only an owner makes owners.' : meaning, disabled }
    })}
  />
)
