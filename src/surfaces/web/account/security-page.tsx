// Where a person is signed in, and the second factor of signing in.

import type { JSX } from 'preact'
import { providerTitles, type SignInWay } from '../../../domain/sign-in.ts'
import { type Column, CopyField, Dialog, SecretOnce, Table } from '../layout/blocks.tsx'
import { dashboardHtml, type Frame, Pages, type PagesProps } from '../layout/dashboard-layout.tsx'
import { Button, ErrorSummary, Field, type FieldError, Form, Hidden } from '../layout/form.tsx'
import { counted, day, plain } from '../layout/text.ts'
import { RelativeTime, UserText } from '../layout/words.tsx'
import { Qr } from '../share/qr.tsx'

export interface SessionRow {
  id: string
  client: string | null
  network: string | null
  signedInBy: SignInWay
  createdAt: Date
  lastSeenAt: Date
  current: boolean
}

/** What stands where the second factor is. */
export type FactorState =
  | { is: 'off' }
  /** Shown this once: the app takes the secret, and gives a first code. */
  | { is: 'begun'; secret: string; uri: string }
  /** Just switched on: the recovery codes are shown this once. */
  | { is: 'confirmed'; recoveryCodes: readonly string[] }
  | { is: 'on'; since: Date; recoveryCodesLeft: number }

export interface SecurityPageProps {
  frame: Frame
  sessions: readonly SessionRow[]
  pages?: PagesProps
  factor: FactorState
  errors?: readonly FieldError[]
}

const path = '/app/security'

/** Forms below `/app/security`: `sessions/{id}/end`, `sessions/end`, `factor`, `factor/confirm`, `factor/end`. */
export const securityPage = (props: SecurityPageProps): string =>
  dashboardHtml({ frame: props.frame, title: 'Security', children: <Security {...props} /> })

const Security = (props: SecurityPageProps): JSX.Element => (
  <>
    <h1>Security</h1>
    <ErrorSummary errors={props.errors} />
    <Factor {...props} />
    <Sessions {...props} />
  </>
)

const Sessions = ({ sessions, pages, frame }: SecurityPageProps): JSX.Element => (
  <section class="broad" aria-labelledby="sessions-title">
    <h2 id="sessions-title">Where you are signed in</h2>
    <Table
      caption="Where you are signed in"
      columns={sessionColumns(frame.now)}
      rows={sessions}
      rowKey={row => row.id}
    />
    <Pages {...pages} />
    {sessions.some(({ current }) => !current) && <EndOthers />}
  </section>
)

const wayWords: Readonly<Record<SignInWay, string>> = {
  code: 'a code by mail',
  ...providerTitles,
  setup_link: 'the setup link',
}

const nameOf = ({ client }: SessionRow): string => client ?? 'Unknown browser'

const sessionColumns = (now: Date): Column<SessionRow>[] => [
  {
    name: 'Browser',
    heading: true,
    cell: row => (
      <>
        <UserText text={nameOf(row)} />
        {row.current && <span class="label">this one</span>}
      </>
    ),
  },
  { name: 'Network', cell: ({ network }) => (network ? <code>{plain(network)}</code> : 'unknown') },
  {
    name: 'Signed in',
    cell: ({ createdAt, signedInBy }) => (
      <>
        <RelativeTime at={createdAt} now={now} />
        <span class="below">with {wayWords[signedInBy]}</span>
      </>
    ),
  },
  { name: 'Last used', cell: ({ lastSeenAt }) => <RelativeTime at={lastSeenAt} now={now} /> },
  { name: 'End', right: true, cell: row => <End row={row} /> },
]

const End = ({ row }: { row: SessionRow }): JSX.Element => (
  <Form action={`${path}/sessions/${encodeURIComponent(row.id)}/end`}>
    <button type="submit" class="button" aria-label={`Sign out ${plain(nameOf(row))}`}>
      Sign out
    </button>
  </Form>
)

const EndOthers = (): JSX.Element => (
  <Form action={`${path}/sessions/end`}>
    <p class="actions">
      <Button>Sign out everywhere else</Button>
    </p>
  </Form>
)

const Factor = (props: SecurityPageProps): JSX.Element => (
  <section aria-labelledby="factor-title">
    <h2 id="factor-title">Second factor</h2>
    {contentOf(props)}
  </section>
)

function contentOf({ factor, errors }: SecurityPageProps): JSX.Element {
  if (factor.is === 'off') return <Off />
  if (factor.is === 'begun') return <Begun {...factor} errors={errors} />
  if (factor.is === 'confirmed') return <Confirmed {...factor} />
  return <On {...factor} errors={errors} />
}

const Off = (): JSX.Element => (
  <>
    <p>
      Signing in takes a code that we mail you. With an authenticator app on your phone it takes a code of the
      app as well, so that your mail alone is not enough. Accounts at Google and Microsoft that are linked
      with yours ask for their own instead.
    </p>
    <Form action={`${path}/factor`}>
      <p class="actions">
        <Button>Switch it on</Button>
      </p>
    </Form>
  </>
)

interface BegunProps {
  secret: string
  uri: string
  errors: readonly FieldError[] | undefined
}

const Begun = ({ secret, uri, errors }: BegunProps): JSX.Element => (
  <>
    <p>Read this picture with your authenticator app, or copy the secret into it. It is shown this once.</p>
    <Qr text={uri} label="The secret as a picture for your authenticator app" />
    <CopyField label="The secret" text={secret} />
    <Form action={`${path}/factor/confirm`} class="form">
      <Hidden values={{ secret }} />
      <Field
        name="code"
        label="Code of the app"
        hint="The six digits that it shows now. From then on signing in asks for one."
        autocomplete="one-time-code"
        inputMode="numeric"
        maxLength={12}
        errors={errors}
        className="code"
        required
      />
      <Button kind="primary">Switch it on</Button>
    </Form>
  </>
)

const Confirmed = ({ recoveryCodes }: { recoveryCodes: readonly string[] }): JSX.Element => (
  <SecretOnce secret={recoveryCodes.join('\n')} title="Your recovery codes">
    <p>
      Signing in asks for a code of the app from now on. If you lose it, each of these lets you in once. Keep
      them where passwords are kept: they are not shown again, and without them and the app only the operator
      of this server can let you in.
    </p>
    <p>
      <a href={path}>I have kept them</a>
    </p>
  </SecretOnce>
)

interface OnProps {
  since: Date
  recoveryCodesLeft: number
  errors: readonly FieldError[] | undefined
}

const On = ({ since, recoveryCodesLeft, errors }: OnProps): JSX.Element => (
  <>
    <p>
      On since {day(since)}. {counted(recoveryCodesLeft, 'recovery code')} left.
    </p>
    {errors?.length ? <EndFactor errors={errors} /> : <EndFactorDialog />}
  </>
)

const EndFactorDialog = (): JSX.Element => (
  <>
    <button type="button" class="button" popovertarget="end-factor">
      Switch it off
    </button>
    <Dialog id="end-factor" title="Switch the second factor off?">
      <p>From then on a code by mail is enough to sign in as you. The recovery codes end with it.</p>
      <EndFactor errors={undefined} />
    </Dialog>
  </>
)

const EndFactor = ({ errors }: Pick<OnProps, 'errors'>): JSX.Element => (
  <Form action={`${path}/factor/end`} class="form">
    <Field
      name="code"
      label="Code of the app, or a recovery code"
      autocomplete="one-time-code"
      maxLength={40}
      errors={errors}
      className="code"
      required
    />
    <Button kind="danger">Switch it off</Button>
  </Form>
)
