// Two-step verification of a person, and the browsers where they are signed in.

import type { JSX } from 'preact'
import { providerTitles, type SignInWay } from '../../../domain/sign-in.ts'
import { otpauthAddress } from '../../../operations/account/authenticator.ts'
import { operations } from '../../../operations/index.ts'
import type { OutputOf, RowOf } from '../../../operations/kernel/operation.ts'
import { CopyField, Dialog, SecretOnce } from '../layout/blocks.tsx'
import { Badge, LinkButton } from '../layout/controls.tsx'
import { dashboardHtml, type Frame, Pages, type PagesProps } from '../layout/dashboard-layout.tsx'
import { Entries, Entry, Tile } from '../layout/entries.tsx'
import { Button, ErrorSummary, Field, type FieldError, Form, Hidden } from '../layout/form.tsx'
import { Setting, SettingsGroup } from '../layout/surfaces.tsx'
import { day, plain } from '../layout/text.ts'
import { RelativeTime, UserText } from '../layout/words.tsx'
import {
  attempt,
  fieldsOf,
  finish,
  frameOf,
  isPerson,
  listed,
  type PageRequest,
  performed,
  type Refused,
  type Section,
  sendDashboard,
} from '../page/dashboard.ts'
import { redirect } from '../page/page-context.ts'
import { Qr } from '../share/qr.tsx'
import { common } from '../words/common.ts'
import { securityWords as words } from '../words/security.ts'

const path = '/app/security'

export const security: Section = {
  href: path,
  label: common.security,
  group: 'you',
  isFor: isPerson,
  routes: {
    'GET /app/security': request => showSecurity(request),
    'POST /app/security/sessions/end': endOtherSessions,
    'POST /app/security/sessions/:id/end': endSession,
    'POST /app/security/factor': beginFactor,
    'POST /app/security/factor/confirm': confirmFactor,
    'POST /app/security/factor/end': endFactor,
  },
  done: { ended: words.ended, 'ended-others': words.endedOthers, 'factor-off': words.factorOff },
}

interface Shown {
  factor?: FactorState
  refused?: Refused
}

async function showSecurity(request: PageRequest, status = 200, shown: Shown = {}): Promise<void> {
  const { rows, pages } = await listed(request, operations.listSessions, { limit: 50 })
  const html = securityPage({
    frame: frameOf(request),
    sessions: rows,
    pages,
    factor: shown.factor ?? (await factorOf(request)),
    ...(shown.refused && { errors: shown.refused.errors }),
  })
  sendDashboard(request, status, html)
}

async function factorOf(request: PageRequest): Promise<FactorState> {
  const { since, recoveryCodesLeft } = await performed(request, operations.readSecondFactor, {})
  return since === null ? { is: 'off' } : { is: 'on', since: new Date(since), recoveryCodesLeft }
}

/** `POST /app/security/sessions/{id}/end`: whoever ends this very session is signed out. */
async function endSession(request: PageRequest): Promise<void> {
  await fieldsOf(request)
  const { pageContext, exchange, actor, params } = request
  await performed(request, operations.endSession, { id: params.id })
  if (params.id === actor.credential) redirect(pageContext, exchange, '/')
  else finish(request, path, 'ended')
}

async function endOtherSessions(request: PageRequest): Promise<void> {
  await fieldsOf(request)
  await performed(request, operations.endOtherSessions, {})
  finish(request, path, 'ended-others')
}

/** The secret is shown on this answer alone. */
async function beginFactor(request: PageRequest): Promise<void> {
  await fieldsOf(request)
  const outcome = await attempt(request, operations.beginSecondFactor, {})
  if ('refused' in outcome) return showSecurity(request, outcome.refused.status, outcome)
  await showSecurity(request, 201, { factor: { is: 'begun', ...outcome.value } })
}

/** A wrong code shows the secret again that the form sent along: it is the sender's own. */
async function confirmFactor(request: PageRequest): Promise<void> {
  const { code = '', secret = '' } = await fieldsOf(request)
  const outcome = await attempt(request, operations.confirmSecondFactor, { code }, place)
  if ('value' in outcome) return showSecurity(request, 200, { factor: { is: 'confirmed', ...outcome.value } })
  const { refused } = outcome
  const isBegun = refused.status === 422 && /^[A-Z2-7]{32}$/.test(secret)
  const uri = isBegun
    ? otpauthAddress(secret, request.actor.email, new URL(request.pageContext.site.context.url).host)
    : ''
  await showSecurity(request, refused.status, {
    refused,
    ...(isBegun && { factor: { is: 'begun', secret, uri } }),
  })
}

async function endFactor(request: PageRequest): Promise<void> {
  const { code = '' } = await fieldsOf(request)
  const outcome = await attempt(request, operations.endSecondFactor, { code }, place)
  if ('value' in outcome) return finish(request, path, 'factor-off')
  await showSecurity(request, outcome.refused.status, outcome)
}

/** The field at which a refused code is shown. */
const place = { code_invalid: 'code' }

/** The state of the second factor, as its section shows it. */
export type FactorState =
  | { is: 'off' }
  /** Begun; shown this once: the app takes the secret, and gives a first code. */
  | ({ is: 'begun' } & OutputOf<typeof operations.beginSecondFactor>)
  /** Just switched on: the recovery codes are shown this once. */
  | ({ is: 'confirmed' } & OutputOf<typeof operations.confirmSecondFactor>)
  | { is: 'on'; since: Date; recoveryCodesLeft: number }

