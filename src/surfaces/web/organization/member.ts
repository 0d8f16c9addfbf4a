// One member: another role, removing, leaving.

import { adminRoles, type Person } from '../../../domain/actor.ts'
import { grantable } from '../../../domain/membership.ts'
import { operations } from '../../../operations/index.ts'
import type { RowOf } from '../../../operations/kernel/operation.ts'
import {
  attempt,
  fieldsOf,
  finish,
  frameOf,
  type PageRequest,
  performed,
  sendDashboard,
} from '../page/dashboard.ts'
import { type MemberPageProps, memberPage } from './member-page.tsx'
import type { MemberRow } from './members-page.tsx'

/** A page of a list. */
export interface Listed<Row> {
  data: Row[]
  nextCursor: string | null
}

export type MemberAnswer = RowOf<typeof operations.listMembers>

export const memberRow = ({ joinedAt, lastSeenAt, ...row }: MemberAnswer): MemberRow => ({
  ...row,
  joinedAt: new Date(joinedAt),
  lastSeenAt: lastSeenAt ? new Date(lastSeenAt) : null,
})

type Shown = Pick<MemberPageProps, 'errors' | 'values'>

/** `GET /app/members/{id}` */
export async function showMember(request: PageRequest, status: number, shown: Shown = {}): Promise<void> {
  const { role, personId } = request.actor as Person
  const member = await performed(request, operations.inspectMember, { id: request.params.id })
  const others = await performed(request, operations.listMembers, { limit: 100 })
  const isSelf = member.id === personId
  const reachable = adminRoles.includes(role) && (role === 'owner' || member.role !== 'owner')
  const html = memberPage({
    frame: frameOf(request),
    member: { ...memberRow(member), artifacts: member.artifacts, keys: member.keys },
    isSelf,
    roles: reachable ? grantable(role) : [],
    mayRemove: reachable,
    lastOwner: isLastOwner(member, others),
    heirs: others.nextCursor === null ? heirsOf(member, personId, others.data) : null,
    ...shown,
  })
  sendDashboard(request, status, html)
}

const isLastOwner = (member: MemberAnswer, { data, nextCursor }: Listed<MemberAnswer>): boolean =>
  member.role === 'owner' &&
  nextCursor === null &&
  !data.some(other => other.role === 'owner' && other.id !== member.id)

/** Owners where somebody leaves; else whoever removes, and then every other member. */
function heirsOf(member: MemberAnswer, self: string, all: readonly MemberAnswer[]): MemberAnswer[] {
  const others = all.filter(({ id, role }) => id !== member.id && role !== 'viewer')
  if (member.id === self) return others.filter(({ role }) => role === 'owner')
  return [...others.filter(({ id }) => id === self), ...others.filter(({ id }) => id !== self)]
}

/** `POST /app/members/{id}/role` */
export async function changeRoleByForm(request: PageRequest): Promise<void> {
  const { role = '' } = await fieldsOf(request)
  const id = request.params.id ?? ''
  const outcome = await attempt(request, operations.changeMember, { id, role })
  if ('value' in outcome) return finish(request, `/app/members/${id}`, 'role')
  const { status, errors } = outcome.refused
  await showMember(request, status, { errors, values: { role } })
}

/** `POST /app/members/{id}/remove`: whoever removed themselves has no session here any more. */
export async function removeByForm(request: PageRequest): Promise<void> {
  const { heir } = await fieldsOf(request)
  const id = request.params.id ?? ''
  const named = { malformed_address: 'heir' }
  const outcome = await attempt(request, operations.removeMember, { id, ...(heir && { heir }) }, named)
  if ('value' in outcome)
    return id === (request.actor as Person).personId
      ? finish(request, '/')
      : finish(request, '/app/members', 'removed')
  const { status, errors } = outcome.refused
  await showMember(request, status, { errors, values: { heir } })
}
