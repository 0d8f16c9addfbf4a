// What a reader may do with a thread in the panel, and where it leads: each button opens its form in its own place.

import { createContext, type JSX, type RefObject } from 'preact'
import { useContext, useLayoutEffect, useRef, useState } from 'preact/hooks'
import type { CommentRequests } from './comment-requests.ts'
import { Composer } from './composer.tsx'
import { LiveBody } from './live-body.tsx'
import type { Thread, Words } from './thread.ts'
import type { ThreadParts } from './thread-view.tsx'
import { quoteOf } from './thread-words.ts'

export interface ThreadActions {
  shortId: string
  /** Names the reader among the drafts of this browser. */
  reader: string | null
  requests: CommentRequests
  /** Shows the list anew after `said` happened to the thread. */
  changed(threadId: string, said: string): Promise<void>
  /** Scrolls the page to what the thread is about. */
  showPassage(threadId: string): void
  /** Lets the reader choose what the thread shall hang on: words, or a part of the page. */
  attach(threadId: string, to: 'words' | 'part'): void
}

export const ThreadContext = createContext<ThreadActions>(undefined as never)

interface ToolProps {
  label: string
  name?: string
  onClick(): void
}

const Tool = ({ label, name, onClick }: ToolProps): JSX.Element => (
  <button type="button" class="tool" data-turn={name} onClick={onClick}>
    {label}
  </button>
)

/** To what it is about in the page, or to something else where that is gone. */
const Place = ({ thread }: { thread: Thread }): JSX.Element | null => {
  const { attach, showPassage } = useContext(ThreadContext)
  const { id, anchor, anchorState, status, can } = thread
  if (anchor === null) return null
  const isGone = anchorState === 'orphaned'
  if (isGone && (!can.includes('resolve') || status === 'resolved')) return null
  const to = quoteOf(thread) === null ? 'part' : 'words'
  return (
    <p class="place-tools">
      {isGone ? (
        <Tool label="Attach again" onClick={() => attach(id, to)} />
      ) : (
        <Tool label="Show in page" onClick={() => showPassage(id)} />
      )}
    </p>
  )
}

interface InPlace<Form> {
  /** The form that stands in place of the row of buttons; null for the row. */
  form: Form | null
  row: RefObject<HTMLParagraphElement | null>
  open(form: Form): void
  /** The form is left, and the keyboard returns to the row. */
  leave(): void
  /** The form is done with. */
  close(): void
}

/** One form at a time in place of a row of buttons. */
function useInPlace<Form>(): InPlace<Form> {
  const [form, open] = useState<Form | null>(null)
  const row = useRef<HTMLParagraphElement>(null)
  const isLeft = useRef(false)
  useLayoutEffect(() => {
    if (isLeft.current) row.current?.querySelector('button')?.focus()
    isLeft.current = false
  }, [form])
  return {
    ...{ form, row, open },
    leave() {
      isLeft.current = true
      open(null)
    },
    close: () => open(null),
  }
}

const Own = ({ thread, words }: { thread: Thread; words: Words }): JSX.Element => {
  const { shortId, reader, requests, changed } = useContext(ThreadContext)
  const { form, row, open, leave, close } = useInPlace<'edit' | 'delete'>()
  if (form === 'delete') return <Deletion thread={thread} words={words} leave={leave} close={close} />
  if (form === 'edit')
    return (
      <Composer
        isAsked
        label="Your comment"
        action="Save"
        draft={`${reader}-${shortId}-edit-${words.id}`}
        text={words.body}
        names={requests.names}
        send={text => requests.change(words.id, text)}
        sent={() => {
          close()
          return changed(thread.id, 'Saved.')
        }}
        cancel={leave}
      />
    )
  return (
    <p class="own-tools" ref={row}>
      <Tool label="Edit" onClick={() => open('edit')} />
      <Tool label="Delete" onClick={() => open('delete')} />
    </p>
  )
}

interface DeletionProps {
  thread: Thread
  words: Words
  leave(): void
  close(): void
}

/** Asks once more in place: what is deleted does not come back. */
const Deletion = ({ thread, words, leave, close }: DeletionProps): JSX.Element => {
  const { requests, changed } = useContext(ThreadContext)
  const [error, setError] = useState('')
  const row = useRef<HTMLParagraphElement>(null)
  useLayoutEffect(() => row.current!.querySelector('button')!.focus(), [])
  const remove = async () => {
    try {
      await requests.remove(words.id)
      close()
      await changed(thread.id, 'Deleted.')
    } catch (problem) {
      setError((problem as Error).message)
    }
  }
  return (
    <p class="own-tools" ref={row}>
      {'Delete it for good? '}
      <Tool label="Yes, delete" onClick={() => void remove()} />
      <Tool label="Keep it" onClick={leave} />
      {error && (
        <span class="field-error" role="alert">
          {error}
        </span>
      )}
    </p>
  )
}

const turns = {
  resolve: { action: 'Resolve', said: 'Resolved.' },
  reopen: { action: 'Reopen', said: 'Open again.' },
} as const

/** Reply, and resolve or reopen, each with words, one form at a time; and the link, for every reader. */
const Turns = ({ thread }: { thread: Thread }): JSX.Element => {
  const { shortId } = useContext(ThreadContext)
  const { form, row, open, leave, close } = useInPlace<'reply' | keyof typeof turns>()
  const turn = thread.status === 'open' ? 'resolve' : 'reopen'
  if (form) return <TurnForm key={form} form={form} thread={thread} leave={leave} close={close} />
  return (
    <p class="turns" ref={row}>
      {thread.can.includes('reply') && (
        <>
          <Tool label="Reply" name="reply" onClick={() => open('reply')} />
          <Tool label={turns[turn].action} name="turn" onClick={() => open(turn)} />
        </>
      )}
      <button type="button" class="tool" data-copy={`${location.origin}/${shortId}?thread=${thread.id}`}>
        Copy link
      </button>
    </p>
  )
}

interface TurnFormProps {
  form: 'reply' | keyof typeof turns
  thread: Thread
  leave(): void
  close(): void
}

const TurnForm = ({ form, thread, leave, close }: TurnFormProps): JSX.Element => {
  const { shortId, reader, requests, changed } = useContext(ThreadContext)
  const asked =
    form === 'reply'
      ? {
          label: 'Your reply',
          action: 'Reply',
          send: (text: string) => requests.reply(thread.id, text),
        }
      : {
          label: 'An answer, if you like',
          action: turns[form].action,
          optional: true,
          send: (text: string) => requests.turn(thread.id, form, text || undefined),
        }
  return (
    <Composer
      isAsked
      {...asked}
      draft={`${reader}-${shortId}-reply-${thread.id}`}
      names={requests.names}
      sent={() => {
        close()
        return changed(thread.id, form === 'reply' ? 'Your reply is there.' : turns[form].said)
      }}
      cancel={leave}
    />
  )
}

const Written = ({ words }: { words: Words }): JSX.Element => {
  const moment = new Date(words.createdAt).toLocaleString('en', { dateStyle: 'medium', timeStyle: 'short' })
  return (
    <a href={`#comment-${words.id}`} aria-label={`Link to this comment of ${moment}`}>
      <time dateTime={words.createdAt}>{moment}</time>
    </a>
  )
}

/** How threads are drawn in the panel. */
export const panelParts: ThreadParts = {
  heading: 'h3',
  Body: LiveBody,
  Written,
  tools: { Place, Own, Turns },
}
