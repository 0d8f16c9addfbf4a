// The page of a claim link: the page it keeps, sign-in on the way, and one button. Opening it changes nothing.

import type { JSX } from 'preact'
import type { Actor } from '../../../domain/actor.ts'
import { Problem } from '../../../domain/problem.ts'
import { operations } from '../../../operations/index.ts'
import type { OutputOf } from '../../../operations/kernel/operation.ts'
import type { HttpExchange } from '../../http/http-exchange.ts'
import type { Assets } from '../layout/assets.ts'
import { LinkButton } from '../layout/controls.tsx'
import { Button, Choice, ErrorSummary, type FieldError, Hidden } from '../layout/form.tsx'
import { editorHtml } from '../layout/own-page-layout.tsx'
import { EmailForm, type Provider } from '../layout/sign-in-forms.tsx'
import { counted, day, daysLeft, fileSize, plain } from '../layout/text.ts'
import { sendDocument } from '../layout/theme.ts'
import { RelativeTime, UserText } from '../layout/words.tsx'
import { ask, type PageContext, postedFields, reader, redirect } from '../page/page-context.ts'
import { providersOf } from '../page/providers.ts'
import { claimWords as words } from '../words/claim.ts'

type Offer = OutputOf<typeof operations.inspectClaim>

/** `GET /claim/{code}` */
export async function showClaim(
  pageContext: PageContext,
  exchange: HttpExchange,
  code: string,
): Promise<void> {
  const state = await stateOf(pageContext, exchange, await reader(pageContext, exchange), code)
  sendClaim(pageContext, exchange, code, statusOf(state), state)
}

/** `POST /claim/{code}` */
export async function claimByForm(
  pageContext: PageContext,
  exchange: HttpExchange,
  code: string,
): Promise<void> {
  const { visibility, organizationId } = await postedFields(pageContext, exchange)
  let actor = await reader(pageContext, exchange)
  try {
    actor = await within(pageContext, exchange, actor, organizationId)
    const claimed = await ask(pageContext, exchange, actor, operations.claim, {
      code,
      ...(visibility && { visibility }),
    })
    redirect(pageContext, exchange, new URL(claimed.url).pathname)
  } catch (error) {
    if (!(error instanceof Problem) || error.status >= 500) throw error
    const state = await stateOf(pageContext, exchange, actor, code)
    const errors = state.is === 'ready' ? [{ field: null, message: error.message }] : []
    sendClaim(pageContext, exchange, code, error.status, state, errors)
  }
}

/** The actor in the organization that was chosen; the session goes on there. */
async function within(
  pageContext: PageContext,
  exchange: HttpExchange,
  actor: Actor,
  organizationId: string | undefined,
): Promise<Actor> {
  if (actor.kind !== 'person' || !organizationId || organizationId === actor.organizationId) return actor
  const { role } = await ask(pageContext, exchange, actor, operations.changeMe, { organizationId })
  return { ...actor, organizationId, role: role ?? actor.role }
}

function sendClaim(
  pageContext: PageContext,
  exchange: HttpExchange,
  code: string,
  status: number,
  state: ClaimState,
  errors: { field: null; message: string }[] = [],
): void {
  const html = claimPage({
    assets: pageContext.assets,
    path: `/claim/${encodeURIComponent(code)}`,
    state,
    errors,
  })
  sendDocument(exchange, status, pageContext.site.headers.tokenPage(), html)
}

const statusOf = ({ is }: ClaimState): number =>
  ({ unknown: 404, expired: 410, claimed: 409, open: 200, ready: 200, nowhere: 200 })[is]

async function stateOf(
  pageContext: PageContext,
  exchange: HttpExchange,
  actor: Actor,
  code: string,
): Promise<ClaimState> {
  try {
    const offer = await ask(pageContext, exchange, actor, operations.inspectClaim, { code })
    const page = pageOf(pageContext, offer)
    if (actor.kind !== 'person')
      return {
        is: 'open',
        page,
        providers: providersOf(pageContext, { next: `/claim/${encodeURIComponent(code)}` }),
      }
    const { places } = offer
    const chosen = places.find(({ id }) => id === actor.organizationId) ?? places[0]
    if (!chosen) return { is: 'nowhere', page, reader: actor.email }
    return { is: 'ready', page, reader: actor.email, chosen, places }
  } catch (error) {
    return ended(error)
  }
}

function ended(error: unknown): ClaimState {
  const code = error instanceof Problem ? error.code : null
  if (code === 'claim_expired') return { is: 'expired' }
  if (code === 'already_claimed') return { is: 'claimed' }
  if (code === 'not_found' || code === 'invalid_input') return { is: 'unknown' }
  throw error
}

const pageOf = ({ site }: PageContext, offer: Offer): ClaimablePage => ({
  name: offer.name,
  url: `${site.context.url}/${offer.shortId}`,
  size: offer.size,
  createdAt: new Date(offer.createdAt),
  expiresAt: new Date(offer.expiresAt),
})

