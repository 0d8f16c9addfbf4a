// A person's own account: name, organizations, leaving one.

import { sessionCookie } from '../../../auth/sessions.ts'
import { operations } from '../../../operations/index.ts'
import {
  attempt,
  fieldsOf,
  finish,
  frameOf,
  isPerson,
  type PageRequest,
  performed,
  type Refused,
  type Section,
  sendDashboard,
} from '../page/dashboard.ts'
import { sendPage } from '../page/page-context.ts'
import { common } from '../words/common.ts'
import { type AccountPageProps, accountPage, type LinkedIdentity, leftPage } from './account-page.tsx'

export const account: Section = {
  href: '/app/account',
  label: common.account,
  group: 'you',
  isFor: () => true,
  routes: {
    'GET /app/account': request => sendAccount(request, 200),
    'POST /app/account': renameByForm,
    'POST /app/account/notices': changeNotices,
    'POST /app/account/leave': leaveByForm,
    'POST /app/account/identities/:id/unlink': unlinkByForm,
  },
  done: {
    renamed: 'Your name is saved.',
    notices: 'Saved. It holds for what happens from now on.',
    unlinked: 'That account no longer signs you in.',
  },
}

async function sendAccount(
  request: PageRequest,
  status: number,
  held: Pick<AccountPageProps, 'values' | 'errors'> = {},
): Promise<void> {
  const { actor, me } = request
  const { data } = await performed(request, operations.ownInvitations, {})
  const html = accountPage({
    frame: frameOf(request),
    identities: isPerson(actor) ? await identitiesOf(request) : [],
    name: isPerson(actor) || me.organizations.length > 0 ? (me.person?.name ?? '') : null,
    organizations: me.organizations.map(each => ({ ...each, here: each.id === me.organization?.id })),
    invitations: data,
    notices: me.notices ?? 'each',
    mayBringBack: me.deletedOrganizations.length > 0,
    ...held,
  })
  sendDashboard(request, status, html)
}

async function identitiesOf(request: PageRequest): Promise<LinkedIdentity[]> {
  const { data } = await performed(request, operations.listIdentities, {})
  return data.map(({ linkedAt, lastUsedAt, ...each }) => ({
    ...each,
    linkedAt: new Date(linkedAt),
    lastUsedAt: new Date(lastUsedAt),
  }))
}

/** `POST /app/account/identities/{id}/unlink` */
async function unlinkByForm(request: PageRequest): Promise<void> {
  await fieldsOf(request)
  const outcome = await attempt(request, operations.unlinkIdentity, { id: request.params.id })
  if ('refused' in outcome) return sendRefused(request, outcome.refused)
  finish(request, '/app/account', 'unlinked')
}

const sendRefused = (
  request: PageRequest,
  { status, errors }: Refused,
  values?: { name: string },
): Promise<void> => sendAccount(request, status, { errors, ...(values && { values }) })

/** `POST /app/account` */
async function renameByForm(request: PageRequest): Promise<void> {
  const { name = '' } = await fieldsOf(request)
  const outcome = await attempt(request, operations.changeMe, { name })
  if ('refused' in outcome) return sendRefused(request, outcome.refused, { name })
  finish(request, '/app/account', 'renamed')
}

/** `POST /app/account/notices` */
async function changeNotices(request: PageRequest): Promise<void> {
  const { notices = '' } = await fieldsOf(request)
  const outcome = await attempt(request, operations.changeMe, { notices })
  if ('refused' in outcome) return sendRefused(request, outcome.refused)
  finish(request, '/app/account', 'notices')
}

/** `POST /app/account/leave`: the session ends with the membership. */
async function leaveByForm(request: PageRequest): Promise<void> {
  await fieldsOf(request)
  const { pageContext, exchange, me } = request
  const outcome = await attempt(request, operations.removeMember, { id: me.person?.id })
  if ('refused' in outcome) return sendRefused(request, outcome.refused)
  const html = leftPage({ assets: pageContext.assets, organization: me.organization?.name ?? '' })
  sendPage(pageContext, exchange, 200, html, { 'Set-Cookie': sessionCookie(pageContext.site.context, '') })
}
