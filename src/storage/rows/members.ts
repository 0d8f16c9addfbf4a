// The rows of memberships: who belongs to an organization, as what, and how that ends.
import type { Role } from '../../domain/actor.ts'
import type { Organization, Time } from '../../domain/artifact.ts'
import type { PersonRow } from './people.ts'

export interface MemberRow {
  person: PersonRow
  role: Role
  joinedAt: Time
}

export interface MemberReading {
  find(organizationId: string, personId: string): Promise<MemberRow | null>
  /** In the order they joined; each word of `text` is looked for in name and address, without case. */
  page(query: {
    organizationId: string
    text: string | null
    after: { joinedAt: Time; id: string } | null
    limit: number
  }): Promise<MemberRow[]>
  /** The members whose addresses these are, in no order. */
  atAddresses(organizationId: string, emails: readonly string[]): Promise<MemberRow[]>
  /** Tells when a session or key of each person was last used in the organization; people without one are missing. */
  lastSeen(organizationId: string, personIds: readonly string[]): Promise<Map<string, Time>>
  /** Counts what passes or ends with the membership: artifacts owned, also in the trash, and live keys. */
  holdings(organizationId: string, personId: string): Promise<{ artifacts: number; keys: number }>
  /** Viewers whose address is at the domain. */
  viewersAt(organizationId: string, domain: string): Promise<PersonRow[]>
  /** Organizations that wait to be deleted and have the person as an owner. */
  ending(personId: string): Promise<Organization[]>
}

export interface MemberRows extends MemberReading {
  /**
   * The role, which cannot be removed until the transaction ends; null without a membership, or in an
   * organization that waits to be deleted. Asked before the organization is locked.
   */
  hold(organizationId: string, personId: string): Promise<Role | null>
  /** The member, held against every change by others. Asked before the organization is locked. */
  lock(organizationId: string, personId: string, purpose: 'change' | 'removal'): Promise<MemberRow | null>
  countOwners(organizationId: string): Promise<number>
  changeRole(organizationId: string, personId: string, role: Role): Promise<void>
  /** Ends the membership alone; sessions and keys end by `credentials.endMembership`. */
  remove(organizationId: string, personId: string): Promise<void>
  /** Remembers that the address left, so that its domain does not bring it back; `back` forgets it. */
  markLeft(organizationId: string, email: string, now: Time): Promise<void>
  unmarkLeft(organizationId: string, email: string): Promise<void>
}
