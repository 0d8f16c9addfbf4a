// The tables as types: what each row holds, the same in both databases.
import type { Generated, Kysely } from 'kysely'
import type { ActorType, Role } from '../../../domain/actor.ts'
import type { AnchorStateName } from '../../../domain/anchor.ts'
import type { Format, Hidden, Theme, Time } from '../../../domain/artifact.ts'
import type { Visibility } from '../../../domain/audience.ts'
import type { NoticeKind, NoticePace } from '../../../domain/notification.ts'
import type { PlanName } from '../../../domain/plan.ts'
import type { AuthorKind, ThreadStatus } from '../../../domain/thread.ts'
import type { EventType } from '../../records.ts'
import type { Bit } from './boolean-column.ts'
import type { CiSchema } from './schema-ci.ts'
import type {
  ApiKeyTable,
  FactorTable,
  IdentityTable,
  OneTimeCodeTable,
  PendingSignInTable,
  RecoveryCodeTable,
  SessionTable,
  SetupTable,
  UsedOAuthStateTable,
} from './schema-credentials.ts'
import type { NodeSchema } from './schema-nodes.ts'
import type { OAuthSchema } from './schema-oauth.ts'
import type { AccessRequestTable, BlockedSenderTable, MailStopTable } from './schema-sharing.ts'
import type { LastFileTable, MiniatureTable, VersionTable } from './schema-versions.ts'
import type { WebhookSchema } from './schema-webhooks.ts'

export type * from './schema-credentials.ts'

export interface PersonTable {
  id: string
  email: string
  name: string
  created_at: Time
}

/** Present for people who chose; others get a mail each time. */
export interface NoticePaceTable {
  person_id: string
  pace: NoticePace
}

export interface NoticeTable {
  id: string
  person_id: string
  short_id: string
  thread_id: string
  comment_id: string | null
  kind: NoticeKind
  by_name: string
  actor_type: ActorType
  actor_name: string | null
  created_at: Time
  due_at: Time
}

/** Somebody in front of the editor of a page. */
export interface EditingTable {
  artifact_id: string
  person_id: string
  since: Time
  until: Time
}

export interface OrganizationTable {
  id: string
  name: string
  plan: PlanName
  allow_public: Bit
  allow_external_sharing: Bit
  allow_preview_claims: Bit
  open_network: Bit
  require_sign_in_provider: Bit
  /** 1 on the one organization made at the first start. */
  operator: Bit
  /** Number of the last event. */
  event_sequence: Generated<number>
  created_at: Time
  /** The time at which it is purged; null while it lives. */
  delete_at: Generated<Time | null>
}

/** An organization or preview that shares the turn of a network at the worker processes. */
export interface SharedTurnTable {
  /** An organization, or the artifact of a preview. */
  subject_id: string
  /** Keyed digest. */
  network: string
  until: Time
}

export interface MembershipTable {
  person_id: string
  organization_id: string
  role: Role
  created_at: Time
}

export interface DomainTable {
  id: string
  organization_id: string
  name: string
  /** The token that its TXT record must hold. */
  token: string
  created_at: Time
  verified_at: Time | null
}

export interface InvitationTable {
  id: string
  organization_id: string
  email: string
  role: Role
  code_hash: string
  inviter_id: string
  created_at: Time
  expires_at: Time
  accepted_at: Time | null
}

export interface FormerMemberTable {
  organization_id: string
  email: string
  left_at: Time
}

export interface ArtifactTable {
  id: string
  short_id: string
  organization_id: string | null
  owner_id: string | null
  name: string
  /** The name folded for sorting. */
  name_key: string
  format: Format
  visibility: Visibility
  theme: Theme
  version: number
  size: number
  sha256: string
  history_visible: Generated<Bit>
  open_threads: Generated<number>
  comments_shared: Generated<Bit>
  /** Number of the last comment. */
  comment_sequence: Generated<number>
  settings: Generated<number>
  created_at: Time
  updated_at: Time
  expires_at: Time | null
  trashed_at: Time | null
  hidden: Hidden | null
  hidden_at: Time | null
  /** The time at which the operator last let it be shown. */
  cleared_at: Time | null
}

export interface RecipientTable {
  artifact_id: string
  email: string
}

export interface LabelTable {
  artifact_id: string
  name: string
}

export interface CommentTable {
  id: string
  artifact_id: string
  /** The root of the thread; null for the root itself. */
  parent_id: string | null
  sequence: number
  body: string
  author_id: string | null
  author_name: string
  author_kind: AuthorKind
  credential: string | null
  actor_type: ActorType
  actor_name: string | null
  created_at: Time
  edited_at: Time | null
  deleted_at: Time | null
}

