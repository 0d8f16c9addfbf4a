// First start: the operator's organization and the one-time link that makes its owner.

import { randomToken, sha256Hex } from '../crypto.ts'
import { cleanName } from '../domain/artifact.ts'
import { address } from '../domain/audience.ts'
import { Problem } from '../domain/problem.ts'
import type { Context } from '../operations/kernel/context.ts'
import { uuid } from '../operations/kernel/uuid.ts'
import type { Rows, SessionOrigin } from '../storage/records.ts'
import { addMember } from './add-member.ts'
import { openPolicy } from './resolve-account.ts'
import { startSession } from './sessions.ts'

/** The id of the operator's organization, which is made where there is none. */
export const ensureOperator = ({ records, clock }: Context): Promise<string> =>
  records.transaction(async rows => (await operatorOrganization(rows, clock())).id)

/**
 * Gives the setup address as long as nobody owns the operator's organization and no owner address is set; a new start
 * makes a new link and the old one stops working.
 */
export async function openSetup(context: Context): Promise<string | null> {
  if (context.ownerEmail !== null) return null
  const token = randomToken(32)
  const open = await context.records.transaction(rows =>
    rows.credentials.replaceSetup(sha256Hex(token), context.clock()),
  )
  return open ? `${context.url}/auth/setup/${token}` : null
}

async function operatorOrganization(rows: Rows, now: number) {
  const known = await rows.people.operatorOrganization()
  if (known) return known
  const organization = {
    id: uuid(now),
    name: 'My organization',
    plan: 'enterprise' as const,
    policy: openPolicy,
    createdAt: now,
  }
  await rows.people.insertOrganization({ ...organization, operator: true })
  return organization
}

/** True while the link still waits for its owner. */
export const isSetupOpen = (context: Context, token: string): Promise<boolean> =>
  context.records.transaction(rows => rows.credentials.setupOpen(sha256Hex(token)))

/** Spends the link: the person becomes Owner of the operator's organization and is signed in. */
export async function finishSetup(
  context: Context,
  token: string,
  given: { email: string; name: string; origin: SessionOrigin },
): Promise<string> {
  const email = address(given.email)
  const name = cleanName(given.name) ?? email
  const now = context.clock()
  return context.records.transaction(async rows => {
    if (!(await rows.credentials.spendSetup(sha256Hex(token), now))) throw spent()
    const organization = await operatorOrganization(rows, now)
    const known = await rows.people.personByEmail(email)
    const person = known ?? { id: uuid(now), email, name, createdAt: now }
    if (!known) await rows.people.insertPerson(person)
    await addMember(rows, person, organization.id, 'owner', now)
    const { origin } = given
    const owner = {
      personId: person.id,
      organizationId: organization.id,
      email,
      origin,
      way: 'setup_link' as const,
    }
    return startSession(rows, owner, now)
  })
}

const spent = (): Problem =>
  new Problem(
    'not_found',
    'This setup link was used or replaced. Start the server again to get another one, or sign in.',
  )
