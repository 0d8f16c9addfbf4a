// A resolved thread as one line in the place of its card: whose it is, on which words, and since when it is resolved.

import type { JSX } from 'preact'
import { useContext } from 'preact/hooks'
import { reopen } from '../../../operations/comments/resolve-thread.ts'
import { call } from '../layout/call.ts'
import { Icon } from '../layout/icon.tsx'
import { AuthorName, momentOf, TimeOf } from '../layout/words.tsx'
import { commentWords as text } from '../words/comments.ts'
import type { Thread } from './thread.ts'
import { ThreadContext } from './thread-tools.tsx'
import { elementOf, quoteOf } from './thread-words.ts'

interface ResolvedLineProps {
  thread: Thread
  /** Shows the whole thread in its place. */
  onUnfold(thread: Thread): void
}

export const ResolvedLine = ({ thread, onUnfold }: ResolvedLineProps): JSX.Element => {
  const { changed, failed } = useContext(ThreadContext)
  const [quote, element] = [quoteOf(thread), elementOf(thread)]
  const openAgain = () =>
    call(reopen, { commentId: thread.id }).then(() => changed(thread.id, text.reopenedNow), failed)
  return (
    <div id={`comment-${thread.id}`} class="resolved-line" tabIndex={-1}>
      <Icon name="done" />
      <button type="button" aria-expanded="false" onClick={() => onUnfold(thread)}>
        <AuthorName {...thread} name={thread.author.name} /> {quote === null ? '·' : text.onPart}{' '}
        <bdi dir="auto">{quote === null ? element : `“${quote}”`}</bdi> · {text.resolvedSince}{' '}
        {thread.resolvedAt && <TimeOf {...momentOf(new Date(thread.resolvedAt), new Date())} />}
      </button>
      {thread.can.includes('reply') && (
        <button type="button" class="button quiet small" onClick={() => void openAgain().catch(reportError)}>
          {text.reopen}
        </button>
      )}
    </div>
  )
}
