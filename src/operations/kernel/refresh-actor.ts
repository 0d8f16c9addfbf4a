// The caller at the moment of use: a role that changed counts at once, a membership that ended ends the call.
import type { Actor, Guest, Person, Proof, ServiceKey } from '../../domain/actor.ts'
import { unauthorized } from '../../domain/policy.ts'
import type { Rows } from '../../storage/records.ts'

/**
 * The actor with its role in this transaction; the membership cannot be removed until the transaction ends.
 * 401 if the membership or the credential itself has ended since the call began, however long it took to arrive.
 */
export async function refreshActor(rows: Rows, actor: Actor, now: number): Promise<Actor> {
  if (actor.kind === 'anonymous' || actor.kind === 'preview') return actor
  if (!(await rows.credentials.stands(actor.credential, proofOf(actor), now))) throw unauthorized()
  if (actor.kind !== 'person') return actor
  const role = await rows.members.hold(actor.organizationId, actor.personId)
  if (role === null) throw unauthorized()
  return role === actor.role ? actor : { ...actor, role }
}

function proofOf(actor: Person | Guest | ServiceKey): Proof {
  if (actor.kind === 'person') return actor.proof
  return actor.kind === 'service' ? 'key' : 'session'
}
