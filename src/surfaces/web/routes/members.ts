// Members and invitations: the list, and the forms that ask somebody in.

import { governors, type Person, type Role } from '../../../domain/actor.ts'
import { grantable } from '../../../domain/membership.ts'
import { operations } from '../../../operations/index.ts'
import type { RowOf } from '../../../operations/kernel/operation.ts'
import {
  attempt,
  fieldsOf,
  finish,
  frameOf,
  isPerson,
  performed,
  type Section,
  sendDashboard,
  type Visit,
} from '../dashboard.ts'
import { type InvitationRow, type MembersPageProps, membersPage } from '../pages/members-page.tsx'
import {
  changeRoleByForm,
  type Listed,
  type MemberAnswer,
  memberRow,
  removeByForm,
  showMember,
} from './member.ts'

export const members: Section = {
  href: '/app/members',
  label: 'Members',
  group: 'organization',
  isFor: actor => isPerson(actor) && actor.role !== 'viewer',
  routes: {
    'GET /app/members': visit => sendMembers(visit, 200),
    'GET /app/members/invitations': async visit => finish(visit, '/app/members'),
    'POST /app/members/invitations': inviteByForm,
    'POST /app/members/invitations/:id{[0-9a-f-]{36}}/withdraw': withdrawByForm,
    'GET /app/members/:id{[0-9a-f-]{36}}': visit => showMember(visit, 200),
    'GET /app/members/:id{[0-9a-f-]{36}}/:form{role|remove}': async visit =>
      finish(visit, `/app/members/${visit.params.id}`),
    'POST /app/members/:id{[0-9a-f-]{36}}/role': changeRoleByForm,
    'POST /app/members/:id{[0-9a-f-]{36}}/remove': removeByForm,
  },
  done: {
    invited: 'The invitation is on its way.',
    again: 'A new link is on its way; the one before does not work any more.',
    withdrawn: 'The invitation is withdrawn. Its link does not work any more.',
    role: 'The role is changed.',
    removed: 'The member is removed. Sessions and keys have ended.',
  },
}

type InvitationAnswer = RowOf<typeof operations.listInvitations>

type Shown = Pick<MembersPageProps, 'errors' | 'values'>

async function sendMembers(visit: Visit, status: number, shown: Shown = {}): Promise<void> {
  const actor = visit.actor as Person
  const found = await memberList(visit)
  const governs = governors.includes(actor.role)
  const html = membersPage({
    frame: frameOf(visit),
    self: actor.personId,
    members: found.data.map(memberRow),
    query: visit.query.get('query') ?? '',
    pages: ways(visit, 'cursor', found.nextCursor),
    invitations: governs ? await invitationsFor(visit, actor.role) : null,
    ...shown,
  })
  sendDashboard(visit, status, html)
}

const memberList = (visit: Visit): Promise<Listed<MemberAnswer>> => {
  const query = visit.query.get('query')?.trim()
  const cursor = visit.query.get('cursor')
  return performed(visit, operations.listMembers, {
    limit: 50,
    ...(query && { query }),
    ...(cursor && { cursor }),
  })
}

async function invitationsFor(visit: Visit, role: Role): Promise<MembersPageProps['invitations']> {
  const cursor = visit.query.get('invitations')
  const input = { limit: 50, ...(cursor && { cursor }) }
  const found = await performed(visit, operations.listInvitations, input)
  return {
    rows: found.data.map(invitationRow),
    more: ways(visit, 'invitations', found.nextCursor),
    roles: grantable(role),
  }
}

const invitationRow = (row: InvitationAnswer): InvitationRow => ({
  ...row,
  invitedBy: row.invitedBy.name,
  expiresAt: new Date(row.expiresAt),
})

/** The ways through one of two lists on the page; the place in the other one stays. */
function ways(visit: Visit, name: 'cursor' | 'invitations', next: string | null) {
  const to = (cursor: string | null): string => {
    const query = new URLSearchParams([...visit.query].filter(([each]) => each !== 'done' && each !== name))
    if (cursor !== null) query.set(name, cursor)
    return query.size === 0 ? '/app/members' : `/app/members?${query}`
  }
  return { next: next && to(next), first: visit.query.has(name) ? to(null) : null }
}

/** `POST /app/members/invitations`: also sends an invitation again. */
async function inviteByForm(visit: Visit): Promise<void> {
  const { email = '', role = '', again } = await fieldsOf(visit)
  const named = { malformed_address: 'email', already_member: 'email' }
  const outcome = await attempt(visit, operations.invite, { email, role }, named)
  if ('value' in outcome) return finish(visit, '/app/members', again ? 'again' : 'invited')
  const { status, errors } = outcome.refused
  await sendMembers(visit, status, { errors, values: { email, role } })
}

/** `POST /app/members/invitations/{id}/withdraw` */
async function withdrawByForm(visit: Visit): Promise<void> {
  await fieldsOf(visit)
  await performed(visit, operations.revokeInvitation, { id: visit.params.id })
  finish(visit, '/app/members', 'withdrawn')
}
