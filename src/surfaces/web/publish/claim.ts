// The claim page: what a claim link offers, and one button that keeps it. Opening it changes nothing.

import type { Actor } from '../../../domain/actor.ts'
import { Problem } from '../../../domain/problem.ts'
import { operations } from '../../../operations/index.ts'
import type { OutputOf } from '../../../operations/kernel/operation.ts'
import type { HttpExchange } from '../../http/http-exchange.ts'
import { sendDocument } from '../layout/theme.ts'
import { ask, type PageContext, postedFields, reader, redirect } from '../page/page-context.ts'
import { providersOf } from '../page/providers.ts'
import { type ClaimablePage, type ClaimState, claimPage } from './claim-page.tsx'

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
