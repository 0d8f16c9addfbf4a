// The page of sessions and the second factor.

import { addressOf } from '../../../operations/account/factor.ts'
import { operations } from '../../../operations/index.ts'
import type { RowOf } from '../../../operations/kernel/operation.ts'
import {
  attempt,
  fieldsOf,
  finish,
  frameOf,
  isPerson,
  pageHref,
  performed,
  type Refused,
  type Section,
  sendDashboard,
  type Visit,
} from '../dashboard.ts'
import { redirect } from '../desk.ts'
import { type FactorState, type SessionRow, securityPage } from '../pages/security-page.tsx'

type SessionAnswer = RowOf<typeof operations.listSessions>

export const security: Section = {
  href: '/app/security',
  label: 'Security',
  group: 'you',
  isFor: isPerson,
  routes: {
    'GET /app/security': visit => sendSecurity(visit, 200),
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
  visit: Visit,
  status: number,
  shown: { factor?: FactorState; refused?: Refused } = {},
): Promise<void> {
  const cursor = visit.query.get('cursor')
  const found = await performed(visit, operations.listSessions, {
    limit: 50,
    ...(cursor && { cursor }),
  })
  const html = securityPage({
    frame: frameOf(visit),
    sessions: found.data.map(rowOf),
    pages: {
      next: found.nextCursor && pageHref(visit, found.nextCursor),
      first: cursor && pageHref(visit, null),
    },
    factor: shown.factor ?? (await factorOf(visit)),
    ...(shown.refused && { errors: shown.refused.errors }),
  })
  sendDashboard(visit, status, html)
}

const rowOf = (session: SessionAnswer): SessionRow => ({
  ...session,
  createdAt: new Date(session.createdAt),
  lastSeenAt: new Date(session.lastSeenAt),
})

async function factorOf(visit: Visit): Promise<FactorState> {
  const { since, recoveryCodesLeft } = await performed(visit, operations.readSecondFactor, {})
  return since === null ? { is: 'off' } : { is: 'on', since: new Date(since), recoveryCodesLeft }
}

/** `POST /app/security/sessions/{id}/end`: whoever ends this very session is signed out. */
async function endByForm(visit: Visit): Promise<void> {
  await fieldsOf(visit)
  const { desk, wire, actor, params } = visit
  await performed(visit, operations.endSession, { id: params.id })
  if (params.id === actor.credential) redirect(desk, wire, '/')
  else finish(visit, '/app/security', 'ended')
}

async function endOthersByForm(visit: Visit): Promise<void> {
  await fieldsOf(visit)
  await performed(visit, operations.endOtherSessions, {})
  finish(visit, '/app/security', 'ended-others')
}

/** The secret is shown on this answer alone. */
async function beginByForm(visit: Visit): Promise<void> {
  await fieldsOf(visit)
  const outcome = await attempt(visit, operations.beginSecondFactor, {})
  if ('refused' in outcome) return sendSecurity(visit, outcome.refused.status, outcome)
  await sendSecurity(visit, 201, { factor: { is: 'begun', ...outcome.value } })
}

/** A wrong code shows the secret again that the form sent along: it is the sender's own. */
async function confirmByForm(visit: Visit): Promise<void> {
  const { code = '', secret = '' } = await fieldsOf(visit)
  const outcome = await attempt(visit, operations.confirmSecondFactor, { code }, place)
  if ('value' in outcome) return sendSecurity(visit, 200, { factor: { is: 'confirmed', ...outcome.value } })
  const { refused } = outcome
  const isBegun = refused.status === 422 && /^[A-Z2-7]{32}$/.test(secret)
  const uri = isBegun ? addressOf(secret, visit.actor.email, new URL(visit.desk.site.context.url).host) : ''
  await sendSecurity(visit, refused.status, {
    refused,
    ...(isBegun && { factor: { is: 'begun', secret, uri } }),
  })
}

async function endFactorByForm(visit: Visit): Promise<void> {
  const { code = '' } = await fieldsOf(visit)
  const outcome = await attempt(visit, operations.endSecondFactor, { code }, place)
  if ('value' in outcome) return finish(visit, '/app/security', 'factor-off')
  await sendSecurity(visit, outcome.refused.status, outcome)
}

/** Where the form shows a code that was refused. */
const place = { code_invalid: 'code' }
