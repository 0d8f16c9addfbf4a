// First sign-in: who becomes what, in which organization (contract section 6, Organizations).
import type { Organization, OrganizationPolicy } from '../domain/artifact.ts'
import type { PlanName } from '../domain/plan.ts'
import type { Context } from '../operations/context.ts'
import { uuid } from '../operations/uuid.ts'
import type { PersonRow, Rows } from '../storage/records.ts'

export interface Joined {
  /** Null for a guest, who has no account. */
  person: PersonRow | null
  organizations: { id: string; name: string; role: string }[]
}

export const openPolicy: OrganizationPolicy = {
  allowPublic: true,
  allowExternalSharing: true,
  allowPreviewClaims: true,
  openNetwork: true,
  requireSignInProvider: false,
}

/** Whether a code for the address would lead anywhere: an account, a new account, or what names it. */
export async function mayJoin(
  context: Context,
  rows: Rows,
  email: string,
  shortId: string | null,
): Promise<boolean> {
  if (context.signUp === 'open' || email === context.ownerEmail) return true
  return (await rows.people.personByEmail(email)) !== null || (await isNamed(rows, email, shortId))
}

async function isNamed(rows: Rows, email: string, shortId: string | null): Promise<boolean> {
  const artifact = shortId === null ? null : await rows.artifacts.find(shortId)
  return artifact?.sharedWith.includes(email) ?? false
}

/** The account of a proven address: found, or made with an organization of its own; a guest where an artifact was to be opened. */
export async function join(
  context: Context,
  rows: Rows,
  email: string,
  shortId: string | null,
  now: number,
): Promise<Joined> {
  const known = await rows.people.personByEmail(email)
  if (known) return { person: known, organizations: await organizationsOf(rows, known.id) }
  if (email !== context.ownerEmail && (await isNamed(rows, email, shortId)))
    return { person: null, organizations: [] }
  const person = { id: uuid(now), email, name: nameFrom(email), createdAt: now }
  await rows.people.insertPerson(person)
  await enter(context, rows, person, now)
  return { person, organizations: await organizationsOf(rows, person.id) }
}

async function organizationsOf(rows: Rows, personId: string): Promise<Joined['organizations']> {
  const memberships = await rows.people.memberships(personId)
  return memberships.map(({ organization, role }) => ({ id: organization.id, name: organization.name, role }))
}

async function enter(context: Context, rows: Rows, person: PersonRow, now: number): Promise<void> {
  const operator = person.email === context.ownerEmail ? await rows.people.operatorOrganization() : null
  const organization = operator ?? (await makeOrganization(rows, person, context.defaultPlan, false, now))
  await rows.people.insertMembership(person.id, organization.id, 'owner', now)
}

/** A new organization named after the person. */
export async function makeOrganization(
  rows: Rows,
  person: PersonRow,
  plan: PlanName,
  operator: boolean,
  now: number,
): Promise<Organization> {
  const organization = {
    id: uuid(now),
    name: organizationName(person),
    plan,
    policy: openPolicy,
    createdAt: now,
  }
  await rows.people.insertOrganization({ ...organization, operator })
  return organization
}

const organizationName = (person: PersonRow): string => `${person.name}'s organization`

/** What stands before the @, as people write names. */
const nameFrom = (email: string): string =>
  (email.split('@')[0] ?? email)
    .split(/[._+-]+/)
    .filter(part => part !== '')
    .map(part => part[0]!.toUpperCase() + part.slice(1))
    .join(' ') || email
