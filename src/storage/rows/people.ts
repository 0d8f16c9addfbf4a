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
  memberships(personId: string): Promise<Membership[]>
  membership(personId: string, organizationId: string): Promise<Membership | null>
  /** Which of the addresses belong to members (or verified domains) of the organization. */
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
  /** Locks the organization for the unit, so that counts decided in it stay true; null if unknown. */
  lockOrganization(id: string): Promise<Organization | null>
  changePlan(id: string, plan: PlanName): Promise<void>
  changePolicy(id: string, policy: OrganizationPolicy): Promise<void>
}
