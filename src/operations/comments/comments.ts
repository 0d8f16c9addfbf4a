// Comments: reading them, starting a thread, answering, changing and deleting one's own words.
import { z } from 'zod'
import { type Anchor, PLACING, placeInText, shownStates } from '../../domain/anchor.ts'
import { mayWriteComments } from '../../domain/artifact-rights.ts'
import { maySeeComments } from '../../domain/policy.ts'
import { invalidInput, notFound } from '../../domain/problem.ts'
import {
  type Comment,
  type CommentAuthor,
  isAuthor,
  type Mention,
  notYours,
  type Thread,
} from '../../domain/thread.ts'
import type { ThreadPosition, ThreadQuery } from '../../storage/records.ts'
import { page, pageOf, unpackCursor } from '../kernel/cursor.ts'
import * as fields from '../kernel/fields.ts'
import { operation, RetryTransaction, type SubjectTask } from '../kernel/operation.ts'
import { uuid } from '../kernel/uuid.ts'
import {
  anchorParts,
  anchorSchema,
  commentSchema,
  presentComment,
  presentThread,
  threadSchema,
  words,
} from './comment-answer.ts'
import { notify, notifyNamed } from './comment-notices.ts'
import { mayListMembers, mentionsIn } from './mentions.ts'
import { findAnchor, withQuote } from './reanchor-threads.ts'

/** Returns the author of a comment, as stored with the comment. */
export function commenter({ actor, author }: Pick<SubjectTask, 'actor' | 'author'>): CommentAuthor {
  const kind =
    actor.kind === 'service'
      ? 'service'
      : actor.kind === 'person' && actor.role === 'viewer'
        ? 'viewer'
        : 'member'
  return { ...author, kind, credential: actor.kind === 'service' ? actor.credential : null }
}

/** Gathers the facts that are needed to show comments to the caller. */
export const listingOf = ({
  actor,
  artifact,
  author,
  context,
  now,
}: Pick<SubjectTask, 'actor' | 'artifact' | 'author' | 'context' | 'now'>) => {
  const who = commenter({ actor, author })
  const isMine = (comment: Comment) => isAuthor(comment.author, who)
  const mayKnow = ({ personId }: Mention) => mayListMembers(actor) || personId === author.personId
  return { context, artifact, isMine, mayKnow, now, mayWrite: mayWriteComments(actor, artifact) }
}

export const listComments = operation({
  name: 'listComments',
  summary: 'List the threads of an artifact with their replies, in the order they were started.',
  input: z.object({
    id: fields.id,
    status: z.enum(['open', 'resolved', 'all']).default('open').describe('Which threads'),
    since: z.iso.datetime({ offset: true }).optional().describe('Only threads with activity since'),
    anchorState: z
      .enum(shownStates)
      .optional()
      .describe(
        'Only threads whose place is so; orphaned ones lost their text, rendered ones are in content made by a script',
      ),
    mine: z.boolean().optional().describe('Only threads you wrote in or are named in'),
    resolvedAfter: z
      .int()
      .min(0)
      .max(1_000_000_000)
      .optional()
      .describe('Only threads resolved after this version'),
    resolvedUpTo: fields.version.optional().describe('Only threads resolved up to this version'),
    holding: fields.commentId.optional().describe('Only the thread that holds this comment'),
    sort: z.enum(['started', 'place']).default('started').describe('Order of start, or of the text'),
    order: z.enum(['asc', 'desc']).default('asc').describe('asc: oldest or topmost first'),
    limit: fields.limit,
    cursor: fields.cursor.optional(),
  }),
  output: pageOf(threadSchema).extend({
    totalCount: z.int(),
    version: z.int().describe('The version in which `current` says where threads stand'),
  }),
  effect: 'read',
  access: { artifact: 'comments' },
  fails: [],
  rest: { method: 'GET', path: '/v1/artifacts/{id}/comments', success: 200 },
  mcp: { gap: 'the tool list_comments shows short rows; written by hand' },
  cli: { command: 'comments list', positional: ['id'] },
  async run(task) {
    const { actor, artifact, context, input, rows } = task
    const { version } = artifact
    if (!maySeeComments(actor, artifact)) return { data: [], nextCursor: null, totalCount: 0, version }
    const query = queryOf(task)
    const newestFirst = input.order === 'desc'
    const byPlace = input.sort === 'place'
    const kind = `comments ${input.sort} ${input.order} ${JSON.stringify({ ...query, state: input.anchorState ?? null })}`
    const after = unpackCursor<ThreadPosition>(context, kind, input.cursor)
    const [threads, totalCount] = await Promise.all([
      rows.comments.threads({ ...query, byPlace, newestFirst, after, limit: input.limit + 1 }),
      rows.comments.count(query),
    ])
    const listed = page(context, kind, threads, input.limit, {
      show: thread => presentThread(listingOf(task), thread),
      position: positionOf,
    })
    return { ...listed, totalCount, version }
  },
})

