// A thread as a card: what it is about, its comments in their order, and its state.

import type { ComponentChildren, JSX } from 'preact'
import { Avatar } from '../layout/controls.tsx'
import { AuthorName, UserText } from '../layout/words.tsx'
import { commentWords as text } from '../words/comments.ts'
import { LiveBody } from './live-body.tsx'
import type { Thread, Words } from './thread.ts'
import { Around, Passage, Turns, Written } from './thread-tools.tsx'
import { earlierOf, elementOf, quoteOf, stateOf } from './thread-words.ts'

interface ThreadProps {
  thread: Thread
  /** A deleted thread loses its words, and keeps what the reader writes in it. */
  isDeleted?: boolean
  isCurrent?: boolean
  /** True while the thread's words are seen in the page. */
  isOnScreen?: boolean
  onLeave?: (event: FocusEvent) => void
}

export const ThreadView = (props: ThreadProps): JSX.Element => {
  const { thread, isDeleted = false, isCurrent = false } = props
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
        <h3 id={`heading-${thread.id}`} class="author" dir="auto">
          {thread.deleted ? text.deletedComment : <AuthorName {...thread} name={thread.author.name} />}
        </h3>
      </Comment>
      <Replies {...props} />
      {thread.status === 'resolved' && <Resolved {...thread} />}
      <Turns thread={thread} />
      {isDeleted && <p class="standing">{text.deletedThread}</p>}
    </article>
  )
}

const About = ({ thread, isOnScreen }: ThreadProps): JSX.Element => {
  const [quote, element, earlier] = [quoteOf, elementOf, earlierOf].map(of => of(thread))
  const state = stateOf(thread, isOnScreen)
  const about = (quote ?? element) && <bdi dir="auto">{quote ?? element}</bdi>
  const led = about && <Passage thread={thread}>{about}</Passage>
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
  /** The author. */
  children: ComponentChildren
}

const Comment = ({ thread, words, isDeleted, children }: CommentProps): JSX.Element => {
  const gone = <p class="comment-body gone">{text.deletedByAuthor}</p>
  const body = isDeleted ? null : words.deleted ? (
    gone
  ) : (
    <LiveBody body={words.body} mentions={words.mentions} />
  )
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
        {!isDeleted && (
          <Around thread={thread} words={words}>
            {body}
          </Around>
        )}
      </div>
    </div>
  )
}

/** The author's picture. */
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
