// A person's first moment: an account for a proven address.
import { cleanName } from '../domain/artifact.ts'
import type { PersonRow, Rows } from '../storage/records.ts'
import { uuid } from './uuid.ts'

/** Adds the account of an address that has been proven. */
export async function newPerson(rows: Rows, email: string, now: number): Promise<PersonRow> {
  const person = { id: uuid(now), email, name: nameFrom(email), createdAt: now }
  await rows.people.insertPerson(person)
  return person
}

/** What stands before the @, as people write names. */
const nameFrom = (email: string): string =>
  cleanName(
    (email.split('@')[0] ?? email)
      .split(/[._+-]+/)
      .filter(part => part !== '')
      .map(part => part[0]!.toUpperCase() + part.slice(1))
      .join(' '),
  ) ?? email
