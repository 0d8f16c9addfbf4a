// Threads as they are read without a script.

import type { JSX } from 'preact'
import { RelativeTime } from '../layout/words.tsx'
import { CommentBody } from './comment-body.tsx'
import type { Thread } from './thread.ts'
import { type ThreadParts, ThreadView } from './thread-view.tsx'

const partsAt = (now: Date): ThreadParts => ({
  heading: 'h2',
  Body: CommentBody,
  Written: ({ words }) => <RelativeTime at={new Date(words.createdAt)} now={now} />,
})

export const ReadThreads = ({ threads, now }: { threads: readonly Thread[]; now: Date }): JSX.Element => {
  const parts = partsAt(now)
  return (
    <ol class="read-threads">
      {threads.map(thread => (
        <li key={thread.id}>
          <ThreadView thread={thread} parts={parts} />
        </li>
      ))}
    </ol>
  )
}
