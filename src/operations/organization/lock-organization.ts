// Acting on an organization: it is locked first, and only then it counts who the caller is in it.
import type { Actor } from '../../domain/actor.ts'
import type { Organization } from '../../domain/artifact.ts'
import { asMember, unauthorized } from '../../domain/policy.ts'
import { notFound } from '../../domain/problem.ts'
import type { AnyTask } from '../kernel/operation.ts'

export interface LockedOrganization {
  organization: Organization
  /** The caller with the role it has now that nobody can change it any more. */
  actor: Actor & { kind: 'person' }
}

/**
 * Locks the caller's organization and asks `require` again: the caller may have lost the role while this transaction
 * waited. A caller that also locks a member locks the member first.
 */
export async function lockOrganization(
  { actor: caller, rows }: Pick<AnyTask, 'actor' | 'rows'>,
  require: (actor: Actor) => void,
): Promise<LockedOrganization> {
  const member = asMember(caller)
  require(member)
  if (member.kind !== 'person') throw unauthorized()
  const organization = await rows.people.lockOrganization(member.organizationId)
  if (!organization || organization.deleteAt !== undefined) throw notFound()
  const now = await rows.members.find(organization.id, member.personId)
  if (!now) throw unauthorized()
  const actor = { ...member, role: now.role }
  require(actor)
  return { organization, actor }
}
