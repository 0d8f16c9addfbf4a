// How comments and threads look to a caller (contract section 5).
import { z } from 'zod'
import { isPath, languageOf, tagOf } from '../../content/anchors/element-path.ts'
import {
  type Anchor,
  isOutsideFile,
  isTextAnchor,
  PLACING,
  type ShownState,
  shownStates,
} from '../../domain/anchor.ts'
import type { Artifact } from '../../domain/artifact.ts'
import { type CommentRight, commentRights } from '../../domain/artifact-rights.ts'
import { colorOf } from '../../domain/person-color.ts'
import { isVisible } from '../../domain/plain-text.ts'
import {
  authorKinds,
  type Comment,
  type CommentAuthor,
  type Mention,
  type Thread,
  threadStatuses,
} from '../../domain/thread.ts'
import type { Context } from '../kernel/context.ts'
import * as fields from '../kernel/fields.ts'
import { iso } from '../kernel/time.ts'

const share = z.number().min(0).max(1)
/** Sums of shares may miss 1 by what floating point loses. */
const ROUNDING = 1e-9
const offset = z.int().min(0).max(1_000_000_000)

const wordless = 'must hold words, not only white space'

/**
 * Words of a page; without any, a quote would fit everywhere. The pattern is what the API's schema can say of that; a text that
 * does not match it is not checked further, so that the sentence is said once.
 */
export const words = z
  .string()
  .max(10_000)
  .regex(/\S/, { error: wordless, abort: true })
  .refine(isVisible, wordless)

export const anchorParts = {
  textQuote: z
    .strictObject({
      exact: words.optional().describe('The words commented on'),
      prefix: z.string().max(500).optional().describe('What stands before them'),
      suffix: z.string().max(500).optional().describe('What stands after them'),
    })
    .optional()
    .describe('Words of the page'),
  textPosition: z
    .strictObject({ start: offset, end: offset })
    .optional()
    .describe('Offsets in the text of the page'),
  cssPath: z
    .string()
    .max(2000)
    .refine(isPath, 'must be a path of steps such as html > body > #sales > img:nth-of-type(2)')
    .optional()
    .describe('Path of an element, such as html > body > img:nth-of-type(2)'),
  element: z
    .strictObject({
      tag: z.string().regex(/^[a-z][\w-]{0,59}$/),
      text: z.string().max(200).describe('What names it, or its first words'),
      alike: z
        .int()
        .min(0)
        .max(1_000_000)
        .optional()
        .describe('How many of this tag say the same; 0 if unknown'),
    })
    .optional()
    .describe(
      'What the element says: if another stands at the path in the file, that one is not taken for it',
    ),
  point: z
    .strictObject({ x: share, y: share })
    .optional()
    .describe('A point of it, as shares of width and height'),
  region: z
    .strictObject({ x: share, y: share, width: share, height: share })
    .refine(({ x, width }) => x + width <= 1 + ROUNDING, {
      path: ['width'],
      message: 'reaches beyond the right edge: x and width are shares, together at most 1',
    })
    .refine(({ y, height }) => y + height <= 1 + ROUNDING, {
      path: ['height'],
      message: 'reaches below the lower edge: y and height are shares, together at most 1',
    })
    .optional()
    .describe('A region of it, as shares of width and height'),
}

export const anchorSchema = z.strictObject(anchorParts)

const replySchema = z.object({
  id: z.string(),
  parentId: z.string().nullable(),
  url: z.string().describe('Opens the page at the thread'),
  body: z.string(),
  author: z.object({ kind: z.enum(authorKinds), name: z.string(), color: fields.color }),
  actorType: z.enum(['human', 'agent', 'service', 'system']),
  actorName: z.string().nullable(),
  mentions: z
    .array(z.string())
    .describe(
      'The words that name a member, as they stand in `body` after @, for callers who may list members; for others at most those that name them',
    ),
  createdAt: z.iso.datetime(),
  editedAt: z.iso.datetime().nullable(),
  deleted: z.literal(true).optional().describe('Its words are gone; it keeps the place of its thread'),
  mine: z.boolean().describe('Whether the caller wrote it'),
  can: z.array(z.enum(commentRights)).describe('What the caller may do with it now'),
})

export const threadSchema = replySchema.extend({
  parentId: z.null(),
  anchor: anchorSchema.nullable().describe('As it was given; null for the whole page'),
  anchorState: z
    .enum(shownStates)
    .describe(
      'placing: its place in the newest version is still being found, for up to 30 seconds; rendered: in content made by a script',
    ),
  status: z.enum(threadStatuses),
  createdOnVersion: z.int(),
  resolvedBy: z.string().nullable(),
  resolvedAt: z.iso.datetime().nullable(),
  resolvedOnVersion: z.int().nullable(),
  element: z
    .object({
      tag: z.string().describe('Its tag, such as img'),
      text: z.string().describe('What names it, or its first words'),
      language: z.string().optional().describe('Of a block of code, such as mermaid: a diagram'),
    })
    .optional()
    .describe('The element it is attached to; of an orphaned thread as it was last seen'),
  current: z
    .object({
      text: z.string(),
      line: z.int().nullable().describe('Line in the file, from 1'),
      start: z.int().nullable().describe('Offset in the file'),
      end: z.int().nullable(),
      textStart: z.int().describe('Offset in the text of the page'),
      textEnd: z.int(),
      cssPath: z.string().optional().describe('Path of the element it hangs on, in this version'),
    })
    .optional()
    .describe('Where it hangs in the current version'),
  replies: z.array(replySchema),
})

