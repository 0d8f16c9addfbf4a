// A person's own page: name, address, organizations, invitations that wait.

import type { JSX } from 'preact'
import { type NoticePace, noticePaces } from '../../../domain/notification.ts'
import { type ProviderName, providerTitles } from '../../../domain/sign-in.ts'
import type { Assets } from '../layout/assets.ts'
import { type Column, Dialog, Table } from '../layout/blocks.tsx'
import { dashboardHtml, type Frame } from '../layout/dashboard-layout.tsx'
import { Button, Choice, ErrorSummary, Field, type FieldError, Form } from '../layout/form.tsx'
import { editorHtml } from '../layout/own-page-layout.tsx'
import { plain } from '../layout/text.ts'
import { RelativeTime, UserText } from '../layout/words.tsx'

export interface Belonging {
  id: string
  name: string
  role: string
  /** The one the session acts in. */
  here: boolean
}

export interface LinkedIdentity {
  id: string
  provider: ProviderName
  linkedAt: Date
  lastUsedAt: Date
}

export interface AccountPageProps {
  frame: Frame
  /** Accounts at sign-in providers that sign the person in. */
  identities: readonly LinkedIdentity[]
  /** Null for guests, who have no account. */
  name: string | null
  organizations: readonly Belonging[]
  /** Organizations whose invitation waits in the mail. */
  invitations: readonly { organization: { name: string } }[]
  /** How often they get mail about threads. */
  notices: NoticePace
  /** Whether something of theirs waits to be deleted and can be brought back. */
  mayBringBack: boolean
  errors?: readonly FieldError[]
  values?: { name: string }
}

/** `POST /app/account` with `name`; `POST /app/account/notices` with `notices`; `POST /app/account/leave`; `POST /app/account/identities/{id}/unlink`. */
export const accountPage = (props: AccountPageProps): string =>
  dashboardHtml({ frame: props.frame, title: 'Account', children: <Account {...props} /> })

const Account = (props: AccountPageProps): JSX.Element => (
  <>
    <h1>Account</h1>
    <ErrorSummary errors={props.errors} />
    <Invitations {...props} />
    {props.name === null ? (
      <Guest email={props.frame.reader.email} />
    ) : (
      <Person {...props} name={props.name} />
    )}
    {props.name !== null && <Notices {...props} />}
    {props.name !== null && <Organizations {...props} />}
    {props.identities.length > 0 && <Identities {...props} />}
    {props.mayBringBack && (
      <p>
        An organization of yours waits to be deleted. <a href="/app/restore">Bring it back</a>
      </p>
    )}
  </>
)

const Invitations = ({ invitations, frame }: AccountPageProps): JSX.Element | null =>
  invitations.length === 0 ? null : (
    <section aria-label="Invitations">
      {invitations.map(({ organization }) => (
        <p key={organization.name} class="pending">
          <span>
            <strong>
              <UserText text={organization.name} />
            </strong>{' '}
            invites you. Open the link in the mail to <UserText text={frame.reader.email} /> to accept.
          </span>
        </p>
      ))}
    </section>
  )

const Guest = ({ email }: { email: string }): JSX.Element => (
  <section aria-labelledby="guest-title">
    <h2 id="guest-title">You are a guest</h2>
    <p>
      As <UserText text={email} /> you can open the pages that were shared with you, by their links. To
      publish and to comment you need an account.
    </p>
    <p class="actions">
      <a class="button primary" href="/auth/sign-in?next=/app">
        Sign in for an account
      </a>
    </p>
  </section>
)

const Person = ({ frame, name, values, errors }: AccountPageProps & { name: string }): JSX.Element => (
  <section aria-label="You">
    <Form action="/app/account" class="form">
      <Field
        name="name"
        label="Your name"
        hint="Stands beside what you publish and write."
        value={values?.name ?? name}
        errors={errors}
        autocomplete="name"
        maxLength={200}
        required
      />
      <Button kind="primary">Save</Button>
    </Form>
    <dl class="facts-list">
      <dt>Address</dt>
      <dd>
        <UserText text={frame.reader.email} />
        <span class="below">Codes for signing in go there.</span>
      </dd>
    </dl>
  </section>
)

