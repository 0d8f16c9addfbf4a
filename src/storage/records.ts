// The port to the records: what the service remembers, spoken in the domain's words.
import type { ActorType, Role, Scope } from '../domain/actor.ts'
import type {
  Artifact,
  Author,
  Format,
  Organization,
  OrganizationPolicy,
  Theme,
  Time,
  Version,
} from '../domain/artifact.ts'
import type { Visibility } from '../domain/audience.ts'
import type { PlanName } from '../domain/plan.ts'
import type { Condition } from '../domain/policy.ts'

export interface Records extends Reading {
  /**
   * One unit of work: everything in `work` becomes durable together or not at all. Inside, await
   * nothing but the rows handed in; effects on the outside belong after it. Resolves after COMMIT.
   * May run `work` again after a lost race, so `work` must be free of outside effects.
   */
  unit<T>(work: (rows: Rows) => Promise<T>): Promise<T>
  /** Rejects where the store does not answer. */
  ready(): Promise<void>
  close(): Promise<void>
}

/** What can be read, in a unit (seeing its own writes) or outside (the last committed state). */
export interface Reading {
  artifacts: ArtifactReading
  versions: VersionReading
  people: PeopleReading
  credentials: CredentialReading
  uploads: UploadReading
  previews: PreviewReading
}

/** Everything a unit of work may read and write. */
export interface Rows {
  artifacts: ArtifactRows
  versions: VersionRows
  people: PeopleRows
  credentials: CredentialRows
  uploads: UploadRows
  previews: PreviewRows
  journal: JournalRows
  limits: LimitRows
  outbox: OutboxRows
  blobs: BlobRows
}

// --- artifacts ---------------------------------------------------------------------------------

export interface ArtifactReading {
  /** In any state, also in the trash; null if it never was or was purged. */
  find(shortId: string): Promise<Artifact | null>
  /** One page of the artifacts that meet any of `reach`, in the order asked for. */
  list(query: ListQuery): Promise<Artifact[]>
  /** Full text over name and text, best first. */
  search(query: SearchQuery): Promise<SearchHit[]>
}

export interface ListQuery {
  /** Readable by the caller: a disjunction. */
  reach: readonly Condition[]
  /** Only artifacts of this organization, or naming this address. */
  within: { organizationId: string | null; recipient: string | null }
  ownerId?: string
  /** Owned by the organization itself (owner=me of a service key). */
  ownerless?: boolean
  visibility?: Visibility
  format?: Format
  label?: string
  trashed: boolean
  now: Time
  sort: 'updatedAt' | 'createdAt' | 'name'
  order: 'asc' | 'desc'
  /** Keyset: the sort value and id of the last row of the page before. */
  after: { value: string | number; id: string } | null
  limit: number
}

export interface SearchQuery {
  reach: readonly Condition[]
  within: { organizationId: string | null; recipient: string | null }
  /** Words as the person wrote them; the store quotes what its dialect would interpret. */
  text: string
  now: Time
  offset: number
  limit: number
}

export interface SearchHit {
  shortId: string
  name: string
  /** Plain text around the match, without markup. */
  snippet: string
}

export interface NewArtifact {
  id: string
  shortId: string
  organizationId: string | null
  ownerId: string | null
  name: string
  visibility: Visibility
  sharedWith: readonly string[]
  theme: Theme
  expiresAt: Time | null
  createdAt: Time
}

export interface ArtifactRows extends ArtifactReading {
  /** Adds the artifact at version 1 together with that version. */
  insert(artifact: NewArtifact, version: NewVersion): Promise<void>
  /**
   * The version rule in one statement: becomes `from + 1` only where `from` is current; adds the
   * version row. False means somebody else was first and nothing was changed.
   */
  advance(
    id: string,
    from: number,
    change: { version: NewVersion; name?: string; theme?: Theme },
  ): Promise<boolean>
  /** Changes settings and raises `settings`; absent members stay. */
  change(id: string, settings: SettingsChange, now: Time): Promise<void>
  trash(id: string, now: Time): Promise<void>
  undelete(id: string, expiresAt: Time | null): Promise<void>
  /** Artifacts of the organization that are company or private and not in the trash. */
  countGated(organizationId: string): Promise<number>
  /** Sweep: moves artifacts of organizations whose expiry passed to the trash; returns how many. */
  trashExpired(now: Time): Promise<number>
  /**
   * Sweep: removes for ever what lies in the trash since before `trashedBefore`, and unclaimed
   * previews whose expiry passed; at most `limit`. Returns the names of blobs no version names any more.
   */
  purge(query: { trashedBefore: Time; previewsExpiredBefore: Time; limit: number }): Promise<string[]>
}

export interface SettingsChange {
  name?: string
  theme?: Theme
  visibility?: Visibility
  sharedWith?: readonly string[]
  labels?: readonly string[]
  expiresAt?: Time | null
  historyVisible?: boolean
  ownerId?: string
  organizationId?: string
}