const positionOf = ({ root: { sequence }, anchorState }: Thread): ThreadPosition => ({
  sequence,
  place: placeInText(anchorState),
})

type Listing = z.output<typeof listComments.input>

function queryOf({ actor, artifact, author, input, now }: SubjectTask<Listing>): ThreadQuery {
  const { status, since, anchorState, holding, mine, resolvedAfter, resolvedUpTo } = input
  const { personId, credential } = commenter({ actor, author })
  return {
    artifactId: artifact.id,
    status: status === 'all' ? null : status,
    since: since === undefined ? null : Date.parse(since),
    state: anchorState
      ? { shown: anchorState, moment: { version: artifact.version, placingAfter: now - PLACING } }
      : null,
    holding: holding ?? null,
    mine: mine ? { personId, credential } : null,
    answered:
      resolvedAfter === undefined && resolvedUpTo === undefined
        ? null
        : { after: resolvedAfter ?? 0, upTo: resolvedUpTo ?? artifact.version },
  }
}

const addInput = z.strictObject({
  id: fields.id,
  body: fields.body,
  anchor: anchorSchema.nullable().optional().describe('What it is about; without it the whole page'),
  quote: words.optional().describe('Words of the page, copied exactly, that occur once in its text'),
  parentId: fields.threadId.optional().describe('The thread it answers; without it a new one begins'),
})

type Addition = z.output<typeof addInput>

const anchorOf = ({ anchor, quote }: Addition): Anchor | null =>
  anchor ?? (quote === undefined ? null : { textQuote: { exact: quote } })

export const addComment = operation({
  name: 'addComment',
  summary: 'Comment on an artifact: start a thread on a passage or the whole page, or answer one.',
  input: addInput,
  output: commentSchema,
  effect: 'write',
  access: { artifact: 'comment' },
  replayAnswer: 'plain',
  fails: ['quote_not_found', 'quote_not_unique'],
  rest: {
    method: 'POST',
    path: '/v1/artifacts/{id}/comments',
    success: 201,
    body: 'json',
    location: '{url}',
  },
  mcp: {
    gap: 'the tool add_comment takes a quote in place of an anchor',
  },
  cli: { gap: 'recto comments add and recto comments reply divide it; written by hand' },
  async beforeTransaction(task) {
    const { anchor, quote, parentId } = task.input
    if (parentId !== undefined && (anchor !== undefined || quote !== undefined))
      throw invalidInput([
        {
          field: 'parentId',
          message: 'an answer belongs where its thread does. Leave out anchor and quote.',
        },
      ])
    if (anchor != null && quote !== undefined)
      throw invalidInput([{ field: 'quote', message: 'stands in place of an anchor. Send one of them.' }])
    return parentId === undefined ? findAnchor(task, anchorOf(task.input)) : null
  },
  async run(task) {
    const { artifact, input, rows } = task
    const { version, sequence } = await rows.comments.begin(artifact.id)
    if (input.parentId !== undefined) {
      const thread = await threadHere(task, input.parentId)
      return presentComment(listingOf(task), await answer(task, thread, { body: input.body, sequence }))
    }
    const anchorState = task.beforehand!
    if (anchorState.version !== version && task.mayRetry) throw new RetryTransaction()
    const root = await write(task, { parentId: null, sequence, body: input.body })
    const anchor = withQuote(anchorOf(input), anchorState)
    await rows.comments.insertThread({ root, anchor, anchorState, createdOnVersion: anchorState.version })
    await rows.comments.recount(artifact.id)
    await notify(task, { kind: 'opened', thread: { root, replies: [] }, comment: root })
    task.emitEvent('thread.opened', artifact, { threadId: root.id })
    task.addAuditDetails(artifact.shortId, { thread: root.id })
    return presentThread(listingOf(task), (await rows.comments.thread(root.id))!)
  },
})

async function threadHere({ artifact, rows }: SubjectTask, id: string): Promise<Thread> {
  const located = id.length <= 100 ? await rows.comments.locate(id) : null
  const thread = located?.shortId === artifact.shortId ? await rows.comments.thread(located.rootId) : null
  if (thread) return thread
  throw invalidInput([
    { field: 'parentId', message: 'there is no such thread on this page. List its comments.' },
  ])
}

/** Adds an answer to the thread. */
export async function answer(
  task: SubjectTask,
  thread: Thread,
  { body, sequence }: { body: string; sequence: number },
): Promise<Comment> {
  const comment = await write(task, { parentId: thread.root.id, sequence, body })
  await task.rows.comments.touch(thread.root.id, task.now)
  await notify(task, { kind: 'replied', thread, comment })
  task.emitEvent('thread.replied', task.artifact, { threadId: thread.root.id, commentId: comment.id })
  task.addAuditDetails(task.artifact.shortId, { thread: thread.root.id, comment: comment.id })
  return comment
}

