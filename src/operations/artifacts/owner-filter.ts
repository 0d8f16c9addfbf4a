// The owner to whose artifacts a list or a search is limited (contract section 3, `owner` and `shared`).
import { z } from 'zod'
import { addressOrNull } from '../../domain/audience.ts'
import { asMember } from '../../domain/policy.ts'
import * as fields from '../kernel/fields.ts'
import type { AnyTask } from '../kernel/operation.ts'

/** Input field of lists and searches. */
export const ownerField = z.string().max(400).optional().describe('me, or the address of a member')

/** An owner as stores know them: a person, or the organization itself. */
export type OwnerFilter = { ownerId: string } | { ownerless: true }

/** The owner that `owner` names: none where it is absent, null if there is no such member. */
export async function findOwner(
  { actor, rows }: Pick<AnyTask, 'actor' | 'rows'>,
  owner: string | undefined,
): Promise<OwnerFilter | undefined | null> {
  const member = asMember(actor)
  if (owner === undefined) return undefined
  if (owner === 'me') return member.kind === 'person' ? { ownerId: member.personId } : { ownerless: true }
  const email = addressOrNull(owner) ?? fields.refuse('owner', 'must be "me" or an email address')
  const person = await rows.people.personByEmail(email)
  const membership = person && (await rows.people.membership(person.id, member.organizationId))
  return membership ? { ownerId: person.id } : null
}

/** The caller whom `shared=true` speaks of: 422 for a service key, which nobody names, and beside `owner=me`. */
export function requireShared(actor: AnyTask['actor'], owner: string | undefined): { notOwnerId: string } {
  const member = asMember(actor)
  if (member.kind !== 'person')
    return fields.refuse('shared', 'is for people; nothing is shared with a service key')
  if (owner === 'me') return fields.refuse('shared', 'tells what others own; leave out owner=me')
  return { notOwnerId: member.personId }
}
