// Somebody in a browser, with or without an organization at the moment.
import { unauthorized } from '../../domain/policy.ts'
import { notFound } from '../../domain/problem.ts'
import { sessionRequired } from '../../domain/session.ts'
import type { PersonRow } from '../../storage/records.ts'
import type { AnyTask } from '../kernel/operation.ts'

/** The verified address of a session, also of a guest's. */
export function requireAddress({ actor }: Pick<AnyTask, 'actor'>): string {
  if (actor.kind === 'anonymous') throw unauthorized()
  if (actor.kind === 'guest' || (actor.kind === 'person' && actor.proof === 'session')) return actor.email
  throw sessionRequired(actor)
}

/** The account behind the session; 404 if a guest has none. */
export async function requireAccount(task: Pick<AnyTask, 'actor' | 'rows'>): Promise<PersonRow> {
  const person = await task.rows.people.personByEmail(requireAddress(task))
  if (!person) throw notFound()
  return person
}
