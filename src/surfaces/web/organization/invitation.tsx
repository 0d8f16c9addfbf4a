// The page of an invitation: who asks whom into what, sign-in on the way, one button. Opening it changes nothing.

import type { JSX } from 'preact'
import type { Actor } from '../../../domain/actor.ts'
import { Problem } from '../../../domain/problem.ts'
import { operations } from '../../../operations/index.ts'
import type { OutputOf } from '../../../operations/kernel/operation.ts'
import type { HttpExchange } from '../../http/http-exchange.ts'
import type { Assets } from '../layout/assets.ts'
import { LinkButton } from '../layout/controls.tsx'
import { Button, ErrorSummary, type FieldError, Hidden } from '../layout/form.tsx'
import { editorHtml } from '../layout/own-page-layout.tsx'
import { Address } from '../layout/people.tsx'
import { EmailForm, type Provider } from '../layout/sign-in-forms.tsx'
import { day, plain } from '../layout/text.ts'
import { sendDocument } from '../layout/theme.ts'
import { UserText } from '../layout/words.tsx'
import { ask, type PageContext, postedFields, reader, redirect } from '../page/page-context.ts'
import { providersOf } from '../page/providers.ts'
import { invitationWords as words } from '../words/invitation.ts'

/** `GET /invite/{code}` */
export async function showInvitation(
  pageContext: PageContext,
  exchange: HttpExchange,
  code: string,
): Promise<void> {
  const state = await stateOf(pageContext, exchange, await reader(pageContext, exchange), code)
  sendInvitation(pageContext, exchange, code, statusOf(state), state)
}

/** `POST /invite/{code}`: joins, and goes on in the organization that was joined. */
export async function acceptByForm(
  pageContext: PageContext,
  exchange: HttpExchange,
  code: string,
): Promise<void> {
  await postedFields(pageContext, exchange)
  const actor = await reader(pageContext, exchange)
  try {
    const { organization } = await ask(pageContext, exchange, actor, operations.acceptInvitation, { code })
    if (actor.kind === 'person')
      await ask(pageContext, exchange, actor, operations.changeMe, { organizationId: organization.id })
    redirect(pageContext, exchange, '/app?done=joined')
  } catch (error) {
    if (!(error instanceof Problem) || error.status >= 500) throw error
    const state = await stateOf(pageContext, exchange, actor, code)
    const errors = state.is === 'ready' ? [{ field: null, message: error.message }] : []
    sendInvitation(pageContext, exchange, code, error.status, state, errors)
  }
}

const pathOf = (code: string): string => `/invite/${encodeURIComponent(code)}`

function sendInvitation(
  pageContext: PageContext,
  exchange: HttpExchange,
  code: string,
  status: number,
  state: InvitationState,
  errors: { field: null; message: string }[] = [],
): void {
  const html = invitationPage({ assets: pageContext.assets, path: pathOf(code), state, errors })
  sendDocument(exchange, status, pageContext.site.headers.tokenPage(), html)
}

const statusOf = ({ is }: InvitationState): number =>
  ({ unknown: 404, expired: 410, accepted: 409, open: 200, other: 200, ready: 200 })[is]

async function stateOf(
  pageContext: PageContext,
  exchange: HttpExchange,
  actor: Actor,
  code: string,
): Promise<InvitationState> {
  try {
    const offer = await ask(pageContext, exchange, actor, operations.inspectInvitation, { code })
    if (actor.kind !== 'person' && actor.kind !== 'guest')
      return { is: 'open', offer, providers: providersOf(pageContext, { next: pathOf(code) }) }
    return { is: actor.email === offer.email ? 'ready' : 'other', offer, reader: actor.email }
  } catch (error) {
    return ended(error)
  }
}

function ended(error: unknown): InvitationState {
  if (!(error instanceof Problem)) throw error
  if (error.code === 'invitation_expired') return { is: 'expired', message: error.message }
  if (error.code === 'already_accepted') return { is: 'accepted' }
  if (error.code === 'not_found' || error.code === 'invalid_input') return { is: 'unknown' }
  throw error
}