export interface ThreadTable {
  /** That of the root. */
  id: string
  artifact_id: string
  sequence: number
  status: ThreadStatus
  /** JSON as the reader gave it; null for the whole page. */
  anchor: string | null
  anchor_state: AnchorStateName
  anchor_version: number
  /** Set while it is to be anchored in a newer version than `anchor_version`. */
  placing_since: Time | null
  place_start: number | null
  place_end: number | null
  place_text: string | null
  place_prefix: string | null
  place_suffix: string | null
  source_start: number | null
  source_end: number | null
  source_line: number | null
  created_on_version: number
  resolver_id: string | null
  resolver_name: string | null
  resolved_at: Time | null
  resolved_on_version: number | null
  /** The time at which something last happened in it. */
  active_at: Time
}

export interface MentionTable {
  comment_id: string
  person_id: string
  /** The words that name the person in the comment, one a line. */
  name: string
}

export interface PreviewTable {
  artifact_id: string
  claim_hash: string
  expires_at: Time
  claimed_at: Time | null
}

export interface UploadTable {
  id: string
  credential: string | null
  organization_id: string | null
  size_bytes: number
  filename: string | null
  announced_sha256: string | null
  blob: string | null
  received_size: number | null
  received_sha256: string | null
  key_hashes: string | null
  spent_at: Time | null
  created_at: Time
  expires_at: Time
}

export interface IdempotencyTable {
  credential: string
  operation: string
  key: string
  fingerprint: string | null
  status: number | null
  /** JSON of the answer, repeated word for word and never looked into. */
  value: string | null
  started_at: Time
}

export interface EventTable {
  organization_id: string
  sequence: number
  id: string
  type: EventType
  artifact_id: string | null
  author_id: string | null
  author_name: string
  actor_type: ActorType
  actor_name: string | null
  /** JSON for readers of the feed. */
  data: string
  created_at: Time
}

export interface AuditTable {
  id: string
  organization_id: string | null
  action: string
  subject: string | null
  person_id: string | null
  credential: string
  actor_type: ActorType
  actor_name: string | null
  surface: string
  client: string | null
  /** JSON for readers of the audit. */
  data: string
  created_at: Time
  author_name: string
  /** The end that the plan of that moment promised. */
  kept_until: Time
}

export interface BlockedFileTable {
  sha256: string
  /** The artifact that was taken down with it. */
  artifact_id: string
  created_at: Time
}

export interface ReportTable {
  artifact_id: string
  /** Keyed hash of the network it came from. */
  network: string
  created_at: Time
}

export interface OutboxTable {
  id: string
  recipient: string
  subject: string
  body: string
  attempts: Generated<number>
  due_at: Time
  created_at: Time
  /** The address where the reader stops mails of the kind; null if they cannot be stopped. */
  stop_url: string | null
}

export interface RecentUseTable {
  name: string
  /** The times of the last uses, newest first, 14 digits each. */
  moments: string
  /** The time from which none of them counts any more. */
  ends_at: Time
}

export interface LeaseTable {
  name: string
  holder: string
  until_at: Time
}

export interface SchemaVersionTable {
  version: number
}

export interface Schema extends OAuthSchema, NodeSchema, CiSchema, WebhookSchema {
  schema_version: SchemaVersionTable
  person: PersonTable
  editing: EditingTable
  organization: OrganizationTable
  membership: MembershipTable
  domain: DomainTable
  invitation: InvitationTable
  former_member: FormerMemberTable
  session: SessionTable
  identity: IdentityTable
  factor: FactorTable
  recovery_code: RecoveryCodeTable
  pending_sign_in: PendingSignInTable
  used_oauth_state: UsedOAuthStateTable
  one_time_code: OneTimeCodeTable
  api_key: ApiKeyTable
  setup: SetupTable
  artifact: ArtifactTable
  recipient: RecipientTable
  label: LabelTable
  version: VersionTable
  miniature: MiniatureTable
  last_file: LastFileTable
  comment: CommentTable
  thread: ThreadTable
  mention: MentionTable
  preview: PreviewTable
  shared_turn: SharedTurnTable
  upload: UploadTable
  idempotency: IdempotencyTable
  event: EventTable
  audit: AuditTable
  blocked_file: BlockedFileTable
  report: ReportTable
  notice: NoticeTable
  notice_pace: NoticePaceTable
  access_request: AccessRequestTable
  blocked_sender: BlockedSenderTable
  mail_stop: MailStopTable
  outbox: OutboxTable
  recent_use: RecentUseTable
  lease: LeaseTable
}

/** Builds queries; never runs them. */
export type Builder = Kysely<Schema>
