// The rows of moderation: what is hidden from everybody, what was reported, which files are blocked, who uses how much.
import type { Format, Hidden, Time } from '../../domain/artifact.ts'
import type { Visibility } from '../../domain/audience.ts'

/** The share of the store that an artifact holds. */
export interface Holding {
  id: string
  shortId: string
  name: string
  visibility: Visibility
  /** In the trash, or past its expiry and on the way there. */
  trashed: boolean
  owner: { name: string; email: string } | null
  /** Bytes of all its versions; what two of them share counts once. */
  bytes: number
}

/** The reach of an artifact outside the trash. */
export interface Exposure {
  id: string
  visibility: Visibility
  format: Format
  /** The number of people it names who are neither members nor at a verified domain. */
  outsiders: number
}

export interface ModerationReading {
  /** Lists the holdings of the organization's artifacts, in the order of ids, after one of them. */
  holdings(query: {
    organizationId: string
    after: string | null
    limit: number
    now: Time
  }): Promise<Holding[]>
  /** Lists the reach of its artifacts outside the trash, in the order of ids, after one of them. */
  exposures(organizationId: string, after: string | null, limit: number): Promise<Exposure[]>
  /** Counts the people who belong to it: those with a role of their own, and viewers by domain. */
  countPeople(organizationId: string): Promise<{ members: { count: number }; viewers: { count: number } }>
  /** True if a file of these bytes was taken down. */
  isBlocked(sha256: string): Promise<boolean>
}

export interface ModerationRows extends ModerationReading {
  /** Hides the artifact; what is taken down is not put into quarantine again. */
  hide(artifactId: string, how: Hidden, now: Time): Promise<void>
  /** Shows the artifact again and forgets the reports. */
  unhide(artifactId: string, now: Time): Promise<void>
  /** Notes that somebody at the network reported it; answers how many networks did. After the operator restored it, reports of the same version no longer count. */
  report(artifactId: string, network: string, now: Time): Promise<number>
  /** Blocks the bytes of all its versions. */
  block(artifactId: string, now: Time): Promise<void>
  unblock(artifactId: string): Promise<void>
}
