// The rows of oversight: what is withheld from everybody, what was reported, which files are blocked, who uses how much.
import type { Role } from '../../domain/actor.ts'
import type { Time, Withheld } from '../../domain/artifact.ts'
import type { Visibility } from '../../domain/audience.ts'

/** What an artifact holds of the store. */
export interface Holding {
  id: string
  shortId: string
  name: string
  visibility: Visibility
  trashed: boolean
  owner: { name: string; email: string } | null
  /** Bytes of all its versions; what two of them share counts once. */
  bytes: number
}

export interface RosterRow {
  personId: string
  email: string
  name: string
  role: Role
}

export interface OversightReading {
  /** What the organization's artifacts hold, in the order of ids, after one of them. */
  holdings(organizationId: string, after: string | null, limit: number): Promise<Holding[]>
  /** Everybody with a membership, by address. */
  roster(organizationId: string): Promise<RosterRow[]>
  /** Domains that the organization proved to be its own. */
  verifiedDomains(organizationId: string): Promise<string[]>
  /** True where a file of these bytes was taken down. */
  isBlocked(sha256: string): Promise<boolean>
}

export interface OversightRows extends OversightReading {
  /** Hides the artifact; what is taken down is not put into quarantine again. */
  withhold(artifactId: string, how: Withheld, now: Time): Promise<void>
  /** Shows the artifact again and forgets the reports. */
  release(artifactId: string, now: Time): Promise<void>
  /** Notes that somebody at the network reported it; answers how many networks did. Once the operator let it be shown, reports of the same version count no more. */
  report(artifactId: string, network: string, now: Time): Promise<number>
  /** Blocks the bytes of all its versions. */
  block(artifactId: string, now: Time): Promise<void>
  unblock(artifactId: string): Promise<void>
}
