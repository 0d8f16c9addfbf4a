// Lets somebody who lost the second factor in again: it is switched off, and whoever is signed in as them is signed out.
import { address } from '../domain/audience.ts'
import { Problem } from '../domain/problem.ts'
import { postMail } from '../operations/feed/mail.ts'
import { uuid } from '../operations/kernel/uuid.ts'
import type { PersonRow, Records, Rows } from '../storage/records.ts'

export interface FactorReset {
  email: string
  name: string
  /** The number of sessions that ended. */
  sessionsEnded: number
}

/**
 * Turns the person's second factor off with its recovery codes, ends their sessions and mails them. Each of their
 * organizations gets an audit row. `now` is in milliseconds.
 * @throws Problem `not_found` where nobody has the address, or they have no second factor; `malformed_address`
 */
export async function resetSecondFactor(records: Records, given: string, now: number): Promise<FactorReset> {
  const email = address(given)
  return records.transaction(async rows => {
    const person = await rows.people.personByEmail(email)
    if (!person) throw new Problem('not_found', `Nobody here has the address ${email}.`)
    if ((await rows.factors.find(person.id)) === null)
      throw new Problem(
        'not_found',
        `${email} has no second factor. Signing in takes a code by mail already; look whether mail goes out.`,
      )
    await rows.factors.remove(person.id)
    const sessionsEnded = await rows.credentials.endOtherSessions(person.id, '')
    await record(rows, person, sessionsEnded, now)
    await postMail({ rows, now }, email, mail)
    return { email, name: person.name, sessionsEnded }
  })
}

/** In the audit of each organization of the person; of those without one, in the operator's. */
async function record(rows: Rows, person: PersonRow, sessionsEnded: number, now: number): Promise<void> {
  const memberships = await rows.people.memberships(person.id)
  const ids = memberships.map(({ organization }) => organization.id)
  const operator = await rows.people.operatorOrganization()
  for (const organizationId of ids.length > 0 ? ids : [operator?.id ?? null])
    await rows.journal.audit({
      id: uuid(now),
      organizationId,
      action: 'admin.reset-second-factor',
      subject: person.id,
      personId: null,
      credential: 'machine',
      actorType: 'system',
      actorName: null,
      authorName: 'Operator',
      surface: 'admin',
      client: null,
      data: { email: person.email, sessionsEnded },
      createdAt: now,
    })
}

const mail = {
  subject: 'Your second factor was switched off',
  lines: [
    'The operator of the server switched your second factor off and ended your sessions, so that you can sign in with a code by mail alone.',
    '',
    'Sign in and switch it on again with your new phone. If you did not ask for this, write to the operator at once.',
  ],
}
