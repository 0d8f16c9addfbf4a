// The rules for giving and taking roles in an organization.
import { adminRoles, type Role } from './actor.ts'
import { Problem } from './problem.ts'

/** Roles that are given; a viewer becomes one by the verified domain alone. */
export const givenRoles = ['owner', 'admin', 'member'] as const satisfies readonly Role[]
export type GivenRole = (typeof givenRoles)[number]

/** The roles that somebody of this role may give. */
export const grantable = (by: Role): GivenRole[] =>
  by === 'owner' ? [...givenRoles] : adminRoles.includes(by) ? ['admin', 'member'] : []

/** Throws unless somebody of the role may turn `before` into `after`; null is nobody. Only owners make and unmake owners. */
export function requireGrant(by: Role, before: Role | null, after: Role | null): void {
  if (by === 'owner') return
  if (!adminRoles.includes(by))
    throw new Problem('forbidden', 'Only an owner or admin of the organization may do this.')
  if (before === 'owner' || after === 'owner')
    throw new Problem('forbidden', 'Only an owner makes or unmakes owners. Ask one of them.')
}

/** True where a change of these roles is for owners alone, so that it asks for a recent proof. */
export const isOwners = (...roles: readonly (Role | null)[]): boolean => roles.includes('owner')

/** Throws if the last owner would be gone. `owners` counts them before the change. */
export function requireOwnerLeft(owners: number): void {
  if (owners > 1) return
  throw new Problem(
    'last_owner',
    'This is the only owner of the organization. Make somebody else an owner first, or delete the organization.',
  )
}

export const memberRights = ['role', 'remove', 'leave'] as const
export type MemberRight = (typeof memberRights)[number]

interface Facing {
  /** Role of whoever looks. */
  by: Role
  /** Role of the member. */
  role: Role
  isSelf: boolean
  isLastOwner: boolean
}

/** Lists what somebody may do about a member now; the last owner stays one. */
export function memberRightsOf({ by, role, isSelf, isLastOwner }: Facing): MemberRight[] {
  if (isLastOwner) return []
  const governs = by === 'owner' || (adminRoles.includes(by) && role !== 'owner')
  return memberRights.filter(right =>
    right === 'role' ? governs : isSelf ? right === 'leave' : governs && right === 'remove',
  )
}
