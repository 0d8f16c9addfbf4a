// The rows of comments: threads with their replies and anchors.
import type { Anchor, AnchorState, ShownState } from '../../domain/anchor.ts'
import type { Time } from '../../domain/artifact.ts'
import type { Condition } from '../../domain/policy.ts'
import type { Comment, CommentAuthor, Resolution, Thread, ThreadStatus } from '../../domain/thread.ts'
import type { Owned } from './artifacts.ts'

/** The facts by which a thread is shown: the current version, and since when a thread may be `placing`. */
export interface ShownAt {
  version: number
  placingAfter: Time
}

export interface ThreadQuery {
  artifactId: string
  status: ThreadStatus | null
  /** Something happened in it at that moment or later. */
  since: Time | null
  state: { shown: ShownState; moment: ShownAt } | null
  /** Holds the comment with this id. */
  holding: string | null
  /** Started or answered by this author, or naming the person. */
  mine: Pick<CommentAuthor, 'personId' | 'credential'> | null
  /** Resolved on a version after the first of these and up to the second. */
  answered: { after: number; upTo: number } | null
}

/** The position of a thread in its list: `place` is its anchor's position in the text, if the list follows the text. */
export interface ThreadPosition {
  sequence: number
  place: number
}

export interface ThreadPage {
  /** In the order of the page's text, threads without a position last; else in the order they were started. */
  byPlace?: boolean
  /** The other way round. */
  newestFirst?: boolean
  /** Of the last thread of the page before. */
  after: ThreadPosition | null
  limit: number
}

/** An open thread as far as its place is concerned. */
export interface Anchored {
  id: string
  anchor: Anchor
  anchorState: AnchorState
}

/** An artifact whose threads are to be anchored in its newest version. */
export interface ToPlace {
  artifactId: string
  shortId: string
  organizationId: string
}

/** A thread without what is said in it. */
export type ThreadAnchor = Pick<Thread, 'status' | 'anchor' | 'anchorState'> & { id: string }

/** The place of a comment: its artifact by short ID, and the root of its thread. */
export interface CommentLocation {
  shortId: string
  rootId: string
}

export interface CommentReading {
  /** Null if it never was or was removed. */
  locate(id: string): Promise<CommentLocation | null>
  comment(id: string): Promise<Comment | null>
  thread(rootId: string): Promise<Thread | null>
  /** In the order they were started, or the other way round. */
  threads(query: ThreadQuery & ThreadPage): Promise<Thread[]>
  count(query: ThreadQuery): Promise<number>
  /** The anchors of threads, open ones first, at most `limit`; and the number of all threads. */
  threadAnchors(
    artifactId: string,
    query: { since: Time | null; limit: number },
  ): Promise<{ places: ThreadAnchor[]; open: number; total: number }>
  /** A number that grows with everything that is written in comments of the artifact, deletions too. */
  head(artifactId: string): Promise<number>
  /** Open threads with an anchor, in the order they were started. */
  anchored(artifactId: string): Promise<Anchored[]>
  /** Live artifacts with open threads that are to be anchored in their newest version, those that wait longest first. */
  toPlace(limit: number): Promise<ToPlace[]>
  /** Full text over comments, newest first. */
  search(query: CommentSearch): Promise<CommentHit[]>
}

export interface CommentSearch {
  /** The artifacts whose comments the caller may see: a disjunction. */
  reach: readonly Condition[]
  within: { organizationId: string | null; recipient: string | null }
  /** The owner of the artifact: a person, or the organization itself. */
  ownerId?: string
  ownerless?: true
  text: string
  now: Time
  offset: number
  limit: number
}

export interface CommentHit extends Owned {
  shortId: string
  name: string
  snippet: string
  commentId: string
}

export interface CommentRows extends CommentReading {
  /**
   * Locks the artifact for the transaction, so that no version is made meanwhile. Answers its current version and the
   * sequence of the next comment.
   */
  begin(artifactId: string): Promise<{ version: number; sequence: number }>
  insert(comment: Comment, organizationId: string): Promise<void>
  insertThread(thread: Pick<Thread, 'root' | 'anchor' | 'anchorState' | 'createdOnVersion'>): Promise<void>
  /** Says that something happened in the thread. */
  touch(rootId: string, now: Time): Promise<void>
  change(comment: Pick<Comment, 'id' | 'body' | 'mentions' | 'editedAt'>): Promise<void>
  /** Takes the words of a root away and leaves its place. */
  eraseBody(id: string, now: Time): Promise<void>
  /** Removes the comment; of a root its thread with everything in it. */
  remove(id: string): Promise<void>
  /** False if it was resolved already. */
  resolve(rootId: string, resolution: Resolution): Promise<boolean>
  /** False if it was open already. */
  reopen(rootId: string, now: Time): Promise<boolean>
  setAnchor(rootId: string, anchor: Anchor | null, setAnchorState: AnchorState): Promise<void>
  setAnchorState(rootId: string, anchorState: AnchorState): Promise<void>
  /** Says that the threads are to be anchored in the version made now; something happened in them. */
  startPlacing(rootIds: readonly string[], now: Time): Promise<void>
  /** Counts the open threads again, into the artifact. */
  recount(artifactId: string): Promise<void>
}
