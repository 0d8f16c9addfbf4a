// The rows of domains: which mail domains belong to an organization.
import type { Organization, Time } from '../../domain/artifact.ts'

export interface DomainRow {
  id: string
  organizationId: string
  /** Lower-case ASCII. */
  name: string
  /** The token that its TXT record must hold. */
  token: string
  createdAt: Time
  verifiedAt: Time | null
}

export interface DomainReading {
  find(organizationId: string, id: string): Promise<DomainRow | null>
  /** All of the organization, by name. */
  list(organizationId: string): Promise<DomainRow[]>
  /** The organization for which the domain is verified, also while it waits to be deleted. */
  holder(name: string): Promise<string | null>
  /** The live organization that takes the address in by its verified domain; null for those who left it. */
  home(email: string): Promise<Organization | null>
}

export interface DomainRows extends DomainReading {
  insert(domain: DomainRow): Promise<void>
  markVerified(id: string, now: Time): Promise<void>
  remove(id: string): Promise<void>
}
