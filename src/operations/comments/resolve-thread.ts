// Resolving a thread and opening it again, with an answer in the same step.
import { z } from 'zod'
import { notFound } from '../../domain/problem.ts'
import type { Thread } from '../../domain/thread.ts'
import * as fields from '../kernel/fields.ts'
import { operation, RetryTransaction, type SubjectTask } from '../kernel/operation.ts'
import { presentThread, threadSchema } from './comment-answer.ts'
import { notify } from './comment-notices.ts'
import { answer, commenter, listingOf } from './comments.ts'
import { reanchorThread } from './reanchor-threads.ts'

const input = z.strictObject({
  commentId: fields.threadId,
  reply: fields.body.optional().describe('An answer in the same step, Markdown, 1 to 10,000 characters'),
})

type Turn = z.output<typeof input>

const byComposite = {
  gap: 'the tool set_thread_status turns several threads at once; written by hand over it',
}

/** Takes the sequence of a comment and finds the thread; only a root names one. */
async function begin({ artifact, input: { commentId }, rows }: SubjectTask<Turn>) {
  const { version, sequence } = await rows.comments.begin(artifact.id)
  const thread = await rows.comments.thread(commentId)
  if (!thread) throw notFound()
  return { version, sequence, thread }
}

/** Posts the reply if one was sent, but not the same words twice if the thread already had the status. */
async function answerOnce(
  task: SubjectTask<Turn>,
  thread: Thread,
  sequence: number,
  turned: boolean,
): Promise<void> {
  const { reply } = task.input
  if (reply === undefined) return
  const last = thread.replies.at(-1)
  const { personId, credential } = commenter(task)
  const own = last?.author.personId === personId && last.author.credential === credential
  if (turned || !own || last.body !== reply) await answer(task, thread, { body: reply, sequence })
}

const shown = async (task: SubjectTask<Turn>) =>
  presentThread(listingOf(task), (await task.rows.comments.thread(task.input.commentId))!)

export const resolve = operation({
  name: 'resolve',
  summary: 'Resolve a thread, with an answer in the same step; repeating it changes nothing.',
  input,
  output: threadSchema,
  effect: 'write',
  access: { comment: 'comment' },
  replayAnswer: 'plain',
  fails: [],
  rest: { method: 'POST', path: '/v1/comments/{commentId}/resolve', success: 200, body: 'json' },
  mcp: byComposite,
  cli: { command: 'comments resolve', positional: ['commentId'], headline: 'status' },
  async run(task) {
    const { artifact, now, rows } = task
    const { version, sequence, thread } = await begin(task)
    const { personId, name } = commenter(task)
    const turned = await rows.comments.resolve(thread.root.id, {
      personId,
      name,
      at: now,
      onVersion: version,
    })
    await answerOnce(task, thread, sequence, turned)
    if (turned) {
      await notify(task, { kind: 'resolved', thread })
      task.emitEvent('thread.resolved', artifact, { threadId: thread.root.id })
    }
    await rows.comments.recount(artifact.id)
    task.addAuditDetails(artifact.shortId, { thread: thread.root.id })
    return shown(task)
  },
})

export const reopen = operation({
  name: 'reopen',
  summary: 'Open a resolved thread again, with an answer in the same step; repeating it changes nothing.',
  input,
  output: threadSchema,
  effect: 'write',
  access: { comment: 'comment' },
  replayAnswer: 'plain',
  fails: [],
  rest: { method: 'POST', path: '/v1/comments/{commentId}/reopen', success: 200, body: 'json' },
  mcp: byComposite,
  cli: { command: 'comments reopen', positional: ['commentId'], headline: 'status' },
  async beforeTransaction(task) {
    const thread = await task.rows.comments.thread(task.input.commentId)
    return thread?.status === 'resolved' ? reanchorThread(task, thread) : null
  },
  async run(task) {
    const { artifact, now, rows } = task
    const { version, sequence, thread } = await begin(task)
    const anchorState = task.beforehand
    const isLate =
      thread.status === 'resolved' &&
      (!anchorState || (anchorState.version !== version && thread.anchor !== null))
    if (isLate && task.mayRetry) throw new RetryTransaction()
    const turned = await rows.comments.reopen(thread.root.id, now)
    if (turned && anchorState) await rows.comments.setAnchorState(thread.root.id, anchorState)
    await answerOnce(task, thread, sequence, turned)
    if (turned) {
      await notify(task, { kind: 'reopened', thread })
      task.emitEvent('thread.reopened', artifact, { threadId: thread.root.id })
    }
    await rows.comments.recount(artifact.id)
    task.addAuditDetails(artifact.shortId, { thread: thread.root.id })
    return shown(task)
  },
})
