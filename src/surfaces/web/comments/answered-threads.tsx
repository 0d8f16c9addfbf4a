// Comments that a version answered, each with the words it was about and the way to it.

import type { JSX } from 'preact'
import type { operations } from '../../../operations/index.ts'
import type { RowOf } from '../../../operations/kernel/operation.ts'
import { By } from '../layout/words.tsx'
import { CommentLine } from './comment-body.tsx'
import { shortened } from './shortened.ts'

/** A resolved thread, as the list of comments tells it. */
export type AnsweredThread = Pick<
  RowOf<typeof operations.listComments>,
  | 'id'
  | 'url'
  | 'body'
  | 'mentions'
  | 'deleted'
  | 'author'
  | 'actorType'
  | 'actorName'
  | 'anchor'
  | 'resolvedOnVersion'
>

/** Characters of a comment that are shown. */
const most = 160

export const Answered = ({ threads }: { threads: readonly AnsweredThread[] }): JSX.Element => (
  <ul class="answered-list">
    {threads.map(thread => {
      const quote = thread.anchor?.textQuote?.exact
      return (
        <li key={thread.id}>
          {quote && (
            <q>
              <bdi dir="auto">{shortened(quote, most)}</bdi>
            </q>
          )}
          <a href={`${new URL(thread.url).pathname}?thread=${thread.id}`}>
            {thread.deleted ? 'A deleted comment' : <CommentLine {...thread} most={most} />}
          </a>
          <By {...thread} name={thread.author.name} />
        </li>
      )
    })}
  </ul>
)
