// The rows of events, audit and idempotent answers.
import type { ActorType } from '../../domain/actor.ts'
import type { Author, Time } from '../../domain/artifact.ts'
import type { EventType } from '../../domain/event.ts'

export type { EventType } from '../../domain/event.ts'

export interface NewEvent {
  id: string
  organizationId: string
  type: EventType
  artifactId: string | null
  actor: Author
  data: Record<string, unknown>
  createdAt: Time
}

export interface EventRow extends NewEvent {
  /** Order within the organization, without gaps. */
  sequence: number
}

export interface AuditRow {
  id: string
  /** Null for what concerns no organization, such as a preview. */
  organizationId: string | null
  /** Name of the operation. */
  action: string
  subject: string | null
  personId: string | null
  credential: string
  actorType: ActorType
  /** Name the caller claimed. */
  actorName: string | null
  /** Name of the credential's person or key, as it was then. */
  authorName: string
  surface: string
  client: string | null
  data: Record<string, unknown>
  createdAt: Time
}

/** A row with the address its person has now. */
export interface AuditEntry extends AuditRow {
  email: string | null
}

export interface AuditQuery {
  organizationId: string
  /** Id of a person or of a credential. */
  actor?: string
  actorType?: ActorType
  action?: string
  subject?: string
  surface?: string
  /** The moment itself counts in. */
  from?: Time
  /** The moment itself counts out. */
  to?: Time
  /** Keyset: the last row of the page before. */
  after?: { createdAt: Time; id: string } | null
  limit: number
}

export interface JournalReading {
  /** Newest first. */
  audits(query: AuditQuery): Promise<AuditEntry[]>
}

export interface IdempotentAnswer {
  fingerprint: string | null
  /** Null while the first request still runs. */
  answer: { value: unknown } | null
  startedAt: Time
}

export interface JournalRows extends JournalReading {
  event(event: NewEvent): Promise<void>
  /** Adds a row, kept for as long as the organization's plan promises at this moment. */
  audit(row: AuditRow): Promise<void>
  /** As above, where no row of that id is there yet. */
  auditOnce(row: AuditRow): Promise<void>
  /** Sweep: removes rows whose time is over, at most `limit`; returns how many. */
  removeAudits(now: Time, limit: number): Promise<number>
  events(organizationId: string, after: number, limit: number): Promise<EventRow[]>
  /**
   * Claims the key for a request that starts; returns null where it is ours now, else what stands
   * there. A claim without an answer that was neither made nor renewed since `abandonedBefore`, and
   * anything older than `expiredBefore`, is taken over.
   * @param holder distinguishes this claim from a later one of the same key
   */
  claimAnswer(
    key: AnswerKey,
    holder: string,
    now: Time,
    limits: { abandonedBefore: Time; expiredBefore: Time },
  ): Promise<IdempotentAnswer | null>
  /** Says that the holder's request still runs. */
  renewAnswer(key: AnswerKey, holder: string, now: Time): Promise<void>
  /** Answers the holder's claim; false where it was taken over. */
  storeAnswer(key: AnswerKey, holder: string, fingerprint: string, value: unknown): Promise<boolean>
  /** Gives up the holder's claim, whose request failed, so that it can be tried again; an answer stays. */
  releaseAnswer(key: AnswerKey, holder: string): Promise<void>
  removeAnswers(before: Time): Promise<void>
}

export interface AnswerKey {
  credential: string
  operation: string
  key: string
}