/** A thread, or a reply to one. */
export const commentSchema = z.union([threadSchema, replySchema])

interface Viewing {
  context: Pick<Context, 'url'>
  artifact: Pick<Artifact, 'shortId' | 'version'>
  isMine(comment: Comment): boolean
  /** Tells whether the caller may see that a person is a member; otherwise the answer would confirm a guessed name. */
  mayKnow(mention: Mention): boolean
  now: number
  /** True where the caller may write in the threads. */
  mayWrite: boolean
}

export const presentComment = (viewing: Viewing, comment: Comment): z.output<typeof replySchema> => ({
  id: comment.id,
  parentId: comment.parentId,
  url: `${viewing.context.url}/${viewing.artifact.shortId}?thread=${comment.parentId ?? comment.id}`,
  body: comment.body,
  author: presentAuthor(comment.author),
  actorType: comment.author.actorType,
  actorName: comment.author.actorName,
  mentions: comment.mentions.filter(viewing.mayKnow).flatMap(({ words }) => words),
  createdAt: iso(comment.createdAt),
  editedAt: comment.editedAt === null ? null : iso(comment.editedAt),
  ...(comment.deletedAt !== null && { deleted: true as const }),
  mine: viewing.isMine(comment),
  can: viewing.mayWrite ? rightsOn(viewing, comment) : [],
})

const presentAuthor = ({ kind, name, personId, credential }: CommentAuthor) => ({
  kind,
  name,
  color: colorOf(personId ?? credential ?? name),
})

/** `reply` and `resolve` speak of the thread, so its root carries them. */
const rightsOn = ({ isMine }: Viewing, comment: Comment): CommentRight[] => [
  ...(comment.parentId === null ? (['reply', 'resolve'] as const) : []),
  ...(comment.deletedAt === null && isMine(comment) ? (['edit', 'delete'] as const) : []),
]

export function presentThread(viewing: Viewing, thread: Thread): z.output<typeof threadSchema> {
  const { root, resolution } = thread
  return {
    ...presentComment(viewing, root),
    parentId: null,
    ...placeOf(viewing, thread),
    createdOnVersion: thread.createdOnVersion,
    resolvedBy: resolution?.name ?? null,
    resolvedAt: resolution && iso(resolution.at),
    resolvedOnVersion: resolution?.onVersion ?? null,
    replies: thread.replies.map(reply => presentComment(viewing, reply)),
  }
}

type Placed = Pick<Thread, 'anchor' | 'anchorState' | 'status'>

/** Describes the place of a thread in the current version. */
export function placeOf(
  { artifact, now }: { artifact: Pick<Artifact, 'version'>; now: number },
  thread: Placed,
): Pick<z.output<typeof threadSchema>, 'anchor' | 'anchorState' | 'status' | 'element' | 'current'> {
  const { anchor, status } = thread
  const current = currentOf(artifact, thread)
  const element = elementOf(thread)
  return {
    anchor: anchor && { ...anchor },
    anchorState: shownState(artifact, thread, now),
    status,
    ...(element && { element }),
    ...(current && { current }),
  }
}

/** An orphaned thread stays so until it is found again. */
function shownState(artifact: Pick<Artifact, 'version'>, thread: Placed, now: number): ShownState {
  const { state, placingSince } = thread.anchorState
  const isPlacing = thread.status === 'open' && state !== 'orphaned' && placingSince !== undefined
  if (isPlacing && placingSince > now - PLACING) return 'placing'
  return isStale(artifact, thread) ? 'changed' : state
}

/** The place of an open thread is unknown if its page could not be read. */
const isStale = (artifact: Pick<Artifact, 'version'>, { anchor, anchorState, status }: Placed): boolean =>
  status === 'open' &&
  anchor !== null &&
  anchorState.state === 'anchored' &&
  anchorState.version < artifact.version

const hangsOnElement = (anchor: Anchor | null): boolean =>
  anchor?.cssPath !== undefined && !isTextAnchor(anchor)

/** Describes the element as the server read it, or as the page did where only a script makes it. */
function elementOf({ anchor, anchorState: { range } }: Placed) {
  if (!range && anchor?.element && hangsOnElement(anchor)) {
    const { tag, text } = anchor.element
    return { tag, text }
  }
  const tag = range && hangsOnElement(anchor) ? tagOf(range) : null
  const language = range && languageOf(range)
  return tag && { tag, text: range!.text, ...(language && { language }) }
}

function currentOf(artifact: Pick<Artifact, 'version'>, { anchor, anchorState }: Placed) {
  const { state, version, range } = anchorState
  if (isOutsideFile(state) || version !== artifact.version || !range) return null
  const { source } = range
  return {
    text: range.text,
    line: source?.line ?? null,
    start: source?.start ?? null,
    end: source?.end ?? null,
    textStart: range.start,
    textEnd: range.end,
    ...(hangsOnElement(anchor) && { cssPath: range.suffix || anchor!.cssPath! }),
  }
}