type Session = RowOf<typeof operations.listSessions>

export interface SecurityPageProps {
  frame: Frame
  sessions: readonly Session[]
  pages?: PagesProps
  factor: FactorState
  errors?: readonly FieldError[]
}

export const securityPage = (props: SecurityPageProps): string =>
  dashboardHtml({ frame: props.frame, title: words.title, width: 'list', children: <Security {...props} /> })

const Security = (props: SecurityPageProps): JSX.Element => (
  <>
    <h1>{words.title}</h1>
    <ErrorSummary errors={props.errors} />
    {props.factor.is === 'confirmed' ? (
      <RecoveryCodes {...props.factor} />
    ) : (
      <SettingsGroup id="factor" title={words.factor}>
        <Factor factor={props.factor} errors={props.errors} />
      </SettingsGroup>
    )}
    <Sessions {...props} />
  </>
)

interface FactorProps {
  factor: Exclude<FactorState, { is: 'confirmed' }>
  errors: readonly FieldError[] | undefined
}

function Factor({ factor, errors }: FactorProps): JSX.Element {
  if (factor.is === 'off') return <Off />
  if (factor.is === 'begun') return <Begun {...factor} errors={errors} />
  return <On {...factor} errors={errors} />
}

const Off = (): JSX.Element => (
  <Setting label={words.off} hint={words.offHint}>
    <Form action={`${path}/factor`}>
      <Button>{words.turnOn}</Button>
    </Form>
  </Setting>
)

interface BegunProps {
  secret: string
  uri: string
  errors: readonly FieldError[] | undefined
}

const Begun = ({ secret, uri, errors }: BegunProps): JSX.Element => (
  <Form action={`${path}/factor/confirm`} class="form padded-form" errors={errors}>
    <p>{words.scan}</p>
    <Qr text={uri} label={words.picture} />
    <CopyField label={words.secret} text={secret} />
    <Hidden values={{ secret }} />
    <CodeField label={words.code} hint={words.codeHint} numeric />
    <Button kind="primary">{words.turnOn}</Button>
  </Form>
)

const RecoveryCodes = ({ recoveryCodes }: { recoveryCodes: readonly string[] }): JSX.Element => (
  <SecretOnce secret={recoveryCodes.join('\n')} title={words.recovery}>
    <p>{words.recoveryHint}</p>
    <p>
      <LinkButton href={path}>{words.saved}</LinkButton>
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
    <Setting label={words.on} hint={words.onHint(day(since), recoveryCodesLeft)} kept>
      {!errors?.length && (
        <button type="button" class="button" popovertarget="end-factor">
          {words.turnOff}
        </button>
      )}
    </Setting>
    {errors?.length ? (
      <EndFactor errors={errors} />
    ) : (
      <Dialog id="end-factor" title={words.turnOffAsks}>
        <p>{words.turnOffHint}</p>
        <EndFactor errors={undefined} />
      </Dialog>
    )}
  </>
)

const EndFactor = ({ errors }: Pick<OnProps, 'errors'>): JSX.Element => (
  <Form action={`${path}/factor/end`} class={errors ? 'form padded-form' : 'form'} errors={errors}>
    <CodeField label={words.offCode} />
    <Button kind="stop">{words.turnOff}</Button>
  </Form>
)

interface CodeFieldProps {
  label: string
  hint?: string
  /** Six digits; a recovery code has letters. */
  numeric?: boolean
}

const CodeField = ({ label, hint, numeric }: CodeFieldProps): JSX.Element => (
  <Field
    name="code"
    label={label}
    hint={hint}
    autocomplete="one-time-code"
    {...(numeric && { inputMode: 'numeric' })}
    maxLength={numeric ? 12 : 40}
    className="code"
    required
  />
)

const Sessions = ({ sessions, pages, frame }: SecurityPageProps): JSX.Element => (
  <section aria-labelledby="sessions">
    <div class="title-line">
      <h2 id="sessions">{words.sessions}</h2>
      {sessions.some(({ current }) => !current) && (
        <Form action={`${path}/sessions/end`}>
          <Button size="small">{words.endOthers}</Button>
        </Form>
      )}
    </div>
    <Entries label={words.sessions}>
      {sessions.map(session => (
        <SessionRow key={session.id} session={session} now={frame.now} />
      ))}
    </Entries>
    <Pages {...pages} />
  </section>
)

const ways: Readonly<Record<SignInWay, string>> = {
  code: words.emailCode,
  ...providerTitles,
  setup_link: words.setupLink,
}

const SessionRow = ({ session, now }: { session: Session; now: Date }): JSX.Element => {
  const name = session.client ?? words.unknown
  return (
    <Entry
      mark={<Tile icon="globe" />}
      name={<UserText text={name} />}
      beside={session.current && <Badge tone="accent">{words.thisOne}</Badge>}
      below={
        <>
          {words.signedIn} <RelativeTime at={new Date(session.createdAt)} now={now} /> {words.by}{' '}
          {ways[session.signedInBy]} · <UserText text={session.network ?? words.unknownNetwork} />
        </>
      }
      fact={
        <>
          {words.lastUsed} <RelativeTime at={new Date(session.lastSeenAt)} now={now} />
        </>
      }
    >
      <Form action={`${path}/sessions/${encodeURIComponent(session.id)}/end`}>
        <button type="submit" class="button small" aria-label={words.endNamed(plain(name))}>
          {words.end}
        </button>
      </Form>
    </Entry>
  )
}
