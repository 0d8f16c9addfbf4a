// Creates the account of a verified address.
import { cleanName } from '../../domain/artifact.ts'
import type { PersonRow, Rows } from '../../storage/records.ts'
import { uuid } from '../kernel/uuid.ts'

/** Adds the account of a verified address, under the known name or the one the address suggests. */
export async function newPerson(
  rows: Rows,
  email: string,
  now: number,
  known?: string | null,
): Promise<PersonRow> {
  const given = cleanName([...(known ?? '')].slice(0, 100).join(''))
  const person = { id: uuid(now), email, name: given ?? nameFrom(email), createdAt: now }
  await rows.people.insertPerson(person)
  return person
}

/** Makes a name of the part before the @, as people write names. */
const nameFrom = (email: string): string =>
  cleanName(
    (email.split('@')[0] ?? email)
      .split(/[._+-]+/)
      .filter(part => part !== '')
      .map(part => part[0]!.toUpperCase() + part.slice(1))
      .join(' '),
  ) ?? email
