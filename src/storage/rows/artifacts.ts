// The rows of artifacts: finding, listing, searching, changing them.
import type { Artifact, Format, Owner, Theme, Time } from '../../domain/artifact.ts'
import type { Visibility } from '../../domain/audience.ts'
import type { Condition } from '../../domain/policy.ts'
import type { Removed } from './uploads.ts'
import type { NewVersion } from './versions.ts'

export interface ArtifactReading {
  /** In any state, also in the trash; null if it never was or was purged. */
  find(shortId: string): Promise<Artifact | null>
  /** One page of the artifacts that meet any of `reach`, in the order asked for. */
  list(query: ListQuery): Promise<Artifact[]>
  /** Counts the list on all its pages together, up to `most`. */
  count(query: ListQuery, most: number): Promise<number>
  /** Full text over name and text, best first. */
  search(query: SearchQuery): Promise<SearchHit[]>
  /** The current version of every artifact by its own row, in the order of ids, for `recto admin verify`. */
  page(after: string | null, limit: number): Promise<CurrentFile[]>
}

/** An artifact beside its versions: which one is current, and what that one is. */
export type CurrentFile = Pick<Artifact, 'id' | 'shortId' | 'version' | 'size' | 'sha256' | 'format'>

export interface ListQuery {
  /** Readable by the caller: a disjunction. */
  reach: readonly Condition[]
  /** Only artifacts of this organization, or naming this address. */
  within: { organizationId: string | null; recipient: string | null }
  ownerId?: string
  /** Owned by the organization itself (owner=me of a service key). */
  ownerless?: true
  /** Only what names the recipient of `within`, in whichever organization, and is not owned by this person. */
  shared?: { notOwnerId: string }
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
  ownerId?: string
  ownerless?: true
  /** Words as the person wrote them; the store quotes what its dialect would interpret. */
  text: string
  now: Time
  offset: number
  limit: number
}

/** The owner and organization of an artifact, as a hit of a search names them. */
export interface Owned {
  /** Null if the organization itself owns it. */
  owner: Owner | null
  organization: { id: string; name: string } | null
}

export interface SearchHit extends Owned {
  shortId: string
  name: string
  /** Plain text around the match, without markup. */
  snippet: string
}

/** An artifact that reached its end. */
export interface Expired {
  id: string
  shortId: string
  organizationId: string
  expiresAt: Time
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
  addVersion(
    id: string,
    from: number,
    change: { version: NewVersion; name?: string; theme?: Theme },
  ): Promise<boolean>
  /** Changes settings and raises `settings`; absent members stay. */
  change(id: string, settings: SettingsChange, now: Time): Promise<void>
  /** Transfers everything the person owns in the organization, trash included; returns how many artifacts. */
  transferOwnership(organizationId: string, from: string, to: string): Promise<number>
  /** Takes the address off every artifact of the organization that names it; returns how many. */
  removeRecipient(organizationId: string, email: string): Promise<number>
  /** Others wait with their changes of the artifact until the transaction ends; what is read after this stays so until then. */
  lock(shortId: string): Promise<void>
  trash(id: string, now: Time): Promise<void>
  undelete(id: string, expiresAt: Time | null): Promise<void>
  /** Artifacts of the organization that are company or private, not in the trash, and not past their expiry. */
  countGated(organizationId: string, now: Time): Promise<number>
  /** Sweep: moves artifacts of organizations whose expiry passed to the trash, at most `limit`; returns which. */
  trashExpired(now: Time, limit: number): Promise<Expired[]>
  /**
   * Sweep: removes for ever what lies in the trash since before `trashedBefore`, and unclaimed
   * previews whose expiry passed; at most `limit`. What is hidden stays for review, unless that was done
   * before `hiddenBefore`. Blobs are counted by nobody: many artifacts may name one, and one that is named elsewhere stays.
   */
  purge(query: {
    trashedBefore: Time
    previewsExpiredBefore: Time
    hiddenBefore?: Time
    limit: number
  }): Promise<Removed>
}

export interface SettingsChange {
  name?: string
  theme?: Theme
  visibility?: Visibility
  sharedWith?: readonly string[]
  labels?: readonly string[]
  expiresAt?: Time | null
  historyVisible?: boolean
  commentsShared?: boolean
  ownerId?: string
  organizationId?: string
}
