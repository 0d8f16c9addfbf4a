// A person's own account: name, organizations, leaving one.

import { sessionCookie } from '../../../auth/sessions.ts'
import { operations } from '../../../operations/index.ts'
import {
  attempt,
  fieldsOf,
  finish,
  frameOf,
  isPerson,
  performed,
  type Refused,
  type Section,
  sendDashboard,
  type Visit,
} from '../dashboard.ts'
import { sendPage } from '../desk.ts'
import { type AccountPageProps, accountPage, type LinkedIdentity, leftPage } from '../pages/account-page.tsx'

export const account: Section = {
  href: '/app/account',
  label: 'Account',
  group: 'you',
  isFor: () => true,
  routes: {
    'GET /app/account': visit => sendAccount(visit, 200),
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
  visit: Visit,
  status: number,
  held: Pick<AccountPageProps, 'values' | 'errors'> = {},
): Promise<void> {
  const { actor, me } = visit
  const { data } = await performed(visit, operations.ownInvitations, {})
  const html = accountPage({
    frame: frameOf(visit),
    identities: isPerson(actor) ? await identitiesOf(visit) : [],
    name: isPerson(actor) || me.organizations.length > 0 ? (me.person?.name ?? '') : null,
    organizations: me.organizations.map(each => ({ ...each, here: each.id === me.organization?.id })),
    invitations: data,
    notices: me.notices ?? 'each',
    mayBringBack: me.deletedOrganizations.length > 0,
    ...held,
  })
  sendDashboard(visit, status, html)
}

async function identitiesOf(visit: Visit): Promise<LinkedIdentity[]> {
  const { data } = await performed(visit, operations.listIdentities, {})
  return data.map(({ linkedAt, lastUsedAt, ...each }) => ({
    ...each,
    linkedAt: new Date(linkedAt),
    lastUsedAt: new Date(lastUsedAt),
  }))
}

/** `POST /app/account/identities/{id}/unlink` */
async function unlinkByForm(visit: Visit): Promise<void> {
  await fieldsOf(visit)
  const outcome = await attempt(visit, operations.unlinkIdentity, { id: visit.params.id })
  if ('refused' in outcome) return sendRefused(visit, outcome.refused)
  finish(visit, '/app/account', 'unlinked')
}

const sendRefused = (visit: Visit, { status, errors }: Refused, values?: { name: string }): Promise<void> =>
  sendAccount(visit, status, { errors, ...(values && { values }) })

/** `POST /app/account` */
async function renameByForm(visit: Visit): Promise<void> {
  const { name = '' } = await fieldsOf(visit)
  const outcome = await attempt(visit, operations.changeMe, { name })
  if ('refused' in outcome) return sendRefused(visit, outcome.refused, { name })
  finish(visit, '/app/account', 'renamed')
}

/** `POST /app/account/notices` */
async function changeNotices(visit: Visit): Promise<void> {
  const { notices = '' } = await fieldsOf(visit)
  const outcome = await attempt(visit, operations.changeMe, { notices })
  if ('refused' in outcome) return sendRefused(visit, outcome.refused)
  finish(visit, '/app/account', 'notices')
}

/** `POST /app/account/leave`: the session ends with the membership. */
async function leaveByForm(visit: Visit): Promise<void> {
  await fieldsOf(visit)
  const { desk, wire, me } = visit
  const outcome = await attempt(visit, operations.removeMember, { id: me.person?.id })
  if ('refused' in outcome) return sendRefused(visit, outcome.refused)
  const html = leftPage({ assets: desk.assets, organization: me.organization?.name ?? '' })
  sendPage(desk, wire, 200, html, { 'Set-Cookie': sessionCookie(desk.site.context, '') })
}
