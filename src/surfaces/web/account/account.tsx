// A person's own page: name, email, organizations, other ways to sign in, invitations that wait.

import type { JSX } from 'preact'
import { sessionCookie } from '../../../auth/sessions.ts'
import { type NoticePace, noticePaces } from '../../../domain/notification.ts'
import { providerTitles } from '../../../domain/sign-in.ts'
import type { Me } from '../../../operations/account/account.ts'
import { operations } from '../../../operations/index.ts'
import type { RowOf } from '../../../operations/kernel/operation.ts'
import type { Assets } from '../layout/assets.ts'
import { Banner } from '../layout/blocks.tsx'
import { SelectControl } from '../layout/choices.tsx'
import { Badge, LinkButton } from '../layout/controls.tsx'
import { dashboardHtml, type Frame } from '../layout/dashboard-layout.tsx'
import { Entries, Entry, Tile } from '../layout/entries.tsx'
import { Button, ErrorSummary, Field, type FieldError, Form } from '../layout/form.tsx'
import { editorHtml } from '../layout/own-page-layout.tsx'
import type { RoleName } from '../layout/people.tsx'
import { Question } from '../layout/question.tsx'
import { Setting, SettingsGroup } from '../layout/surfaces.tsx'
import { plain } from '../layout/text.ts'
import { RelativeTime, UserText } from '../layout/words.tsx'
import {
  actByForm,
  attempt,
  fieldsOf,
  finish,
  frameOf,
  isPerson,
  type PageRequest,
  performed,
  type Section,
  sendDashboard,
} from '../page/dashboard.ts'
import { sendPage } from '../page/page-context.ts'
import { paceWords, accountWords as words } from '../words/account.ts'
import { common } from '../words/common.ts'
import { roleWords } from '../words/people.ts'

const path = '/app/account'

export const account: Section = {
  href: path,
  label: common.account,
  group: 'you',
  isFor: () => true,
  routes: {
    'GET /app/account': request => showAccount(request),
    'POST /app/account': rename,
    'POST /app/account/notices': changeNotices,
    'POST /app/account/leave': leave,
    'POST /app/account/identities/:id/unlink': request =>
      actByForm(
        request,
        operations.unlinkIdentity,
        { id: request.params.id },
        { path, done: 'unlinked', again: (_, status, errors) => showAccount(request, status, { errors }) },
      ),
  },
  done: { renamed: words.renamed, notices: words.paced, unlinked: words.unlinked },
}

async function showAccount(
  request: PageRequest,
  status = 200,
  shown: Pick<AccountPageProps, 'values' | 'errors'> = {},
): Promise<void> {
  const { actor, me } = request
  const { data: invitations } = await performed(request, operations.ownInvitations, {})
  const identities = isPerson(actor) ? (await performed(request, operations.listIdentities, {})).data : []
  const hasAccount = isPerson(actor) || me.organizations.length > 0
  const html = accountPage({
    frame: frameOf(request),
    identities,
    name: hasAccount ? (me.person?.name ?? '') : null,
    organizations: me.organizations,
    invitations,
    notices: me.notices ?? 'each',
    ...shown,
  })
  sendDashboard(request, status, html)
}

/** `POST /app/account` */
async function rename(request: PageRequest): Promise<void> {
  const { name = '' } = await fieldsOf(request)
  const outcome = await attempt(request, operations.changeMe, { name })
  if ('value' in outcome) return finish(request, path, 'renamed')
  const { status, errors } = outcome.refused
  await showAccount(request, status, { errors, values: { name } })
}

/** `POST /app/account/notices` */
async function changeNotices(request: PageRequest): Promise<void> {
  const { notices = '' } = await fieldsOf(request)
  const outcome = await attempt(request, operations.changeMe, { notices })
  if ('value' in outcome) return finish(request, path, 'notices')
  await showAccount(request, outcome.refused.status, outcome.refused)
}

/** `POST /app/account/leave`: the session ends with the membership. */
async function leave(request: PageRequest): Promise<void> {
  await fieldsOf(request)
  const { pageContext, exchange, me } = request
  const outcome = await attempt(request, operations.removeMember, { id: me.person?.id })
  if ('refused' in outcome) return showAccount(request, outcome.refused.status, outcome.refused)
  const html = leftPage({ assets: pageContext.assets, organization: me.organization?.name ?? '' })
  sendPage(pageContext, exchange, 200, html, { 'Set-Cookie': sessionCookie(pageContext.site.context, '') })
}

type Identity = RowOf<typeof operations.listIdentities>
type Belonging = Me['organizations'][number]

export interface AccountPageProps {
  frame: Frame
  /** Accounts at sign-in providers that sign the person in. */
  identities: readonly Identity[]
  /** Null for guests, who have no account. */
  name: string | null
  organizations: readonly Belonging[]
  /** Organizations whose invitation waits in the mail. */
  invitations: readonly { organization: { name: string } }[]
  /** How often they get mail about threads. */
  notices: NoticePace
  errors?: readonly FieldError[]
  values?: { name: string }
}

export const accountPage = (props: AccountPageProps): string =>
  dashboardHtml({ frame: props.frame, title: words.title, width: 'list', children: <Account {...props} /> })

