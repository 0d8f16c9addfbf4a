// Comments and the threads they form.
import type { Anchor, AnchorState } from './anchor.ts'
import type { Author, Time } from './artifact.ts'
import { isBlank } from './plain-text.ts'
import { Problem } from './problem.ts'

export const authorKinds = ['member', 'viewer', 'service'] as const
export type AuthorKind = (typeof authorKinds)[number]

/** The author of a comment, as known at that moment. */
export interface CommentAuthor extends Author {
  kind: AuthorKind
  /** The key of a service; a person is known whatever credential they use. */
  credential: string | null
}

/** A member who is named in a comment. */
export interface Mention {
  personId: string
  /** The words after @ that name the member, as they stand in the body; each once, whatever its capitals. */
  words: readonly string[]
}

export interface Comment {
  id: string
  artifactId: string
  /** The root of its thread; null for the root itself. */
  parentId: string | null
  /** Order among the comments of the artifact. */
  sequence: number
  body: string
  author: CommentAuthor
  mentions: readonly Mention[]
  createdAt: Time
  editedAt: Time | null
  /** A root that has replies stays when it is deleted, without its words. */
  deletedAt: Time | null
}

export const threadStatuses = ['open', 'resolved'] as const
export type ThreadStatus = (typeof threadStatuses)[number]

export interface Resolution {
  personId: string | null
  name: string
  at: Time
  onVersion: number
}

export interface Thread {
  root: Comment
  status: ThreadStatus
  /** As the reader gave it; null for the whole page. */
  anchor: Anchor | null
  anchorState: AnchorState
  createdOnVersion: number
  resolution: Resolution | null
  /** Oldest first. */
  replies: readonly Comment[]
}

/** Longest body, in characters (contract section 5). */
const LONGEST = 10_000

/** The body as stored: well-formed text with something to see, 1 to 10,000 characters; null if it is not. */
export function commentBody(text: string): string | null {
  const body = text.toWellFormed().replaceAll('\0', '\ufffd')
  return isBlank(body) || [...body].length > LONGEST ? null : body
}

/** True where the two are the same author. */
export const isAuthor = (
  author: CommentAuthor,
  who: Pick<CommentAuthor, 'personId' | 'credential'>,
): boolean =>
  author.personId === null ? author.credential === who.credential : author.personId === who.personId

/** 403 for words that somebody else wrote. */
export const notYours = (): Problem =>
  new Problem(
    'forbidden',
    'Only its author may change or delete a comment. Answer it, or resolve its thread, instead.',
  )