// --- versions ----------------------------------------------------------------------------------

export interface VersionReading {
  find(artifactId: string, number: number): Promise<Version | null>
  /** Newest first, below `before` where given. */
  list(artifactId: string, before: number | null, limit: number): Promise<Version[]>
  /** Every version with its blob, for `recto admin verify` and the sweep; in pages by (artifactId, number). */
  page(after: { artifactId: string; number: number } | null, limit: number): Promise<Version[]>
}

/** `text` is what search finds; it replaces what the version before said. */
export interface NewVersion extends Omit<Version, 'artifactId' | 'number'> {
  text: string
}

export interface VersionRows extends VersionReading {
  /** The extracted text the artifact is found by now (copies carry it over). */
  text(artifactId: string): Promise<string>
}

// --- people and organizations ------------------------------------------------------------------

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
  memberships(personId: string): Promise<Membership[]>
  membership(personId: string, organizationId: string): Promise<Membership | null>
  /** Which of the addresses belong to members (or verified domains) of the organization. */
  insiders(organizationId: string, emails: readonly string[]): Promise<string[]>
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

// --- credentials -------------------------------------------------------------------------------

export interface KeyRow {
  id: string
  name: string
  kind: 'user' | 'service'
  organizationId: string
  /** Null for a service key. */
  personId: string | null
  scopes: readonly Scope[] | null
  /** The first characters of the key, for recognising it. */
  prefix: string
  createdAt: Time
  expiresAt: Time | null
  lastUsedAt: Time | null
}

/** What a live credential proves, in one read: the row joined with person, membership and organization. */
export type Proven =
  | {
      kind: 'person'
      credential: string
      person: PersonRow
      organizationId: string
      role: Role
      scopes: readonly Scope[] | null
      lastSeenAt: Time | null
      createdAt: Time
    }
  | {
      kind: 'service'
      credential: string
      name: string
      organizationId: string
      scopes: readonly Scope[] | null
      lastSeenAt: Time | null
      createdAt: Time
    }
  | { kind: 'guest'; credential: string; email: string; lastSeenAt: Time | null; createdAt: Time }

export interface CredentialReading {
  /** By SHA-256 (hex) of the session token; null where unknown, expired, idle too long, or the membership is gone. */
  session(tokenHash: string, now: Time): Promise<Proven | null>
  /** By SHA-256 (hex) of the key; null where unknown, revoked, expired, or the membership is gone. */
  key(keyHash: string, now: Time): Promise<Proven | null>
  /** The person's user keys in the organization, and its service keys where `service` says so. Newest first. */
  keys(query: {
    organizationId: string
    personId: string
    service: boolean
    limit: number
    after: { createdAt: Time; id: string } | null
  }): Promise<KeyRow[]>
}

export interface SessionRow {
  id: string
  tokenHash: string
  /** Null for a guest session. */
  personId: string | null
  organizationId: string | null
  email: string
  createdAt: Time
  /** Absolute end; the idle end moves with `touch`. */
  expiresAt: Time
}

export interface CodeRow {
  id: string
  email: string
  /** HMAC of the code; six digits alone would be guessed from a plain hash. */
  codeHash: string
  /** Keyed hash of the request handle of the asking browser, where it has one. */
  handleHash: string | null
  /** Artifact the code was asked for, if any. */
  shortId: string | null
  createdAt: Time
  expiresAt: Time
}

export interface CredentialRows extends CredentialReading {
  insertSession(session: SessionRow): Promise<void>
  endSession(id: string): Promise<void>
  insertKey(key: KeyRow & { keyHash: string }): Promise<void>
  /** False where no such key of the organization exists (or, with `personId`, of that person). */
  revokeKey(
    query: { id: string; organizationId: string; personId: string | null },
    now: Time,
  ): Promise<KeyRow | null>
  /** Coarse time of last use, written at most once a minute by the caller. */
  touch(credential: string, now: Time): Promise<void>
  /** Replaces every live code of the address. */
  insertCode(code: CodeRow): Promise<void>
  /** Counts a try before anything is compared, in one statement; null where no live code with tries left exists. */
  tryCode(email: string, now: Time): Promise<CodeRow | null>
  /** Spends the code; false where it was spent already. */
  spendCode(id: string, now: Time): Promise<boolean>
  /** Stores the hash of the setup link unless an owner exists; replaces an unused one. */
  replaceSetup(tokenHash: string, now: Time): Promise<boolean>
  /** True while the hash is the unused setup link. */
  setupOpen(tokenHash: string): Promise<boolean>
  spendSetup(tokenHash: string, now: Time): Promise<boolean>
  /** Sweep: removes sessions, codes and keys that ended. */
  removeEnded(now: Time): Promise<void>
}

// --- uploads -----------------------------------------------------------------------------------