const Account = (props: AccountPageProps): JSX.Element => (
  <>
    <h1>{words.title}</h1>
    <ErrorSummary errors={props.errors} />
    <Invitations {...props} />
    {props.name === null ? (
      <Guest email={props.frame.reader.email} />
    ) : (
      <>
        <Person {...props} name={props.name} />
        <Organizations {...props} />
      </>
    )}
    {props.identities.length > 0 && <Identities {...props} />}
  </>
)

const Invitations = ({ invitations, frame }: AccountPageProps): JSX.Element | null =>
  invitations.length === 0 ? null : (
    <Banner signal="news" label={words.invitations}>
      {invitations.map(({ organization }) => (
        <p key={organization.name}>
          <strong>
            <UserText text={organization.name} />
          </strong>{' '}
          {words.invites} <UserText text={frame.reader.email} />.
        </p>
      ))}
    </Banner>
  )

const Guest = ({ email }: { email: string }): JSX.Element => (
  <section class="stack tight" aria-labelledby="guest">
    <h2 id="guest">{words.guest}</h2>
    <p>
      {words.guestAs} <UserText text={email} /> {words.guestHint}
    </p>
    <p class="actions">
      <LinkButton href="/auth/sign-in?next=/app" kind="primary">
        {words.guestSignIn}
      </LinkButton>
    </p>
  </section>
)

const Person = ({
  frame,
  name,
  values,
  errors,
  notices,
}: AccountPageProps & { name: string }): JSX.Element => (
  <SettingsGroup id="you" title={words.you}>
    <Form action={path} errors={errors} class="padded-form">
      <div class="ask-line two">
        <Field
          name="name"
          label={words.name}
          hint={words.nameHint}
          value={values?.name ?? name}
          autocomplete="name"
          maxLength={200}
          required
        />
        <Button kind="primary">{words.save}</Button>
      </div>
    </Form>
    <Setting label={words.email} hint={words.emailHint}>
      <UserText text={frame.reader.email} />
    </Setting>
    <Form action={`${path}/notices`} data-save>
      <Setting label={words.notices} labelId="notices-label" hint={words.noticesHint}>
        <span class="line">
          <SelectControl
            name="notices"
            labelledBy="notices-label"
            options={noticePaces.map(value => ({ value, label: paceWords[value] }))}
            value={notices}
          />
          <Button>{words.save}</Button>
        </span>
      </Setting>
    </Form>
  </SettingsGroup>
)

const Organizations = ({ organizations, frame }: AccountPageProps): JSX.Element => (
  <section aria-labelledby="organizations-title">
    <h2 id="organizations-title">{words.organizations}</h2>
    <Entries label={words.organizations}>
      {organizations.map(row => (
        <Organization key={row.id} row={row} isHere={row.id === frame.organization?.id} />
      ))}
    </Entries>
  </section>
)

const Organization = ({ row, isHere }: { row: Belonging; isHere: boolean }): JSX.Element => (
  <Entry
    mark={<Tile icon="company" />}
    name={<UserText text={row.name} />}
    beside={isHere && <Badge tone="accent">{words.here}</Badge>}
    below={roleWords[row.role as RoleName].word}
  >
    {isHere ? <Leave {...row} /> : <Open {...row} />}
  </Entry>
)

const Open = ({ id, name }: Belonging): JSX.Element => (
  <form method="post" action="/app/organization">
    <button
      type="submit"
      class="button small"
      name="organizationId"
      value={id}
      aria-label={words.openNamed(plain(name))}
    >
      {words.open}
    </button>
  </form>
)

const Leave = ({ name }: Belonging): JSX.Element => (
  <div>
    <Question
      id="leave"
      opens={words.leave}
      label={words.leaveNamed(plain(name))}
      title={words.leaveAsks}
      action={`${path}/leave`}
      confirm={words.leave}
      cancel={words.stay}
    >
      {words.leaveIn}{' '}
      <strong>
        <UserText text={name} />
      </strong>{' '}
      {words.leaveHint}
    </Question>
  </div>
)

const Identities = ({ identities, frame: { now } }: AccountPageProps): JSX.Element => (
  <section aria-labelledby="identities">
    <h2 id="identities">{words.identities}</h2>
    <p class="aside">{words.identitiesHint}</p>
    <Entries label={words.identities}>
      {identities.map(({ id, provider, linkedAt, lastUsedAt }) => (
        <Entry
          key={id}
          mark={<Tile icon="key" />}
          name={providerTitles[provider]}
          below={
            <>
              {words.linked} <RelativeTime at={new Date(linkedAt)} now={now} />
            </>
          }
          fact={
            <>
              {words.lastUsed} <RelativeTime at={new Date(lastUsedAt)} now={now} />
            </>
          }
        >
          <Form action={`${path}/identities/${encodeURIComponent(id)}/unlink`}>
            <button
              type="submit"
              class="button small"
              aria-label={words.unlinkNamed(providerTitles[provider])}
            >
              {words.unlink}
            </button>
          </Form>
        </Entry>
      ))}
    </Entries>
  </section>
)

/** After leaving, when the session has ended. */
export const leftPage = ({ assets, organization }: { assets: Assets; organization: string }): string =>
  editorHtml({
    assets,
    title: words.left,
    children: (
      <>
        <h1>{words.left}</h1>
        <p>
          {words.leftHint} <UserText text={organization} />. {words.leftEnd}
        </p>
        <p class="actions">
          <LinkButton href="/auth/sign-in" kind="primary">
            {words.signIn}
          </LinkButton>
        </p>
      </>
    ),
  })
