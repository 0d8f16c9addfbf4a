// Sign-in: who a proven address is, and at the first time what it becomes, in which organization (contract section 6).
import type { Artifact, Organization, OrganizationPolicy } from '../domain/artifact.ts'
import type { PlanName } from '../domain/plan.ts'
import { may } from '../domain/policy.ts'
import { isLive } from '../operations/admit.ts'
import type { Context } from '../operations/context.ts'
import { newPerson } from '../operations/person.ts'
import { uuid } from '../operations/uuid.ts'
import type { Membership, PersonRow, Rows } from '../storage/records.ts'
import { enterOrganization } from './entering.ts'

export interface Joined {
  /** Null for a guest: somebody without an organization. */
  person: PersonRow | null
  organizations: { id: string; name: string; role: string }[]
  /** The organization the session acts in; null for a guest. */
  current: string | null
}

export const openPolicy: OrganizationPolicy = {
  allowPublic: true,
  allowExternalSharing: true,
  allowPreviewClaims: true,
  openNetwork: true,
  requireSignInProvider: false,
}

/** What is known of an address. Always asked in full, so that no address takes longer than another. */
interface Known {
  person: PersonRow | null
  memberships: Membership[]
  /** The organization that takes the address in by its verified domain, unless it left or is invited there. */
  home: Organization | null
  isInvited: boolean
  /** Owns an organization that waits to be deleted, and may bring it back. */
  mayRestore: boolean
  /** The artifact it wants to open: whose it is, and who may read it. */
  artifact: { organizationId: string | null; isNamed: boolean; isPublic: boolean } | null
}

/** What signing in makes of an address. */
type Way = 'member' | 'operator' | 'viewer' | 'guest' | 'founder'

async function known(rows: Rows, email: string, shortId: string | null, now: number): Promise<Known> {
  const person = await rows.people.personByEmail(email)
  const memberships = await rows.people.memberships(person?.id ?? '')
  const ending = await rows.members.ending(person?.id ?? '')
  const invitedTo = await rows.invitations.open(email, now)
  const home = await rows.domains.home(email)
  const found = shortId === null ? null : await rows.artifacts.find(shortId)
  const artifact = found !== null && isLive(found, now) ? found : null
  const strange = home !== null && !invitedTo.includes(home.id)
  return {
    person,
    memberships,
    home: strange && !memberships.some(at => at.organization.id === home.id) ? home : null,
    isInvited: invitedTo.length > 0,
    mayRestore: ending.length > 0,
    artifact: shortId === null ? null : accessTo(artifact, email),
  }
}

function accessTo(artifact: Artifact | null, email: string): Known['artifact'] {
  if (!artifact) return { organizationId: null, isNamed: false, isPublic: false }
  const readsAsGuest = may({ kind: 'guest', credential: '', email }, 'read', artifact)
  return {
    organizationId: artifact.organization?.id ?? null,
    isNamed: artifact.sharedWith.includes(email) && readsAsGuest,
    isPublic: may({ kind: 'anonymous', credential: '' }, 'read', artifact),
  }
}

/**
 * The way in for an address; null where there is none. Somebody invited stays a guest until the invitation is
 * accepted, so that no other organization is made. For a gated page, or one that is not there, only those who have
 * an account or are named get in.
 */
function wayOf(context: Context, email: string, facts: Known): Way | null {
  const { person, memberships, home, isInvited, mayRestore, artifact } = facts
  if (memberships.length > 0) return 'member'
  if (email === context.ownerEmail && person === null) return 'operator'
  if (home) return 'viewer'
  if (isInvited || artifact?.isNamed) return 'guest'
  if (artifact && !artifact.isPublic) return null
  if (context.signUp === 'open') return 'founder'
  return mayRestore ? 'guest' : null
}

/** Whether a code for the address would lead anywhere: an account, a new account, or what names it. */
export async function mayJoin(
  context: Context,
  rows: Rows,
  email: string,
  shortId: string | null,
  now: number,
): Promise<boolean> {
  return wayOf(context, email, await known(rows, email, shortId, now)) !== null
}

/** Who a proven address is from now on; null where it may not come in. */
export async function join(
  context: Context,
  rows: Rows,
  email: string,
  shortId: string | null,
  now: number,
): Promise<Joined | null> {
  const facts = await known(rows, email, shortId, now)
  const way = wayOf(context, email, facts)
  if (way === null) return null
  if (way === 'guest') return { person: null, organizations: [], current: null }
  const person = facts.person ?? (await newPerson(rows, email, now))
  if (way === 'operator' || way === 'founder') await found(context, rows, person, way, now)
  else if (facts.home) await enterOrganization(rows, person, facts.home.id, 'viewer', now)
  return joined(rows, person, facts.artifact?.organizationId ?? null)
}

/** Who an address is already, without coming in anew. */
export async function belonging(rows: Rows, email: string): Promise<Joined> {
  const person = await rows.people.personByEmail(email)
  return person ? joined(rows, person, null) : { person: null, organizations: [], current: null }
}

/** The session begins in the organization of the page that was asked for, else in the one the person joined first. */
async function joined(rows: Rows, person: PersonRow, wanted: string | null): Promise<Joined> {
  const memberships = await rows.people.memberships(person.id)
  const organizations = memberships.map(({ organization: { id, name }, role }) => ({ id, name, role }))
  const current = organizations.find(({ id }) => id === wanted) ?? organizations[0]
  return { person, organizations, current: current?.id ?? null }
}

async function found(
  context: Context,
  rows: Rows,
  person: PersonRow,
  way: 'operator' | 'founder',
  now: number,
): Promise<void> {
  const operator = way === 'operator' ? await rows.people.operatorOrganization() : null
  if (operator) return enterOrganization(rows, person, operator.id, 'owner', now)
  const organization = await makeOrganization(rows, person, context.defaultPlan, false, now)
  await rows.people.insertMembership(person.id, organization.id, 'owner', now)
}

/** A new organization named after the person. */
async function makeOrganization(
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