type Offer = OutputOf<typeof operations.inspectInvitation>

export type InvitationState =
  | { is: 'unknown' }
  /** `message` says whom to ask for another one. */
  | { is: 'expired'; message: string }
  | { is: 'accepted' }
  /** Nobody is signed in: the sign-in form returns here. */
  | { is: 'open'; offer: Offer; providers?: readonly Provider[] }
  /** Somebody else is. */
  | { is: 'other'; offer: Offer; reader: string }
  | { is: 'ready'; offer: Offer; reader: string }

export interface InvitationPageProps {
  assets: Assets
  /** Path of this page: the form goes there, and a sign-in returns there. */
  path: string
  state: InvitationState
  errors?: readonly FieldError[]
}

/** Served with the headers of a token page. */
export const invitationPage = ({ assets, path, state, errors }: InvitationPageProps): string =>
  editorHtml({
    assets,
    title: words.title,
    reader: 'reader' in state ? state.reader : undefined,
    children: (
      <>
        <ErrorSummary errors={errors} />
        {'offer' in state ? <Offered path={path} state={state} /> : <Ended state={state} />}
      </>
    ),
  })

type Standing = Extract<InvitationState, { offer: Offer }>
type Over = Exclude<InvitationState, Standing>

const Offered = ({ path, state }: { path: string; state: Standing }): JSX.Element => {
  const { organization, invitedBy, email, role, expiresAt } = state.offer
  return (
    <>
      <h1>
        {words.join} <UserText text={organization.name} />
      </h1>
      <p class="lead">
        <UserText text={invitedBy.name} /> {words.invites} <Address email={email} /> {words.as[role]}
      </p>
      <p>
        {words.tasks[role]} {words.until(day(new Date(expiresAt)))}
      </p>
      {state.is === 'open' && <SignInFirst path={path} state={state} />}
      {state.is === 'other' && <Other path={path} offer={state.offer} reader={state.reader} />}
      {state.is === 'ready' && <Accept path={path} reader={state.reader} />}
    </>
  )
}

const SignInFirst = ({
  path,
  state: { offer, providers },
}: {
  path: string
  state: Extract<Standing, { is: 'open' }>
}): JSX.Element => (
  <section aria-labelledby="sign-in">
    <h2 id="sign-in">{words.signIn}</h2>
    <EmailForm next={path} email={offer.email} providers={providers} />
    <p class="aside">{words.signInHint}</p>
  </section>
)

const Accept = ({ path, reader }: { path: string; reader: string }): JSX.Element => (
  <form method="post" action={path} class="form">
    <Button kind="primary">{words.accept}</Button>
    <p class="aside">
      {words.signedInAs} <Address email={reader} />. {words.decline}
    </p>
  </form>
)

const Other = ({ path, offer, reader }: { path: string; offer: Offer; reader: string }): JSX.Element => (
  <section aria-labelledby="other">
    <h2 id="other">{words.elsewhere}</h2>
    <p>
      {words.signedInAs} <Address email={reader} />. {words.isFor} <Address email={offer.email} />.{' '}
      {words.eitherOr} <UserText text={offer.invitedBy.name} />.
    </p>
    <form method="post" action="/auth/sign-out">
      <Hidden values={{ next: path }} />
      <Button kind="primary">{words.otherAccount}</Button>
    </form>
  </section>
)

const Ended = ({ state }: { state: Over }): JSX.Element => (
  <>
    <h1>{words[state.is]}</h1>
    {state.is === 'unknown' && <p>{words.unknownHint}</p>}
    {state.is === 'expired' && <p>{plain(state.message)}</p>}
    {state.is === 'accepted' && (
      <>
        <p>{words.acceptedHint}</p>
        <p class="actions">
          <LinkButton kind="primary" href="/app">
            {words.toPages}
          </LinkButton>
        </p>
      </>
    )}
  </>
)
