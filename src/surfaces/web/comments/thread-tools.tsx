// The reader's tools for a thread in the panel: the check that resolves it, the one field for a reply, the menu of each comment.

import { type ComponentChildren, createContext, type JSX, type RefObject } from 'preact'
import { useContext, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { addComment, changeComment, removeComment } from '../../../operations/comments/comments.ts'
import { reopen, resolve } from '../../../operations/comments/resolve-thread.ts'
import { call } from '../layout/call.ts'
import { Icon } from '../layout/icon.tsx'
import { momentOf, TimeOf } from '../layout/words.tsx'
import { commentWords as text } from '../words/comments.ts'
import { CommentMenu } from './comment-menu.tsx'
import { Composer } from './composer.tsx'
import type { Thread, Words } from './thread.ts'
import { quoteOf } from './thread-words.ts'

export interface ThreadActions {
  shortId: string
  /** Names the reader among the drafts of this browser. */
  reader: string | null
  /** Shows the list anew after `said` happened to the thread. */
  changed(threadId: string, said: string): Promise<void>
  /** Says what went wrong. */
  failed(problem: unknown): void
  /** Scrolls the page to what the thread is about. */
  showPassage(threadId: string): void
  /** Lets the reader choose what the thread is about now: words, or a part of the page. */
  attach(threadId: string, to: 'words' | 'part'): void
}

export const ThreadContext = createContext<ThreadActions>(undefined as never)

/** A link to the thread's place in the page; where the place is gone, the reader may choose another one. */
export const Passage = ({
  thread,
  children,
}: {
  thread: Thread
  children: ComponentChildren
}): JSX.Element => {
  const { attach, showPassage } = useContext(ThreadContext)
  const { id, anchorState, status, can } = thread
  if (anchorState !== 'orphaned')
    return (
      <button type="button" class="passage" onClick={() => showPassage(id)}>
        {children}
      </button>
    )
  if (!can.includes('resolve') || status === 'resolved') return <>{children}</>
  const to = quoteOf(thread) === null ? 'part' : 'words'
  return (
    <>
      {children}
      <button type="button" class="button small new-place" onClick={() => attach(id, to)}>
        {text.newPlace}
      </button>
    </>
  )
}

interface AroundProps {
  thread: Thread
  words: Words
  children: ComponentChildren
}

/** The words with what may be done with them; one form at a time in their place or below them. */
export const Around = ({ thread, words, children }: AroundProps): JSX.Element => {
  const [form, open] = useState<'edit' | 'delete' | null>(null)
  const acts = useRef<HTMLDivElement>(null)
  const leave = useReturn(form, acts, '[popovertarget]', () => open(null))
  const link = linkOf(useContext(ThreadContext), thread)
  const isOwn = words.can.includes('edit')
  return (
    <>
      {form === 'edit' ? (
        <Change {...{ thread, words, leave }} close={() => open(null)} />
      ) : (
        <>
          {children}
          {form === 'delete' && <Deletion {...{ thread, words, leave }} close={() => open(null)} />}
        </>
      )}
      <div class="acts" ref={acts}>
        {words === thread && <Check thread={thread} />}
        {(words === thread || isOwn) && (
          <CommentMenu id={words.id} link={words === thread ? link : null} own={isOwn ? open : null} />
        )}
      </div>
    </>
  )
}

const linkOf = ({ shortId }: ThreadActions, { id }: Thread): string =>
  `${location.origin}/${shortId}?thread=${id}`

/** Leaves the form, and the keyboard returns to what opened it. */
function useReturn(
  form: unknown,
  row: RefObject<HTMLElement | null>,
  opener: string,
  close: () => void,
): () => void {
  const isLeft = useRef(false)
  useLayoutEffect(() => {
    if (isLeft.current) row.current?.querySelector<HTMLElement>(opener)?.focus()
    isLeft.current = false
  }, [form])
  return () => {
    isLeft.current = true
    close()
  }
}

interface FormProps {
  thread: Thread
  words: Words
  leave(): void
  close(): void
}

const Change = ({ thread, words, leave, close }: FormProps): JSX.Element => {
  const { shortId, reader, changed } = useContext(ThreadContext)
  return (
    <Composer
      isAsked
      label={text.yourComment}
      action={text.save}
      draft={`${reader}-${shortId}-edit-${words.id}`}
      text={words.body}
      shortId={shortId}
      mentions={words.mentions}
      send={body => call(changeComment, { commentId: words.id, body })}
      sent={() => {
        close()
        return changed(thread.id, text.saved)
      }}
      cancel={leave}
    />
  )
}

/** Asks once more in place: what is deleted does not come back. */
const Deletion = ({ thread, words, leave, close }: FormProps): JSX.Element => {
  const { changed } = useContext(ThreadContext)
  const [error, setError] = useState('')
  const first = useRef<HTMLButtonElement>(null)
  useLayoutEffect(() => first.current!.focus(), [])
  const remove = async () => {
    try {
      await call(removeComment, { commentId: words.id })
      close()
      await changed(thread.id, text.removed)
    } catch (problem) {
      setError((problem as Error).message)
    }
  }
  return (
    <div class="deletion">
      <p>{text.reallyRemove}</p>
      <p class="actions">
        <button
          type="button"
          class="button stop small"
          ref={first}
          onClick={() => void remove().catch(reportError)}
        >
          {text.removeNow}
        </button>
        <button type="button" class="button quiet small" onClick={leave}>
          {text.cancel}
        </button>
      </p>
      {error && (
        <p class="field-error" role="alert">
          {error}
        </p>
      )}
    </div>
  )
}

const turns = {
  resolve: {
    operation: resolve,
    action: text.resolve,
    withReply: text.replyAndResolve,
    said: text.resolvedNow,
  },
  reopen: {
    operation: reopen,
    action: text.reopen,
    withReply: text.replyAndReopen,
    said: text.reopenedNow,
  },
} as const

const turnOf = ({ status }: Thread): keyof typeof turns => (status === 'open' ? 'resolve' : 'reopen')

/** Resolves an open thread at once, and opens a resolved one again. */
const Check = ({ thread }: { thread: Thread }): JSX.Element | null => {
  const { changed, failed } = useContext(ThreadContext)
  if (!thread.can.includes('reply')) return null
  const to = turnOf(thread)
  const turn = () =>
    call(turns[to].operation, { commentId: thread.id }).then(() => changed(thread.id, turns[to].said), failed)
  return (
    <button
      type="button"
      class="tool at-end"
      data-turn="turn"
      aria-label={turns[to].action}
      data-tip={turns[to].action}
      onClick={() => void turn().catch(reportError)}
    >
      <Icon name={to === 'resolve' ? 'check' : 'restore'} />
    </button>
  )
}

/** The one field for a reply; a second button resolves the thread with it, or opens the thread again. */
export const Turns = ({ thread }: { thread: Thread }): JSX.Element | null => {
  const [isOpen, open] = useState(false)
  const row = useRef<HTMLParagraphElement>(null)
  const leave = useReturn(isOpen, row, 'button', () => open(false))
  if (!thread.can.includes('reply')) return null
  if (isOpen) return <Reply thread={thread} leave={leave} close={() => open(false)} />
  return (
    <p class="turns" ref={row}>
      <button type="button" class="reply-field" data-turn="reply" onClick={() => open(true)}>
        {text.reply}
      </button>
    </p>
  )
}

const Reply = ({ thread, leave, close }: Omit<FormProps, 'words'>): JSX.Element => {
  const { shortId, reader, changed } = useContext(ThreadContext)
  const to = turnOf(thread)
  const sent = (said: string) => () => {
    close()
    return changed(thread.id, said)
  }
  return (
    <Composer
      isAsked
      label={text.yourReply}
      placeholder={text.replyPlaceholder}
      action={text.reply}
      draft={`${reader}-${shortId}-reply-${thread.id}`}
      shortId={shortId}
      send={body => call(addComment, { id: shortId, parentId: thread.id, body })}
      sent={sent(text.replied)}
      second={{
        action: turns[to].withReply,
        send: body => call(turns[to].operation, { commentId: thread.id, reply: body }),
        sent: sent(turns[to].said),
      }}
      cancel={leave}
    />
  )
}

/** The time at which it was written, as the link to it. */
export const Written = ({ words }: { words: Words }): JSX.Element => {
  const moment = momentOf(new Date(words.createdAt), new Date())
  return (
    <a href={`#comment-${words.id}`}>
      <span class="visually-hidden">{text.linkTo} </span>
      <TimeOf {...moment} />
    </a>
  )
}
