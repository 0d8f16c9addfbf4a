// The parts of threads and comments that an agent needs: the rows of the tools for comments; long words are shortened.
import { z } from 'zod'
import { threadSchema } from '../../operations/comments/comment-answer.ts'
import type { addComment, listComments } from '../../operations/comments/comments.ts'
import { pageOf } from '../../operations/kernel/cursor.ts'
import type { OutputOf } from '../../operations/kernel/operation.ts'
import { SHORT, shorten } from './result.ts'

export type ThreadList = OutputOf<typeof listComments>
export type Thread = ThreadList['data'][number]
type Message = Thread['replies'][number]
type Added = OutputOf<typeof addComment>

/** The newest replies of a thread that are shown, fewer where even those shorter than SHORT do not fit. */
const REPLIES = 20
/** Words that name members, as many as are shown of a comment that is shortened. */
const MENTIONS = 20

const { shape } = threadSchema

const messageShape = {
  body: shape.body,
  bodyLength: z.int(),
  author: shape.author,
  actorType: shape.actorType,
  actorName: shape.actorName,
  createdAt: shape.createdAt,
  editedAt: shape.editedAt,
  deleted: shape.deleted,
  mentions: shape.mentions,
  mine: shape.mine,
  can: shape.can,
}

const currentSchema = shape.current.unwrap().pick({ text: true, line: true, start: true, end: true })

const placeShape = { anchorState: shape.anchorState, current: currentSchema.optional() }

const threadRow = z.object({
  threadId: z.string(),
  status: shape.status,
  ...placeShape,
  quote: z.string().optional(),
  element: shape.element,
  createdOnVersion: shape.createdOnVersion,
  resolvedBy: shape.resolvedBy,
  resolvedAt: shape.resolvedAt,
  resolvedOnVersion: shape.resolvedOnVersion,
  ...messageShape,
  replies: z.array(z.object({ commentId: z.string(), ...messageShape })),
  earlierReplies: z.int().optional(),
})

export type ThreadRow = z.output<typeof threadRow>

export const listSchema = pageOf(threadRow).extend({
  totalCount: z.int(),
  version: z.int(),
  shortened: z.boolean().optional(),
})

/** A new thread, or a reply to one. */
export const addedRow = z.object({
  commentId: z.string(),
  threadId: z.string(),
  url: shape.url,
  ...messageShape,
  anchorState: shape.anchorState.optional(),
  current: placeShape.current,
})

function messageOf(
  message: Message,
  words: number,
): Pick<z.output<typeof addedRow>, keyof typeof messageShape> {
  const { body, author, actorType, actorName, createdAt, editedAt, deleted, mentions, mine, can } = message
  return {
    body: shorten(body, words),
    bodyLength: body.length,
    ...{ author, actorType, actorName, createdAt, editedAt, mine, can },
    mentions: words < Number.POSITIVE_INFINITY ? mentions.slice(0, MENTIONS) : mentions,
    ...(deleted && { deleted }),
  }
}

/** Returns the thread's place in the file now; where it has none, the words that it stood on. */
function placeOf({ current, anchor }: Pick<Thread, 'current' | 'anchor'>, words: number) {
  const lost = anchor?.textQuote?.exact
  if (!current) return lost === undefined ? {} : { quote: shorten(lost, words) }
  const { text, line, start, end } = current
  return { current: { text: shorten(text, words), line, start, end } }
}

/** Characters that are shown of each comment, and of two texts where they differ, with the replies from `first` to before `last`. */
interface Shown {
  words: number
  /** Characters of the words that the thread is about. */
  about?: number
  /** Characters of the first comment. */
  comment?: number
  first: number
  last?: number
}

export function threadRowOf(
  thread: Thread,
  { words, about = words, comment = words, first, last }: Shown,
): ThreadRow {
  const { id, status, anchorState, element, createdOnVersion, resolvedBy, resolvedAt, resolvedOnVersion } =
    thread
  const replies = thread.replies.slice(first, last)
  return {
    threadId: id,
    ...{ status, anchorState, createdOnVersion, resolvedBy, resolvedAt, resolvedOnVersion },
    ...placeOf(thread, about),
    ...(element && { element }),
    ...messageOf(thread, comment),
    replies: replies.map(reply => ({ commentId: reply.id, ...messageOf(reply, words) })),
    ...(first > 0 && { earlierReplies: first }),
  }
}

/** The row of a thread with its newest replies. */
export function newestRowOf(thread: Thread, words: number): ThreadRow {
  const count = Math.max(1, Math.floor(REPLIES * Math.min(1, words / SHORT)))
  return threadRowOf(thread, { words, first: Math.max(0, thread.replies.length - count) })
}

const isThread = (added: Added): added is Thread => added.parentId === null

export const addedRowOf = (added: Added, words: number): z.output<typeof addedRow> => ({
  commentId: added.id,
  threadId: added.parentId ?? added.id,
  url: added.url,
  ...messageOf(added, words),
  ...(isThread(added) && { anchorState: added.anchorState, ...placeOf(added, words) }),
})
