// Who the caller is at the moment of use: a role that changed counts at once, a membership that ended ends the call.
import type { Actor } from '../domain/actor.ts'
import { unauthorized } from '../domain/policy.ts'
import type { Rows } from '../storage/records.ts'

/**
 * The actor with the role it has in this unit of work; the membership cannot be taken away until the unit ends.
 * 401 where it is gone, as for every credential of it.
 */
export async function standing(rows: Rows, actor: Actor): Promise<Actor> {
  if (actor.kind !== 'person') return actor
  const role = await rows.members.hold(actor.organizationId, actor.personId)
  if (role === null) throw unauthorized()
  return role === actor.role ? actor : { ...actor, role }
}