async function write(
  task: SubjectTask,
  { parentId, sequence, body }: Pick<Comment, 'parentId' | 'sequence' | 'body'>,
): Promise<Comment> {
  const { artifact, now, rows } = task
  const comment: Comment = {
    id: uuid(now),
    artifactId: artifact.id,
    parentId,
    sequence,
    body,
    author: commenter(task),
    mentions: await mentionsIn(task, body),
    createdAt: now,
    editedAt: null,
    deletedAt: null,
  }
  await rows.comments.insert(comment, artifact.organization!.id)
  return comment
}

/** The comment, which must be there and be the caller's own. */
async function ownComment(task: SubjectTask<{ commentId: string }>): Promise<Comment> {
  const comment = await task.rows.comments.comment(task.input.commentId)
  if (!comment || comment.deletedAt !== null) throw notFound()
  if (!isAuthor(comment.author, commenter(task))) throw notYours()
  return comment
}

const byPeople = { gap: 'changing and deleting words is for their author, on the page or over REST' }

export const changeComment = operation({
  name: 'changeComment',
  summary: 'Change the words of your own comment.',
  input: z.strictObject({ commentId: fields.commentId, body: fields.body }),
  output: commentSchema,
  effect: 'write',
  access: { comment: 'comment' },
  fails: [],
  rest: { method: 'PATCH', path: '/v1/comments/{commentId}', success: 200, body: 'json' },
  mcp: byPeople,
  cli: byPeople,
  async run(task) {
    const { artifact, input, now, rows } = task
    await rows.comments.begin(artifact.id)
    const before = await ownComment(task)
    const { id, parentId } = before
    const mentions = await mentionsIn(task, input.body)
    await rows.comments.change({ id, body: input.body, mentions, editedAt: now })
    await notifyNamed(task, before, { ...before, mentions })
    await rows.comments.touch(parentId ?? id, now)
    task.addAuditDetails(artifact.shortId, { comment: id })
    if (parentId === null) return presentThread(listingOf(task), (await rows.comments.thread(id))!)
    return presentComment(listingOf(task), (await rows.comments.comment(id))!)
  },
})

export const removeComment = operation({
  name: 'removeComment',
  summary: 'Delete your own comment; a thread with answers keeps its place.',
  input: z.object({ commentId: fields.commentId }),
  output: null,
  effect: 'write',
  access: { comment: 'comment' },
  fails: [],
  rest: { method: 'DELETE', path: '/v1/comments/{commentId}', success: 204 },
  mcp: byPeople,
  cli: byPeople,
  async run(task) {
    const { artifact, now, rows } = task
    await rows.comments.begin(artifact.id)
    const { id, parentId } = await ownComment(task)
    const thread = (await rows.comments.thread(parentId ?? id))!
    const others = thread.replies.filter(reply => reply.id !== id)
    if (parentId === null && others.length > 0) await rows.comments.eraseBody(id, now)
    else if (thread.root.deletedAt !== null && others.length === 0) await rows.comments.remove(thread.root.id)
    else await rows.comments.remove(id)
    await rows.comments.touch(thread.root.id, now)
    await rows.comments.recount(artifact.id)
    task.addAuditDetails(artifact.shortId, { comment: id })
    return undefined
  },
})

const reattachInput = z.strictObject({
  commentId: fields.threadId,
  anchor: anchorSchema
    .nullable()
    .optional()
    .describe('Where it is attached from now on; null for the whole page'),
  ...anchorParts,
})

function newAnchor({ commentId: _, anchor, ...parts }: z.output<typeof reattachInput>): Anchor | null {
  const given = Object.values(parts).some(part => part !== undefined)
  if (given === (anchor !== undefined))
    throw invalidInput([
      {
        field: 'anchor',
        message: 'is needed: where the thread is to be attached, or null for the whole page',
      },
    ])
  return anchor === undefined ? parts : anchor
}

export const reattach = operation({
  name: 'reattach',
  summary: 'Attach a thread by hand to another passage of the current version.',
  input: reattachInput,
  output: threadSchema,
  effect: 'write',
  access: { comment: 'comment' },
  fails: ['quote_not_found', 'quote_not_unique'],
  rest: { method: 'PATCH', path: '/v1/comments/{commentId}/anchor', success: 200, body: 'json' },
  mcp: { gap: 'attaching by hand is for people who see the page' },
  cli: { gap: 'attaching by hand is for people who see the page' },
  beforeTransaction: task => findAnchor(task, newAnchor(task.input)),
  async run(task) {
    const { artifact, input, now, rows } = task
    const { version } = await rows.comments.begin(artifact.id)
    const anchorState = task.beforehand
    if (anchorState.version !== version && task.mayRetry) throw new RetryTransaction()
    const thread = await rows.comments.thread(input.commentId)
    if (!thread) throw notFound()
    await rows.comments.setAnchor(thread.root.id, withQuote(newAnchor(input), anchorState), anchorState)
    await rows.comments.touch(thread.root.id, now)
    task.addAuditDetails(artifact.shortId, { thread: thread.root.id })
    return presentThread(listingOf(task), (await rows.comments.thread(thread.root.id))!)
  },
})
