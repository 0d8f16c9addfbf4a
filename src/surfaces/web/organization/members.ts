// Members and invitations: the list, and the forms that ask somebody in.

import { adminRoles, type Person, type Role } from '../../../domain/actor.ts'
import { grantable } from '../../../domain/membership.ts'
import { operations } from '../../../operations/index.ts'
import type { RowOf } from '../../../operations/kernel/operation.ts'
import {
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
import { common } from '../words/common.ts'
import {
  changeRoleByForm,
  type Listed,
  type MemberAnswer,
  memberRow,
  removeByForm,
  showMember,
} from './member.ts'
import { type InvitationRow, type MembersPageProps, membersPage } from './members-page.tsx'

export const members: Section = {
  href: '/app/members',
  label: common.members,
  group: 'organization',
  isFor: actor => isPerson(actor) && actor.role !== 'viewer',
  routes: {
    'GET /app/members': request => sendMembers(request, 200),
    'GET /app/members/invitations': async request => finish(request, '/app/members'),
    'POST /app/members/invitations': inviteByForm,
    'POST /app/members/invitations/:id{[0-9a-f-]{36}}/withdraw': withdrawByForm,
    'GET /app/members/:id{[0-9a-f-]{36}}': request => showMember(request, 200),
    'GET /app/members/:id{[0-9a-f-]{36}}/:form{role|remove}': async request =>
      finish(request, `/app/members/${request.params.id}`),
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

async function sendMembers(request: PageRequest, status: number, shown: Shown = {}): Promise<void> {
  const actor = request.actor as Person
  const found = await memberList(request)
  const governs = adminRoles.includes(actor.role)
  const html = membersPage({
    frame: frameOf(request),
    self: actor.personId,
    members: found.data.map(memberRow),
    query: request.query.get('query') ?? '',
    pages: ways(request, 'cursor', found.nextCursor),
    invitations: governs ? await invitationsFor(request, actor.role) : null,
    ...shown,
  })
  sendDashboard(request, status, html)
}

const memberList = (request: PageRequest): Promise<Listed<MemberAnswer>> => {
  const query = request.query.get('query')?.trim()
  const cursor = request.query.get('cursor')
  return performed(request, operations.listMembers, {
    limit: 50,
    ...(query && { query }),
    ...(cursor && { cursor }),
  })
}

async function invitationsFor(request: PageRequest, role: Role): Promise<MembersPageProps['invitations']> {
  const cursor = request.query.get('invitations')
  const input = { limit: 50, ...(cursor && { cursor }) }
  const found = await performed(request, operations.listInvitations, input)
  return {
    rows: found.data.map(invitationRow),
    more: ways(request, 'invitations', found.nextCursor),
    roles: grantable(role),
  }
}

const invitationRow = (row: InvitationAnswer): InvitationRow => ({
  ...row,
  invitedBy: row.invitedBy.name,
  expiresAt: new Date(row.expiresAt),
})

/** The ways through one of two lists on the page; the place in the other one stays. */
function ways(request: PageRequest, name: 'cursor' | 'invitations', next: string | null) {
  const to = (cursor: string | null): string => {
    const query = new URLSearchParams([...request.query].filter(([each]) => each !== 'done' && each !== name))
    if (cursor !== null) query.set(name, cursor)
    return query.size === 0 ? '/app/members' : `/app/members?${query}`
  }
  return { next: next && to(next), first: request.query.has(name) ? to(null) : null }
}

/** `POST /app/members/invitations`: also sends an invitation again. */
async function inviteByForm(request: PageRequest): Promise<void> {
  const { email = '', role = '', again } = await fieldsOf(request)
  const named = { malformed_address: 'email', already_member: 'email' }
  const outcome = await attempt(request, operations.invite, { email, role }, named)
  if ('value' in outcome) return finish(request, '/app/members', again ? 'again' : 'invited')
  const { status, errors } = outcome.refused
  await sendMembers(request, status, { errors, values: { email, role } })
}

/** `POST /app/members/invitations/{id}/withdraw` */
async function withdrawByForm(request: PageRequest): Promise<void> {
  await fieldsOf(request)
  await performed(request, operations.revokeInvitation, { id: request.params.id })
  finish(request, '/app/members', 'withdrawn')
}
