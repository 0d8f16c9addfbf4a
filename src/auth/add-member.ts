// Coming into an organization by signing in: the membership, and what feed and audit say of it.
import type { Role } from '../domain/actor.ts'
import { uuid } from '../operations/kernel/uuid.ts'
import type { PersonRow, Rows } from '../storage/records.ts'

/** Adds the membership; the person is the author of event and audit row. */
export async function addMember(
  rows: Rows,
  person: PersonRow,
  organizationId: string,
  role: Role,
  now: number,
): Promise<void> {
  await rows.people.insertMembership(person.id, organizationId, role, now)
  const facts = { id: person.id, name: person.name, role }
  const stamp = () => ({ id: uuid(now), organizationId, createdAt: now })
  const actor = { personId: person.id, name: person.name, actorType: 'human' as const, actorName: null }
  await rows.journal.event({ ...stamp(), type: 'member.joined', artifactId: null, actor, data: facts })
  await rows.journal.audit({
    ...stamp(),
    ...{ action: 'join', subject: person.id, personId: person.id, credential: 'sign-in' },
    ...{ actorType: actor.actorType, actorName: null, authorName: person.name, surface: 'web', client: null },
    data: { email: person.email, role },
  })
}
