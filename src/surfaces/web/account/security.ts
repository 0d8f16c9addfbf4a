// The page of sessions and the second factor.

import { otpauthAddress } from '../../../operations/account/authenticator.ts'
import { operations } from '../../../operations/index.ts'
import type { RowOf } from '../../../operations/kernel/operation.ts'
import {
  attempt,
  fieldsOf,
  finish,
  frameOf,
  isPerson,
  type PageRequest,
  pageHref,
  performed,
  type Refused,
  type Section,
  sendDashboard,
} from '../page/dashboard.ts'
import { redirect } from '../page/page-context.ts'
import { common } from '../words/common.ts'
import { type FactorState, type SessionRow, securityPage } from './security-page.tsx'

type SessionAnswer = RowOf<typeof operations.listSessions>

export const security: Section = {
  href: '/app/security',
  label: common.security,
  group: 'you',
  isFor: isPerson,
  routes: {
    'GET /app/security': request => sendSecurity(request, 200),
    'POST /app/security/sessions/end': endOthersByForm,
    'POST /app/security/sessions/:id/end': endByForm,
    'POST /app/security/factor': beginByForm,
    'POST /app/security/factor/confirm': confirmByForm,
    'POST /app/security/factor/end': endFactorByForm,
  },
  done: {
    ended: 'That browser is signed out.',
    'ended-others': 'You are signed out everywhere else.',
    'factor-off': 'The second factor is switched off.',
  },
}

async function sendSecurity(
  request: PageRequest,
  status: number,
  shown: { factor?: FactorState; refused?: Refused } = {},
): Promise<void> {
  const cursor = request.query.get('cursor')
  const found = await performed(request, operations.listSessions, {
    limit: 50,
    ...(cursor && { cursor }),
  })
  const html = securityPage({
    frame: frameOf(request),
    sessions: found.data.map(rowOf),
    pages: {
      next: found.nextCursor && pageHref(request, found.nextCursor),
      first: cursor && pageHref(request, null),
    },
    factor: shown.factor ?? (await factorOf(request)),
    ...(shown.refused && { errors: shown.refused.errors }),
  })
  sendDashboard(request, status, html)
}

const rowOf = (session: SessionAnswer): SessionRow => ({
  ...session,
  createdAt: new Date(session.createdAt),
  lastSeenAt: new Date(session.lastSeenAt),
})

async function factorOf(request: PageRequest): Promise<FactorState> {
  const { since, recoveryCodesLeft } = await performed(request, operations.readSecondFactor, {})
  return since === null ? { is: 'off' } : { is: 'on', since: new Date(since), recoveryCodesLeft }
}

/** `POST /app/security/sessions/{id}/end`: whoever ends this very session is signed out. */
async function endByForm(request: PageRequest): Promise<void> {
  await fieldsOf(request)
  const { pageContext, exchange, actor, params } = request
  await performed(request, operations.endSession, { id: params.id })
  if (params.id === actor.credential) redirect(pageContext, exchange, '/')
  else finish(request, '/app/security', 'ended')
}

async function endOthersByForm(request: PageRequest): Promise<void> {
  await fieldsOf(request)
  await performed(request, operations.endOtherSessions, {})
  finish(request, '/app/security', 'ended-others')
}

/** The secret is shown on this answer alone. */
async function beginByForm(request: PageRequest): Promise<void> {
  await fieldsOf(request)
  const outcome = await attempt(request, operations.beginSecondFactor, {})
  if ('refused' in outcome) return sendSecurity(request, outcome.refused.status, outcome)
  await sendSecurity(request, 201, { factor: { is: 'begun', ...outcome.value } })
}

/** A wrong code shows the secret again that the form sent along: it is the sender's own. */
async function confirmByForm(request: PageRequest): Promise<void> {
  const { code = '', secret = '' } = await fieldsOf(request)
  const outcome = await attempt(request, operations.confirmSecondFactor, { code }, place)
  if ('value' in outcome) return sendSecurity(request, 200, { factor: { is: 'confirmed', ...outcome.value } })
  const { refused } = outcome
  const isBegun = refused.status === 422 && /^[A-Z2-7]{32}$/.test(secret)
  const uri = isBegun
    ? otpauthAddress(secret, request.actor.email, new URL(request.pageContext.site.context.url).host)
    : ''
  await sendSecurity(request, refused.status, {
    refused,
    ...(isBegun && { factor: { is: 'begun', secret, uri } }),
  })
}

async function endFactorByForm(request: PageRequest): Promise<void> {
  const { code = '' } = await fieldsOf(request)
  const outcome = await attempt(request, operations.endSecondFactor, { code }, place)
  if ('value' in outcome) return finish(request, '/app/security', 'factor-off')
  await sendSecurity(request, outcome.refused.status, outcome)
}

/** Where the form shows a code that was refused. */
const place = { code_invalid: 'code' }
