// Sign-in: finds the account of a verified address, and what it becomes the first time, in which organization (contract section 6).

import { guestWith } from '../domain/actor.ts'
import { type Artifact, DAY, type Organization, type OrganizationPolicy } from '../domain/artifact.ts'
import type { PlanName } from '../domain/plan.ts'
import { may } from '../domain/policy.ts'
import { allowsSignIn, type ProviderName } from '../domain/sign-in.ts'
import { newPerson } from '../operations/account/create-person.ts'
import { isLive } from '../operations/kernel/authorize.ts'
import type { Context } from '../operations/kernel/context.ts'
import { uuid } from '../operations/kernel/uuid.ts'
import { networkKey } from '../operations/kernel/worker-turn.ts'
import type { Membership, PersonRow, Rows } from '../storage/records.ts'
import { addMember } from './add-member.ts'

export interface ResolvedAccount {
  /** Null for a guest: somebody without an organization. */
  person: PersonRow | null
  organizations: { id: string; name: string; role: string }[]
  /** The organization the session acts in; null for a guest. */
  current: string | null
}

/** Why a verified address may not sign in: nothing here is for it, or nothing accepts this way of signing in. */
export type Refusal = { refused: 'stranger' | 'other_way' }

/** An address, and who verified it: a provider, or null for a code by mail. */
export interface Proof {
  email: string
  provider: ProviderName | null
  /** Short ID of the page that is to be opened, if any. */
  shortId: string | null
  /** Network from which it was verified. */
  network: string
  /** The name that the provider gives the person; a new account gets it. */
  name?: string | null
  /** The organization of the browser's present session, so that signing in again stays there. */
  organizationId?: string | null
}

export const openPolicy: OrganizationPolicy = {
  allowPublic: true,
  allowExternalSharing: true,
  allowPreviewClaims: true,
  openNetwork: true,
  requireSignInProvider: false,
}

/** The facts about an address. All of them are always read, so that no address takes longer than another. */
interface Known {
  person: PersonRow | null
  memberships: Membership[]
  /** The organization that takes the address in by its verified domain, unless it left or is invited there. */
  home: Organization | null
  /** Organizations with an open invitation for it. */
  inviting: Organization[]
  /** Organizations that it owns, which wait to be deleted and may be brought back. */
  ending: Organization[]
  /** True while nobody owns the organization of the operator. */
  ownerless: boolean
  /** The artifact it wants to open: whose it is, and whether it names the address. */
  artifact: { organization: Organization | null; isNamed: boolean } | null
}

/** The way in which an address signs in. */
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
    inviting: await organizationsOf(rows, invitedTo),
    ending,
    ownerless: await isOwnerless(rows),
    artifact: shortId === null ? null : accessTo(artifact, email),
  }
}

async function isOwnerless({ people }: Rows): Promise<boolean> {
  const operator = await people.operatorOrganization()
  return operator === null || (await people.owners(operator.id)).length === 0
}

async function organizationsOf(rows: Rows, ids: readonly string[]): Promise<Organization[]> {
  const all: Organization[] = []
  for (const id of ids) {
    const organization = await rows.people.organization(id)
    if (organization) all.push(organization)
  }
  return all
}

function accessTo(artifact: Artifact | null, email: string): Known['artifact'] {
  if (!artifact) return { organization: null, isNamed: false }
  const readsAsGuest = may(guestWith(email), 'read', artifact)
  return {
    organization: artifact.organization,
    isNamed: artifact.sharedWith.includes(email) && readsAsGuest,
  }
}

/**
 * Returns the way in for an address; null if there is none. A person with an account uses it, whatever page is to be
 * opened. For a page all others are guests, who reach only what names the address (contract section 6). Somebody
 * invited stays a guest until the invitation is accepted, so that no other organization is made.
 */
function wayOf(context: Context, email: string, facts: Known): Way | null {
  const { person, memberships, home, inviting, ending, ownerless, artifact } = facts
  if (email === context.ownerEmail && (person === null || ownerless)) return 'operator'
  if (memberships.length > 0) return 'member'
  if (home) return 'viewer'
  if (inviting.length > 0 || artifact) return 'guest'
  if (context.signUp === 'open') return 'founder'
  return ending.length > 0 ? 'guest' : null
}

/** Tells whether a code for the address would lead anywhere: an account, a new account, or a page. */
export async function mayJoin(
  context: Context,
  rows: Rows,
  email: string,
  shortId: string | null,
  now: number,
): Promise<boolean> {
  return wayOf(context, email, await known(rows, email, shortId, now)) !== null
}