const paces: Record<NoticePace, string> = {
  each: 'Each at once',
  daily: 'All of a day in one mail, at 6:00 UTC',
  none: 'None',
}

const Notices = ({ notices }: AccountPageProps): JSX.Element => (
  <section aria-labelledby="notices-title">
    <h2 id="notices-title">Mail about comments</h2>
    <Form action="/app/account/notices" class="form">
      <Choice
        name="notices"
        legend="When somebody names or answers you, resolves a thread of yours, or comments on your page"
        options={noticePaces.map(value => ({ value, label: paces[value] }))}
        value={notices}
      />
      <Button>Save</Button>
    </Form>
  </section>
)

const Identities = ({ identities, frame }: AccountPageProps): JSX.Element => (
  <section class="broad" aria-labelledby="identities-title">
    <h2 id="identities-title">Other ways to sign in</h2>
    <p>
      A code by mail signs you in, except to organizations that require Google or Microsoft; these accounts do
      as well. Unlinking one signs out every other browser that it signed in. If it has your address, signing
      in with it again links it again.
    </p>
    <Table
      caption="Accounts that sign you in"
      columns={identityColumns(frame.now)}
      rows={identities}
      rowKey={row => row.id}
    />
  </section>
)

const identityColumns = (now: Date): Column<LinkedIdentity>[] => [
  { name: 'Account', heading: true, cell: ({ provider }) => providerTitles[provider] },
  { name: 'Linked', cell: ({ linkedAt }) => <RelativeTime at={linkedAt} now={now} /> },
  { name: 'Last used', cell: ({ lastUsedAt }) => <RelativeTime at={lastUsedAt} now={now} /> },
  {
    name: 'Change',
    right: true,
    cell: ({ id, provider }) => (
      <Form action={`/app/account/identities/${encodeURIComponent(id)}/unlink`}>
        <button type="submit" class="button" aria-label={`Unlink ${providerTitles[provider]}`}>
          Unlink
        </button>
      </Form>
    ),
  },
]

const Organizations = ({ organizations }: AccountPageProps): JSX.Element => (
  <section class="broad" aria-labelledby="organizations-title">
    <h2 id="organizations-title">Organizations</h2>
    <Table
      caption="Organizations"
      columns={organizationColumns}
      rows={organizations}
      rowKey={row => row.id}
    />
  </section>
)

const organizationColumns: Column<Belonging>[] = [
  {
    name: 'Name',
    heading: true,
    cell: ({ name, here }) => (
      <>
        <UserText text={name} />
        {here && <span class="label">you are here</span>}
      </>
    ),
  },
  { name: 'Your role', cell: ({ role }) => role },
  { name: 'Change', right: true, cell: row => (row.here ? <Leave {...row} /> : <Enter {...row} />) },
]

const Enter = ({ id, name }: Belonging): JSX.Element => (
  <form method="post" action="/app/organization">
    <button
      type="submit"
      class="button"
      name="organizationId"
      value={id}
      aria-label={`Go there: ${plain(name)}`}
    >
      Go there
    </button>
  </form>
)

const Leave = ({ name }: Belonging): JSX.Element => (
  <>
    <button type="button" class="button" popovertarget="leave" aria-label={`Leave ${plain(name)}`}>
      Leave
    </button>
    <Dialog id="leave" title="Leave this organization?">
      <p>
        Your sessions and keys in{' '}
        <strong>
          <UserText text={name} />
        </strong>{' '}
        end at once, and what you own there passes to one of its owners. Only a new invitation lets you back
        in.
      </p>
      <Form action="/app/account/leave">
        <p class="actions">
          <Button kind="danger">Leave</Button>
          <button type="button" class="button" popovertarget="leave" popovertargetaction="hide">
            Stay
          </button>
        </p>
      </Form>
    </Dialog>
  </>
)

/** After leaving, when the session has ended. */
export const leftPage = ({ assets, organization }: { assets: Assets; organization: string }): string =>
  editorHtml({
    assets,
    title: 'You have left',
    children: (
      <>
        <h1>You have left</h1>
        <p>
          You are no longer in <UserText text={organization} />. Your session there has ended with it; sign in
          again to go on elsewhere.
        </p>
        <p class="actions">
          <a class="button primary" href="/auth/sign-in">
            Sign in
          </a>
        </p>
      </>
    ),
  })
