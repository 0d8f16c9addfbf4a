// The port to the records: what the service remembers, spoken in the domain's words.
import type { Artifact, Time } from '../domain/artifact.ts'
import type { HasRoom } from './reserve.ts'
import type { AccessRequestRows } from './rows/access-requests.ts'
import type { Archive } from './rows/archive.ts'
import type { ArtifactReading, ArtifactRows } from './rows/artifacts.ts'
import type { CiRuleReading, CiRuleRows } from './rows/ci-rules.ts'
import type { CommentReading, CommentRows } from './rows/comments.ts'
import type { CredentialReading, CredentialRows, FoundCredential } from './rows/credentials.ts'
import type { DomainReading, DomainRows } from './rows/domains.ts'
import type { EditingReading, EditingRows } from './rows/editing.ts'
import type { FactorReading, FactorRows } from './rows/factors.ts'
import type { FeedReading } from './rows/feed.ts'
import type { BlobRows, LimitRows, OutboxReading, OutboxRows } from './rows/housekeeping.ts'
import type { IdentityReading, IdentityRows } from './rows/identities.ts'
import type { InvitationReading, InvitationRows } from './rows/invitations.ts'
import type { JournalReading, JournalRows } from './rows/journal.ts'
import type { LastFileReading, LastFileRows } from './rows/last-files.ts'
import type { MailStopRows } from './rows/mail-stops.ts'
import type { MemberReading, MemberRows } from './rows/members.ts'
import type { ModerationReading, ModerationRows } from './rows/moderation.ts'
import type { NodeReading, NodeRows } from './rows/nodes.ts'
import type { NoticeReading, NoticeRows } from './rows/notices.ts'
import type { OAuthReading, OAuthRows } from './rows/oauth.ts'
import type { PeopleReading, PeopleRows } from './rows/people.ts'
import type { PreviewReading, PreviewRows } from './rows/previews.ts'
import type { TurnReading, TurnRows } from './rows/turns.ts'
import type { UploadReading, UploadRows } from './rows/uploads.ts'
import type { VersionRows } from './rows/versions.ts'
import type { WebhookReading, WebhookRows } from './rows/webhooks.ts'

export * from './rows/access-requests.ts'
export * from './rows/archive.ts'
export * from './rows/artifacts.ts'
export * from './rows/ci-rules.ts'
export * from './rows/comments.ts'
export * from './rows/credentials.ts'
export * from './rows/domains.ts'
export * from './rows/editing.ts'
export * from './rows/factors.ts'
export * from './rows/feed.ts'
export * from './rows/housekeeping.ts'
export * from './rows/identities.ts'
export * from './rows/invitations.ts'
export * from './rows/journal.ts'
export * from './rows/last-files.ts'
export * from './rows/mail-stops.ts'
export * from './rows/members.ts'
export * from './rows/moderation.ts'
export * from './rows/nodes.ts'
export * from './rows/notices.ts'
export * from './rows/oauth.ts'
export * from './rows/people.ts'
export * from './rows/previews.ts'
export * from './rows/turns.ts'
export * from './rows/uploads.ts'
export * from './rows/versions.ts'
export * from './rows/webhooks.ts'

export interface Records extends Reading, HasRoom {
  /** Null where the store cannot know what is current. */
  readonly kept: KeptReading | null
  /** True where new versions need the folded words of their text: the index of words does not fold them itself. */
  readonly takesFoldedWords: boolean
  /**
   * One transaction: everything in `work` becomes durable together or not at all. Inside, await nothing but the rows
   * passed in; effects outside the store belong after it. Resolves after COMMIT.
   * May run `work` again after a lost race, so `work` must have no effects outside the store.
   */
  transaction<T>(work: (rows: Rows & Reading) => Promise<T>): Promise<T>
  /** Rejects if the store does not answer. */
  ready(): Promise<void>
  /** Milliseconds since 1970 by the clock of the database, which all nodes share. */
  now(): Promise<number>
  /** All rows at once, for backups and moving. */
  readonly archive: Archive
  /** Measures the store for those who watch over it. */
  measure(): Promise<DatabaseMeasures>
  close(): Promise<void>
}

/**
 * Answers that take no read, because the store knows that nothing was committed since it read the rows: not older than
 * those of a read begun at that moment.
 */
export interface KeptReading {
  /** Asks at the end of this turn of the event loop whether the kept rows are current, then runs the work, which throws nothing. */
  confirm(work: () => void): void
  /** In such work: what `credentials.session` would answer; undefined where that takes a read. */
  session(tokenHash: string, now: Time): FoundCredential | null | undefined
  /** In such work: what `artifacts.find` would answer; undefined where that takes a read. */
  artifact(shortId: string): Artifact | null | undefined
}

export interface DatabaseMeasures {
  databaseBytes: number
  /** Those of this process; null for an embedded database. */
  connections: { open: number; idle: number; waiting: number } | null
}

/** Everything that can be read, in a transaction (with its own writes) or outside (the last committed state). */
export interface Reading {
  artifacts: ArtifactReading
  versions: VersionRows
  lastFiles: LastFileReading
  comments: CommentReading
  people: PeopleReading
  members: MemberReading
  invitations: InvitationReading
  domains: DomainReading
  credentials: CredentialReading
  ciRules: CiRuleReading
  oauth: OAuthReading
  identities: IdentityReading
  factors: FactorReading
  editing: EditingReading
  uploads: UploadReading
  previews: PreviewReading
  turns: TurnReading
  outbox: OutboxReading
  nodes: NodeReading
  journal: JournalReading
  feed: FeedReading
  webhooks: WebhookReading
  notices: NoticeReading
  moderation: ModerationReading
}

/** Everything a transaction may read and write. */
export interface Rows {
  artifacts: ArtifactRows
  versions: VersionRows
  lastFiles: LastFileRows
  comments: CommentRows
  people: PeopleRows
  members: MemberRows
  invitations: InvitationRows
  domains: DomainRows
  credentials: CredentialRows
  ciRules: CiRuleRows
  oauth: OAuthRows
  identities: IdentityRows
  factors: FactorRows
  editing: EditingRows
  uploads: UploadRows
  previews: PreviewRows
  turns: TurnRows
  nodes: NodeRows
  journal: JournalRows
  webhooks: WebhookRows
  limits: LimitRows
  notices: NoticeRows
  accessRequests: AccessRequestRows
  mailStops: MailStopRows
  outbox: OutboxRows
  blobs: BlobRows
  moderation: ModerationRows
}