/**
 * Returns the account of a verified address, or why it may not sign in. Organizations that do not accept this way of
 * signing in are skipped; the session acts in one that does. A refusal writes nothing.
 */
export async function resolveAccount(
  context: Context,
  rows: Rows,
  proof: Proof,
  now: number,
): Promise<ResolvedAccount | Refusal> {
  const { email, provider, shortId } = proof
  const facts = await known(rows, email, shortId, now)
  const way = wayOf(context, email, facts)
  if (way === null) return { refused: 'stranger' }
  const open = await openings(context, rows, way, facts, provider !== null)
  if (!open.home && !open.member && !open.founder) return open.guest ? guest : { refused: 'other_way' }
  const person = facts.person ?? (await newPerson(rows, email, now, proof.name))
  if (open.founder) await found(context, rows, { person, way, network: proof.network }, now)
  if (open.home) await addMember(rows, person, open.home.id, 'viewer', now)
  const wanted = facts.artifact?.organization?.id ?? proof.organizationId ?? null
  return joined(rows, person, provider !== null, wanted)
}

const guest: ResolvedAccount = { person: null, organizations: [], current: null }

/** The ways in that are open to this way of signing in. */
interface Openings {
  member: boolean
  home: Organization | null
  founder: boolean
  guest: boolean
}

async function openings(
  context: Context,
  rows: Rows,
  way: Way,
  { memberships, home, inviting, ending, artifact }: Known,
  byProvider: boolean,
): Promise<Openings> {
  const takes = (organization: Pick<Organization, 'plan' | 'policy'>) =>
    allowsSignIn(organization, byProvider)
  const named = artifact?.isNamed && artifact.organization ? [artifact.organization] : []
  const naming = [...inviting, ...named, ...ending]
  return {
    member: memberships.some(({ organization }) => takes(organization)),
    home: (way === 'member' || way === 'viewer') && home && takes(home) ? home : null,
    founder: (way === 'operator' || way === 'founder') && takes(await founded(context, rows, way)),
    guest: naming.some(takes) || (way === 'guest' && naming.length === 0),
  }
}

/** The organization that a founder would act in: the operator's, or one that is yet to be made. */
async function founded(
  context: Context,
  rows: Rows,
  way: Way,
): Promise<Pick<Organization, 'plan' | 'policy'>> {
  const operator = way === 'operator' ? await rows.people.operatorOrganization() : null
  return operator ?? { plan: context.defaultPlan, policy: openPolicy }
}

/** Returns the account that an address already has; it joins nothing new. */
export async function findAccount(rows: Rows, email: string): Promise<ResolvedAccount> {
  const person = await rows.people.personByEmail(email)
  return person ? joined(rows, person, false, null) : guest
}

/** The session begins in the organization of the page that was asked for, else in the one the person joined first. */
async function joined(
  rows: Rows,
  person: PersonRow,
  byProvider: boolean,
  wanted: string | null,
): Promise<ResolvedAccount> {
  const memberships = await rows.people.memberships(person.id)
  const open = memberships.map(at => at.organization).filter(one => allowsSignIn(one, byProvider))
  const current = open.find(({ id }) => id === wanted) ?? open[0]
  const organizations = memberships.map(({ organization: { id, name }, role }) => ({ id, name, role }))
  return { person, organizations, current: current?.id ?? null }
}

/** For a week an organization of one member shares the turn of the network it was made from: making many gains nothing. */
const NEW = 7 * DAY

async function found(
  context: Context,
  rows: Rows,
  { person, way, network }: { person: PersonRow; way: Way; network: string },
  now: number,
): Promise<void> {
  const operator = way === 'operator' ? await rows.people.operatorOrganization() : null
  const organization = operator ?? (await makeOrganization(rows, person, context.defaultPlan, now))
  if (!operator) await rows.turns.share(organization.id, networkKey(context, network), now + NEW)
  await addMember(rows, person, organization.id, 'owner', now)
}

/** A new organization named after the person. */
async function makeOrganization(
  rows: Rows,
  person: PersonRow,
  plan: PlanName,
  now: number,
): Promise<Organization> {
  const organization = {
    id: uuid(now),
    name: organizationName(person),
    plan,
    policy: openPolicy,
    createdAt: now,
  }
  await rows.people.insertOrganization({ ...organization, operator: false })
  return organization
}

const organizationName = (person: PersonRow): string => `${person.name}'s organization`