export interface ClaimablePage {
  name: string
  /** Absolute address, which stays. */
  url: string
  size: number
  createdAt: Date
  expiresAt: Date
}

/** An organization of the reader that takes previews. */
type ClaimPlace = Offer['places'][number]

export type ClaimState =
  | { is: 'unknown' }
  | { is: 'expired' }
  | { is: 'claimed' }
  /** Nobody is signed in: the sign-in form returns here. */
  | { is: 'open'; page: ClaimablePage; providers?: readonly Provider[] }
  /** The page can be claimed by one button. */
  | {
      is: 'ready'
      page: ClaimablePage
      reader: string
      /** The place that takes the page unless the reader chooses another. */
      chosen: ClaimPlace
      /** All places that take the page. */
      places: readonly ClaimPlace[]
    }
  /** No organization of the reader takes it. */
  | { is: 'nowhere'; page: ClaimablePage; reader: string }

export interface ClaimPageProps {
  assets: Assets
  /** Path of this page: the form goes there, and a sign-in returns there. */
  path: string
  state: ClaimState
  errors?: readonly FieldError[]
  now?: Date
}

/** `POST {path}` with `visibility` and, for those in several, `organizationId` claims. Served with the headers of a token page. */
export const claimPage = ({ assets, path, state, errors, now = new Date() }: ClaimPageProps): string =>
  editorHtml({
    assets,
    title: words.title,
    reader: 'reader' in state ? state.reader : undefined,
    children: (
      <>
        <ErrorSummary errors={errors} />
        {'page' in state ? <Claimable path={path} state={state} now={now} /> : <Ended is={state.is} />}
      </>
    ),
  })

type Standing = Extract<ClaimState, { page: ClaimablePage }>

const Claimable = ({ path, state, now }: { path: string; state: Standing; now: Date }): JSX.Element => (
  <>
    <h1>{words.claim}</h1>
    <article class="card padded">
      <h2>
        <a href={state.page.url}>
          <UserText text={state.page.name} />
        </a>
      </h2>
      <p>
        {words.published} <RelativeTime at={state.page.createdAt} now={now} />, {fileSize(state.page.size)}
      </p>
    </article>
    <p>{words.open(counted(daysLeft(state.page.expiresAt, now), 'day'), day(state.page.expiresAt))}</p>
    {state.is === 'nowhere' && <Nowhere />}
    {state.is === 'ready' && <ClaimForm path={path} state={state} />}
    {state.is === 'open' && <SignInFirst path={path} state={state} />}
  </>
)

const Nowhere = (): JSX.Element => (
  <>
    <h2>{words.nowhere}</h2>
    <p>{words.nowhereHint}</p>
  </>
)

type Ready = Extract<ClaimState, { is: 'ready' }>

const ClaimForm = ({ path, state }: { path: string; state: Ready }): JSX.Element => (
  <form method="post" action={path} class="form">
    {state.places.length > 1 ? (
      <Choice
        name="organizationId"
        legend={words.where}
        value={state.chosen.id}
        options={state.places.map(({ id, name }) => ({ value: id, label: plain(name) }))}
      />
    ) : (
      <Hidden values={{ organizationId: state.chosen.id }} />
    )}
    <Choice
      name="visibility"
      legend={words.who}
      value={isClosed(state) ? 'private' : 'public'}
      options={[
        {
          value: 'public',
          label: words.public,
          disabled: isClosed(state),
          ...(isClosed(state) && { hint: words.publicOff }),
        },
        { value: 'company', label: words.company },
        { value: 'private', label: words.private },
      ]}
    />
    <Button kind="primary">{words.submit}</Button>
    <p class="aside">
      {state.places.length === 1 && (
        <>
          {words.into} <UserText text={state.chosen.name} />.{' '}
        </>
      )}
      {words.owner} <UserText text={state.reader} />.
    </p>
  </form>
)

/** True where the only organization forbids it; another may allow it, so the choice is left open where there are several. */
const isClosed = ({ chosen, places }: Ready): boolean => !chosen.allowPublic && places.length < 2

type Open = Extract<ClaimState, { is: 'open' }>

const SignInFirst = ({ path, state }: { path: string; state: Open }): JSX.Element => (
  <>
    <h2>{words.signIn}</h2>
    <EmailForm next={path} providers={state.providers} />
    <p class="aside">{words.signInHint}</p>
  </>
)

const Ended = ({ is }: Exclude<ClaimState, Standing>): JSX.Element => (
  <>
    <h1>{words[is]}</h1>
    <p>
      {words[`${is}Hint`]} {is === 'claimed' && words.claimedByOther}
    </p>
    {is === 'claimed' && (
      <p class="actions">
        <LinkButton href="/app">{words.toPages}</LinkButton>
      </p>
    )}
  </>
)
