// A thread as it is read, on a page of the server and in the panel: its quote, its comments in their order, and how it stands.

import type { FunctionComponent, JSX } from 'preact'
import { AuthorName, UserText } from '../layout/words.tsx'
import type { CommentWords } from './comment-nodes.tsx'
import type { Thread, Words } from './thread.ts'
import { earlierOf, placeOf, quoteOf } from './thread-words.ts'

/** What differs between the two places where threads are read. */
export interface ThreadParts {
  heading: 'h2' | 'h3'
  Body: FunctionComponent<CommentWords>
  /** When it was written. */
  Written: FunctionComponent<{ words: Words }>
  /** What the reader may do, where a script runs. */
  tools?: {
    Place: FunctionComponent<{ thread: Thread }>
    Own: FunctionComponent<{ thread: Thread; words: Words }>
    Turns: FunctionComponent<{ thread: Thread }>
  }
}

interface ThreadProps {
  thread: Thread
  parts: ThreadParts
  /** A deleted thread loses its words, and keeps what the reader writes in it. */
  isDeleted?: boolean
  isCurrent?: boolean
  onLeave?: (event: FocusEvent) => void
}

export const ThreadView = (props: ThreadProps): JSX.Element => {
  const { thread, parts, isDeleted = false, isCurrent = false } = props
  const { heading: Heading, tools } = parts
  return (
    <article
      id={`comment-${thread.id}`}
      class={`thread ${thread.status}${isDeleted ? ' deleted' : ''}`}
      tabIndex={-1}
      aria-labelledby={`heading-${thread.id}`}
      aria-current={isCurrent ? 'true' : undefined}
      onFocusOut={props.onLeave}
    >
      <Heading id={`heading-${thread.id}`} dir="auto">
        {thread.deleted ? 'Deleted comment' : <AuthorName {...thread} name={thread.author.name} />}
      </Heading>
      <p class={`place ${thread.anchorState}`} dir="auto">
        {placeOf(thread)}
      </p>
      {!isDeleted && <Quote thread={thread} />}
      {tools && <tools.Place thread={thread} />}
      <Comment {...props} words={thread} />
      <Replies {...props} />
      {thread.status === 'resolved' && <Resolved {...thread} />}
      {tools && <tools.Turns thread={thread} />}
      {isDeleted && <p class="standing">This thread was deleted.</p>}
    </article>
  )
}

const Quote = ({ thread }: { thread: Thread }): JSX.Element => {
  const [quote, earlier] = [quoteOf(thread), earlierOf(thread)]
  return (
    <>
      {quote && <blockquote dir="auto">{quote}</blockquote>}
      {earlier && (
        <p class="earlier" dir="auto">
          It was: “{earlier}”
        </p>
      )}
    </>
  )
}

const Replies = (props: ThreadProps): JSX.Element | null =>
  props.thread.replies.length === 0 ? null : (
    <ol class="replies" aria-label="Replies">
      {props.thread.replies.map(reply => (
        <li key={reply.id} id={`comment-${reply.id}`} tabIndex={-1}>
          <p class="author" dir="auto">
            <AuthorName {...reply} name={reply.author.name} />
          </p>
          <Comment {...props} words={reply} />
        </li>
      ))}
    </ol>
  )

const Comment = ({ thread, words, parts, isDeleted }: ThreadProps & { words: Words }): JSX.Element => {
  const { Body, Written, tools } = parts
  return (
    <div class="comment">
      {!isDeleted && (words.deleted ? <Gone /> : <Body body={words.body} mentions={words.mentions} />)}
      <p class="about">
        <Written words={words} />
        {words.editedAt && ' · edited'}
      </p>
      {tools && words.can.includes('edit') && <tools.Own thread={thread} words={words} />}
    </div>
  )
}

const Gone = (): JSX.Element => <p class="comment-body gone">Its author deleted it.</p>

const Resolved = ({ resolvedBy, resolvedOnVersion }: Thread): JSX.Element => (
  <p class="standing" dir="auto">
    Resolved
    {resolvedBy && (
      <>
        {' by '}
        <UserText text={resolvedBy} />
      </>
    )}
    {resolvedOnVersion !== null && ` on version ${resolvedOnVersion}`}
  </p>
)
