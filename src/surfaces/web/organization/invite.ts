// The page of an invitation: what it offers, sign-in on the way, one button. Opening it changes nothing.

import type { Actor } from '../../../domain/actor.ts'
import { Problem } from '../../../domain/problem.ts'
import { operations } from '../../../operations/index.ts'
import type { OutputOf } from '../../../operations/kernel/operation.ts'
import type { HttpExchange } from '../../http/http-exchange.ts'
import { sendDocument } from '../layout/theme.ts'
import { ask, type PageContext, postedFields, reader, redirect } from '../page/page-context.ts'
import { providersOf } from '../page/providers.ts'
import { type InvitationState, invitePage, type Offer } from './invite-page.tsx'

type OfferAnswer = OutputOf<typeof operations.inspectInvitation>

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
  const html = invitePage({ assets: pageContext.assets, path: pathOf(code), state, errors })
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
    const offer = offerOf(await ask(pageContext, exchange, actor, operations.inspectInvitation, { code }))
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

const offerOf = (offer: OfferAnswer): Offer => ({
  ...offer,
  organization: offer.organization.name,
  invitedBy: offer.invitedBy.name,
  expiresAt: new Date(offer.expiresAt),
})
