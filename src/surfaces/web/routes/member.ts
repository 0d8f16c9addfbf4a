// One member: another role, removing, leaving.

import { governors, type Person } from '../../../domain/actor.ts'
import { grantable } from '../../../domain/membership.ts'
import { operations } from '../../../operations/index.ts'
import type { RowOf } from '../../../operations/kernel/operation.ts'
import { attempt, fieldsOf, finish, frameOf, performed, sendDashboard, type Visit } from '../dashboard.ts'
import { type MemberPageProps, memberPage } from '../pages/member-page.tsx'
import type { MemberRow } from '../pages/members-page.tsx'

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
export async function showMember(visit: Visit, status: number, shown: Shown = {}): Promise<void> {
  const { role, personId } = visit.actor as Person
  const member = await performed(visit, operations.inspectMember, { id: visit.params.id })
  const others = await performed(visit, operations.listMembers, { limit: 100 })
  const isSelf = member.id === personId
  const reachable = governors.includes(role) && (role === 'owner' || member.role !== 'owner')
  const html = memberPage({
    frame: frameOf(visit),
    member: { ...memberRow(member), artifacts: member.artifacts, keys: member.keys },
    isSelf,
    roles: reachable ? grantable(role) : [],
    mayRemove: reachable,
    lastOwner: isLastOwner(member, others),
    heirs: others.nextCursor === null ? heirsOf(member, personId, others.data) : null,
    ...shown,
  })
  sendDashboard(visit, status, html)
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
export async function changeRoleByForm(visit: Visit): Promise<void> {
  const { role = '' } = await fieldsOf(visit)
  const id = visit.params.id ?? ''
  const outcome = await attempt(visit, operations.changeMember, { id, role })
  if ('value' in outcome) return finish(visit, `/app/members/${id}`, 'role')
  const { status, errors } = outcome.refused
  await showMember(visit, status, { errors, values: { role } })
}

/** `POST /app/members/{id}/remove`: whoever removed themselves has no session here any more. */
export async function removeByForm(visit: Visit): Promise<void> {
  const { heir } = await fieldsOf(visit)
  const id = visit.params.id ?? ''
  const named = { malformed_address: 'heir' }
  const outcome = await attempt(visit, operations.removeMember, { id, ...(heir && { heir }) }, named)
  if ('value' in outcome)
    return id === (visit.actor as Person).personId
      ? finish(visit, '/')
      : finish(visit, '/app/members', 'removed')
  const { status, errors } = outcome.refused
  await showMember(visit, status, { errors, values: { heir } })
}
