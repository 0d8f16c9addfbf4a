// The rows of people and organizations.
import type { Role } from '../../domain/actor.ts'
import type { Organization, OrganizationPolicy, Time } from '../../domain/artifact.ts'
import type { PlanName } from '../../domain/plan.ts'

export interface PersonRow {
  id: string
  email: string
  name: string
  createdAt: Time
}

export interface Membership {
  organization: Organization
  role: Role
}

export interface PeopleReading {
  person(id: string): Promise<PersonRow | null>
  personByEmail(email: string): Promise<PersonRow | null>
  organization(id: string): Promise<Organization | null>
  /** Those of exactly this name; names are not unique. */
  organizationsNamed(name: string): Promise<Organization[]>
  /** The person's memberships, oldest first, without organizations that wait to be deleted. */
  memberships(personId: string): Promise<Membership[]>
  membership(personId: string, organizationId: string): Promise<Membership | null>
  /** Returns those of the addresses that belong to members (or verified domains) of the organization. */
  insiders(organizationId: string, emails: readonly string[]): Promise<string[]>
  /** The organization's owners. */
  owners(organizationId: string): Promise<PersonRow[]>
  /** Organization made at the first start, the operator's own. */
  operatorOrganization(): Promise<Organization | null>
}

export interface PeopleRows extends PeopleReading {
  insertPerson(person: PersonRow): Promise<void>
  insertOrganization(organization: Organization & { operator: boolean }): Promise<void>
  insertMembership(personId: string, organizationId: string, role: Role, now: Time): Promise<void>
  /** Locks the organization for the transaction, so that counts decided in it stay true; null if unknown. */
  lockOrganization(id: string): Promise<Organization | null>
  rename(id: string, name: string): Promise<void>
  /** Says when the organization is purged; null takes that back. */
  endOrganization(id: string, deleteAt: Time | null): Promise<void>
  /**
   * Sweep: removes at most `limit` artifacts of an organization whose time has come, and itself once it has none.
   * Answers the names of blobs no version names any more; `done` where nothing was left to remove.
   */
  purgeOrganizations(now: Time, limit: number): Promise<{ blobs: string[]; done: boolean }>
  renamePerson(id: string, name: string): Promise<void>
  changePlan(id: string, plan: PlanName): Promise<void>
  changePolicy(id: string, policy: OrganizationPolicy): Promise<void>
}
