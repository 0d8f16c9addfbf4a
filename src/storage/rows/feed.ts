// The feed of an organization as its readers see it, and the marks by which they notice that something changed.
import type { Condition } from '../../domain/policy.ts'
import type { EventRow, EventType } from './journal.ts'

export interface FeedQuery {
  organizationId: string
  /** Only events of this artifact. */
  artifactId?: string
  /** Numbers of events: behind the first, up to and with the last. */
  after: number
  upTo: number
  limit: number
  /** The artifacts that the reader may read: a disjunction. Events of any others are left out. */
  reach: readonly Condition[]
  /** The artifacts whose comments the reader may read. */
  comments: readonly Condition[]
  /** Types without an artifact that the reader may see, from any actor. */
  types: readonly EventType[]
  /** The person who sees every event they caused that concerns no artifact. */
  personId: string | null
}

export interface FeedEvent extends EventRow {
  /** Null for what concerns no artifact. */
  shortId: string | null
}

/** Something that can be watched. */
export interface Watched {
  kind: 'feed' | 'policy' | 'artifact' | 'credential'
  /** Of the organization, for its feed and its policy. */
  id: string
}

export interface FeedReading {
  /**
   * Number of the organization's last event, 0 before the first. All events up to it can be read: numbers are given
   * in the order of commits.
   */
  head(organizationId: string): Promise<number>
  /** The number of an event of the organization; null if it has none of that id. */
  sequenceOf(organizationId: string, id: string): Promise<number | null>
  /** Oldest first. */
  read(query: FeedQuery): Promise<FeedEvent[]>
  /**
   * Texts that differ once something readers notice has changed, by id: the last event of a feed; what a policy opens;
   * version, settings and comments of an artifact; whether a session or key is still there. What is not there has none.
   */
  marks(kind: Watched['kind'], ids: readonly string[]): Promise<Map<string, string>>
}
