// The view of the comments panel: its filters, the form for a new comment, the threads, and the sentences about them.

import { Component, type JSX } from 'preact'
import { addComment } from '../../../operations/comments/comments.ts'
import { call } from '../layout/call.ts'
import { commentWords as text } from '../words/comments.ts'
import { Composer } from './composer.tsx'
import type { CommentsPage } from './page.ts'
import { emptyWords, PanelHead } from './panel-head.tsx'
import type { PanelProps } from './panel-props.ts'
import { ResolvedLine } from './resolved-line.tsx'
import { SignInLink } from './sign-in-link.tsx'
import { anchorOfSubject, type Subject, wordsOf } from './subject.ts'
import type { Thread } from './thread.ts'
import type { ShownThread, ThreadList } from './thread-list.ts'
import { ThreadContext } from './thread-tools.tsx'
import { ThreadView } from './thread-view.tsx'

export const PanelView = (props: PanelProps): JSX.Element => (
  <ThreadContext.Provider value={props.actions}>
    <PanelHead {...props} />
    <p class="missing" role="status">
      {props.missing || null}
    </p>
    <SignInLink {...props.page} />
    <Threads {...props} />
    <p class="visually-hidden" role="status">
      <span key={props.said.number}>{props.said.text}</span>
    </p>
  </ThreadContext.Provider>
)

export const draftOfNew = ({ reader, shortId }: CommentsPage, subject: Subject | null): string =>
  `${reader}-${shortId}-${subject ? 'passage' : 'new'}`

const NewThread = ({ page, asked, onLeaveNew, onBegun }: PanelProps): JSX.Element | null => {
  const { isOpen, subject, number } = asked
  if (!isOpen) return null
  return (
    <div class="thread new-thread" key="new" data-y={yOf(subject)}>
      {subject && (
        <blockquote class="about">
          <bdi dir="auto">{wordsOf(subject)}</bdi>
        </blockquote>
      )}
      <Composer
        key={number}
        label={subject ? text.on(wordsOf(subject)) : text.onPage}
        placeholder={text.placeholder}
        action={text.comment}
        draft={draftOfNew(page, subject)}
        shortId={page.shortId}
        send={body => begin(page.shortId, body, subject)}
        sent={onBegun}
        cancel={onLeaveNew}
      />
    </div>
  )
}

/** Sends a comment without a parent, which is a thread. */
const begin = (id: string, body: string, subject: Subject | null): Promise<Thread> =>
  call(addComment, { id, body, ...(subject && { anchor: anchorOfSubject(subject) }) }) as Promise<Thread>

const yOf = (subject: Subject | null): number | undefined =>
  subject && 'selected' in subject ? subject.selected.y : undefined

/** In the order of the page what is about all of it stands first. */
const inOrder = ({ shown, order }: ThreadList): readonly ShownThread[] =>
  order === 'place' ? [...shown.filter(isWhole), ...shown.filter(each => !isWhole(each))] : shown

const isWhole = ({ thread }: ShownThread): boolean => thread.anchor === null

/** Each line before the first card that stands further down in the page. */
function withLines({ threads, lines, tops }: PanelProps): readonly (ShownThread | Thread)[] {
  const all: (ShownThread | Thread)[] = [...inOrder(threads)]
  const topOf = (each: ShownThread | Thread) => tops.get('thread' in each ? each.thread.id : each.id)
  for (const line of lines) {
    const later = all.findIndex(each => (topOf(each) ?? 0) > topOf(line)!)
    all.splice(later === -1 ? all.length : later, 0, line)
  }
  return all
}

const Threads = (props: PanelProps): JSX.Element => {
  const { page, threads, current, offScreen, onMore, onUnfold } = props
  return (
    <div class="threads" aria-busy={threads.isBusy ? 'true' : undefined}>
      {page.may && <NewThread {...props} />}
      {threads.failure && (
        <div class="none" role="alert">
          <p>{threads.failure}</p>
          <button type="button" class="button" onClick={() => void threads.list(threads.filter)}>
            {text.tryAgain}
          </button>
        </div>
      )}
      {withLines(props).map(each =>
        'thread' in each ? (
          <ThreadItem
            key={each.thread.id}
            shown={each}
            isCurrent={each.thread.id === current}
            isOnScreen={!offScreen.has(each.thread.id)}
            onLeave={threads.leave}
          />
        ) : (
          <ResolvedLine key={`${each.id} line`} thread={each} onUnfold={onUnfold} />
        ),
      )}
      {threads.isEmpty && <p class="none">{emptyWords(threads.filter, page.may)}</p>}
      {threads.hasMore && (
        <button type="button" class="button" data-part="more" onClick={onMore}>
          {text.showMore}
        </button>
      )}
    </div>
  )
}

interface ThreadItemProps {
  shown: ShownThread
  isCurrent: boolean
  isOnScreen: boolean
  onLeave(threadId: string): void
}

/** A thread of the list, drawn again only where something happened in it: there may be a thousand. */
class ThreadItem extends Component<ThreadItemProps> {
  override shouldComponentUpdate({ shown, isCurrent, isOnScreen }: ThreadItemProps): boolean {
    const { props } = this
    return shown !== props.shown || isCurrent !== props.isCurrent || isOnScreen !== props.isOnScreen
  }

  override render({ shown: { thread, isDeleted }, isCurrent, isOnScreen, onLeave }: ThreadItemProps) {
    return (
      <ThreadView
        thread={thread}
        isDeleted={isDeleted}
        isCurrent={isCurrent}
        isOnScreen={isOnScreen}
        // The new focus is known once the event is over.
        onLeave={() => setTimeout(() => onLeave(thread.id))}
      />
    )
  }
}