export interface Upload {
  id: string
  /** Credential it is bound to; null for the public twin, where the id is the capability. */
  credential: string | null
  organizationId: string | null
  sizeBytes: number
  filename: string | null
  /** Announced hash, lower-case hex. */
  announcedSha256: string | null
  /** What arrived; null until then. */
  received: { blob: string; size: number; sha256: string } | null
  spentAt: Time | null
  createdAt: Time
  expiresAt: Time
}

export interface UploadReading {
  find(id: string): Promise<Upload | null>
}

export interface UploadRows extends UploadReading {
  insert(upload: Upload): Promise<void>
  /** Records what arrived; false where bytes had arrived already, it was spent or has expired. */
  receive(id: string, received: { blob: string; size: number; sha256: string }, now: Time): Promise<boolean>
  /** Spends it for a version; false where it was spent. */
  spend(id: string, now: Time): Promise<boolean>
  /** Sweep: removes uploads that ended before; returns blobs nobody names. */
  removeEnded(before: Time, limit: number): Promise<string[]>
}

// --- previews ----------------------------------------------------------------------------------

export interface Preview {
  artifactId: string
  shortId: string
  name: string
  size: number
  createdAt: Time
  expiresAt: Time
  claimedAt: Time | null
}

export interface PreviewReading {
  /** By SHA-256 (hex) of the claim code. */
  byClaim(claimHash: string): Promise<Preview | null>
  byArtifact(artifactId: string): Promise<Preview | null>
}

export interface PreviewRows extends PreviewReading {
  insert(preview: { artifactId: string; claimHash: string; expiresAt: Time }): Promise<void>
  /** Gives the artifact to its claimer; false where somebody was first. */
  claim(
    artifactId: string,
    to: { organizationId: string; ownerId: string | null; visibility: Visibility },
    now: Time,
  ): Promise<boolean>
}

// --- journal: events, audit, idempotent answers ------------------------------------------------

export const eventTypes = [
  'artifact.published',
  'artifact.updated',
  'artifact.deleted',
  'artifact.audience_changed',
  'artifact.claimed',
  'thread.opened',
  'thread.replied',
  'thread.resolved',
  'thread.reopened',
  'thread.orphaned',
  'member.joined',
  'member.removed',
  'key.created',
  'key.revoked',
  'policy.changed',
] as const
export type EventType = (typeof eventTypes)[number]

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
  actorName: string | null
  surface: string
  client: string | null
  data: Record<string, unknown>
  createdAt: Time
}

export interface IdempotentAnswer {
  fingerprint: string | null
  /** Null while the first request still runs. */
  answer: { status: number; value: unknown } | null
  startedAt: Time
}

export interface JournalRows {
  event(event: NewEvent): Promise<void>
  audit(row: AuditRow): Promise<void>
  events(organizationId: string, after: number, limit: number): Promise<EventRow[]>
  audits(organizationId: string, limit: number): Promise<AuditRow[]>
  /**
   * Claims the key for a request that starts; returns null where it is ours now, else what stands
   * there. A claim without an answer older than `abandonedBefore`, and anything older than
   * `expiredBefore`, is taken over.
   */
  claimAnswer(
    key: AnswerKey,
    now: Time,
    limits: { abandonedBefore: Time; expiredBefore: Time },
  ): Promise<IdempotentAnswer | null>
  storeAnswer(key: AnswerKey, fingerprint: string, answer: { status: number; value: unknown }): Promise<void>
  /** Gives up the claim of a request that failed, so that it can be tried again. */
  releaseAnswer(key: AnswerKey): Promise<void>
  removeAnswers(before: Time): Promise<void>
}

export interface AnswerKey {
  credential: string
  operation: string
  key: string
}

// --- limits, mail, leases, blobs ---------------------------------------------------------------

export interface LimitRows {
  /**
   * Counts one use in the window that holds `now`, unless `limit` is reached. Windows are fixed
   * and aligned to `windowMs`. Returns uses left and when the window ends; `allowed` false changes nothing.
   */
  count(
    name: string,
    limit: number,
    windowMs: number,
    now: Time,
  ): Promise<{ allowed: boolean; left: number; resetsAt: Time }>
  /** Sweep: forgets windows that ended. */
  removeEnded(now: Time): Promise<void>
  /** Takes or renews a lease; false where another holder has it. */
  lease(name: string, holder: string, until: Time, now: Time): Promise<boolean>
}

export interface Mail {
  id: string
  to: string
  subject: string
  text: string
  createdAt: Time
}

export interface OutboxRows {
  post(mail: Mail): Promise<void>
  /** Takes up to `limit` mails that are due, leased until then. */
  take(limit: number, now: Time, leasedUntil: Time): Promise<(Mail & { attempts: number })[]>
  sent(id: string): Promise<void>
  /** Puts it back for later; `retryAt` null gives up. */
  failed(id: string, retryAt: Time | null): Promise<void>
}

export interface BlobRows {
  /** Which of the names no version and no live upload holds. */
  orphans(names: readonly string[]): Promise<string[]>
}
