// A thread as a card, on a page of the server and in the panel: what it is about, its comments in their order, and its state.

import type { ComponentChildren, FunctionComponent, JSX } from 'preact'
import { Avatar } from '../layout/controls.tsx'
import { AuthorName, UserText } from '../layout/words.tsx'
import { commentWords as text } from '../words/comments.ts'
import type { CommentWords } from './comment-nodes.tsx'
import type { Thread, Words } from './thread.ts'
import { earlierOf, elementOf, quoteOf, stateOf } from './thread-words.ts'

interface AroundWords {
  thread: Thread
  words: Words
  children: ComponentChildren
}

/** What differs between the two places where threads are read. */
export interface ThreadParts {
  heading: 'h2' | 'h3'
  Body: FunctionComponent<CommentWords>
  /** When it was written. */
  Written: FunctionComponent<{ words: Words }>
  /** What the reader may do, where a script runs. */
  tools?: {
    /** The way from what the thread is about to its place in the page. */
    Passage: FunctionComponent<{ thread: Thread; children: ComponentChildren }>
    /** Around the words of a comment: its menu, and the form that changes them. */
    Around: FunctionComponent<AroundWords>
    Turns: FunctionComponent<{ thread: Thread }>
  }
}

interface ThreadProps {
  thread: Thread
  parts: ThreadParts
  /** A deleted thread loses its words, and keeps what the reader writes in it. */
  isDeleted?: boolean
  isCurrent?: boolean
  /** Whether its words are seen in the page; unknown where no page is shown. */
  isOnScreen?: boolean
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
      {!isDeleted && <About {...props} />}
      <Comment {...props} words={thread}>
        <Heading id={`heading-${thread.id}`} class="author" dir="auto">
          {thread.deleted ? text.deletedComment : <AuthorName {...thread} name={thread.author.name} />}
        </Heading>
      </Comment>
      <Replies {...props} />
      {thread.status === 'resolved' && <Resolved {...thread} />}
      {tools && <tools.Turns thread={thread} />}
      {isDeleted && <p class="standing">{text.deletedThread}</p>}
    </article>
  )
}

const About = ({ thread, isOnScreen, parts: { tools } }: ThreadProps): JSX.Element => {
  const [quote, element, earlier] = [quoteOf, elementOf, earlierOf].map(of => of(thread))
  const state = stateOf(thread, isOnScreen)
  const about = (quote ?? element) && <bdi dir="auto">{quote ?? element}</bdi>
  const led = about && tools ? <tools.Passage thread={thread}>{about}</tools.Passage> : about
  return (
    <>
      {led && (quote ? <blockquote class="about">{led}</blockquote> : <p class="place about">{led}</p>)}
      {state && <p class={`place ${thread.anchorState}`}>{state}</p>}
      {earlier && (
        <p class="earlier" dir="auto">
          {text.was}: “{earlier}”
        </p>
      )}
    </>
  )
}

const Replies = (props: ThreadProps): JSX.Element | null =>
  props.thread.replies.length === 0 ? null : (
    <ol class="replies" aria-label={text.replies}>
      {props.thread.replies.map(reply => (
        <li key={reply.id} id={`comment-${reply.id}`} tabIndex={-1}>
          <Comment {...props} words={reply}>
            <p class="author" dir="auto">
              <AuthorName {...reply} name={reply.author.name} />
            </p>
          </Comment>
        </li>
      ))}
    </ol>
  )

interface CommentProps extends ThreadProps {
  words: Words
  /** Who wrote it. */
  children: ComponentChildren
}

const Comment = ({ thread, words, parts, isDeleted, children }: CommentProps): JSX.Element => {
  const { Body, Written, tools } = parts
  const gone = <p class="comment-body gone">{text.deletedByAuthor}</p>
  const body = isDeleted ? null : words.deleted ? gone : <Body body={words.body} mentions={words.mentions} />
  return (
    <div class="comment">
      <Face {...words} />
      <div class="said">
        <div class="comment-head">
          {children}
          <p class="written">
            <Written words={words} />
            {words.editedAt && ` · ${text.edited}`}
          </p>
        </div>
        {tools && !isDeleted ? (
          <tools.Around thread={thread} words={words}>
            {body}
          </tools.Around>
        ) : (
          body
        )}
      </div>
    </div>
  )
}

/** Who wrote it, at a glance. */
const Face = ({ author, actorType, actorName, deleted }: Words): JSX.Element => (
  <Avatar
    silent
    name={deleted ? '' : (actorType !== 'human' && actorName) || author.name}
    color={author.color}
    kind={actorType === 'human' ? 'person' : 'agent'}
  />
)

const Resolved = ({ resolvedBy, resolvedOnVersion }: Thread): JSX.Element => (
  <p class="standing" dir="auto">
    {text.resolved}
    {resolvedBy && (
      <>
        {` ${text.by} `}
        <UserText text={resolvedBy} />
      </>
    )}
    {resolvedOnVersion !== null && ` ${text.onVersion(resolvedOnVersion)}`}
  </p>
)
