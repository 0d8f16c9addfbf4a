// A thread as it is read without a script: its quote, its comments in their order, and how it stands.

import type { JSX } from 'preact'
import type { operations } from '../../../operations/index.ts'
import type { RowOf } from '../../../operations/kernel/operation.ts'
import { standsOn } from '../anchor-words.ts'
import { plain } from '../text.ts'
import { CommentBody } from './comment-body.tsx'
import { AuthorName, RelativeTime, UserText } from './words.tsx'

/** A thread, as the list of comments tells it. */
export type ReadThread = RowOf<typeof operations.listComments>

type ReadComment = ReadThread | ReadThread['replies'][number]

export const ReadThreads = ({ threads, now }: { threads: readonly ReadThread[]; now: Date }): JSX.Element => (
  <ol class="read-threads">
    {threads.map(thread => (
      <li key={thread.id} id={`comment-${thread.id}`} class="thread">
        <h2>
          <AuthorName {...thread} name={thread.author.name} />
        </h2>
        <p class="place" dir="auto">
          {plain(placeOf(thread))}
        </p>
        {thread.anchor?.textQuote?.exact && (
          <blockquote>
            <UserText text={thread.anchor.textQuote.exact} />
          </blockquote>
        )}
        <Words comment={thread} now={now} />
        {thread.replies.length > 0 && (
          <ol class="replies" aria-label="Replies">
            {thread.replies.map(reply => (
              <li key={reply.id} id={`comment-${reply.id}`}>
                <p class="author">
                  <AuthorName {...reply} name={reply.author.name} />
                </p>
                <Words comment={reply} now={now} />
              </li>
            ))}
          </ol>
        )}
        {thread.status === 'resolved' && (
          <p class="standing">
            Resolved by <UserText text={thread.resolvedBy ?? 'somebody'} /> on version{' '}
            {thread.resolvedOnVersion}
          </p>
        )}
      </li>
    ))}
  </ol>
)

const Words = ({ comment, now }: { comment: ReadComment; now: Date }): JSX.Element => (
  <div>
    {comment.deleted ? <p class="gone">Its author deleted it.</p> : <CommentBody {...comment} />}
    <p class="about">
      <RelativeTime at={new Date(comment.createdAt)} now={now} />
      {comment.editedAt && ' · edited'}
    </p>
  </div>
)

function placeOf({ anchor, anchorState, createdOnVersion, element }: ReadThread): string {
  if (anchor === null) return 'On the whole page'
  const on = anchor.textQuote?.exact ? null : standsOn(anchor, element ?? null)
  if (anchorState === 'orphaned')
    return `Detached: ${on ?? 'its text'} is no longer on the page. Written on version ${createdOnVersion}.`
  if (anchorState === 'placing') return `${on ?? 'On a passage'}, finding its place…`
  if (anchorState === 'changed') return on ? `${on}, which may have changed since` : 'The text changed since'
  return on ?? 'On a passage'
}
