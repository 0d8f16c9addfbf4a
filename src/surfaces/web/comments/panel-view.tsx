// How the panel of comments looks: its filters, the form for a new comment, the threads, and what is said of them.

import { Component, type JSX } from 'preact'
import type { Filter, Order } from './comment-requests.ts'
import { Composer } from './composer.tsx'
import type { CommentsPage } from './page.ts'
import { Refusal } from './refusal.tsx'
import { anchorOfSubject, type Subject, wordsOf } from './subject.ts'
import type { Thread } from './thread.ts'
import type { ShownThread, ThreadList } from './thread-list.ts'
import { panelParts, type ThreadActions, ThreadContext } from './thread-tools.tsx'
import { ThreadView } from './thread-view.tsx'

const filters: [Filter, string, empty: string][] = [
  ['open', 'Open', 'No open comments.'],
  ['resolved', 'Resolved', 'Nothing is resolved yet.'],
  ['detached', 'Detached', 'No comment has lost its text.'],
  ['mine', 'Mine', 'You wrote nothing here yet.'],
]

const orders: [Order, string][] = [
  ['asc', 'Oldest first'],
  ['desc', 'Newest first'],
  ['place', 'As on the page'],
]

export interface PanelProps {
  page: CommentsPage
  threads: ThreadList
  actions: ThreadActions
  /** The thread that is marked. */
  current: string | null
  /** What a new comment shall be about; null is the whole page. Another number is another form. */
  asked: { subject: Subject | null; number: number }
  missing: string
  /** What happened, for a screen reader; another number says it again. */
  said: { text: string; number: number }
  onClose(): void
  onPoint(): void
  onFilter(filter: Filter): void
  onMore(): void
  onWrite(subject: Subject | null): void
  onBegun(thread: Thread): Promise<void>
}

export const PanelView = (props: PanelProps): JSX.Element => (
  <ThreadContext.Provider value={props.actions}>
    <div class="panel-head">
      <h2 id="comments-title" tabIndex={-1}>
        Comments
      </h2>
      <button type="button" class="tool" onClick={props.onClose}>
        Close
      </button>
    </div>
    <FilterBar {...props} />
    <div class="new-thread">{props.page.may ? <NewThread {...props} /> : <Refusal {...props.page} />}</div>
    <p class="missing" role="status">
      {props.missing || null}
    </p>
    <Threads {...props} />
    <p class="visually-hidden" role="status">
      <span key={props.said.number}>{props.said.text}</span>
    </p>
  </ThreadContext.Provider>
)

const FilterBar = ({ page, threads, onFilter }: PanelProps): JSX.Element => (
  // biome-ignore lint/a11y/useSemanticElements: a fieldset would bring a legend and a look of its own
  <div class="comment-filters" role="group" aria-label="Which comments" hidden={!page.sees}>
    {filters
      .filter(([name]) => name !== 'mine' || page.may)
      .map(([name, label]) => (
        <button
          key={name}
          type="button"
          class="tool"
          data-filter={name}
          aria-pressed={name === threads.filter}
          onClick={() => onFilter(name)}
        >
          {label}
        </button>
      ))}
    <select
      class="tool order"
      aria-label="Order"
      onChange={event => void threads.list(threads.filter, event.currentTarget.value as Order)}
    >
      {orders.map(([value, label]) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </select>
  </div>
)

const NewThread = ({ page, actions, asked, onPoint, onWrite, onBegun }: PanelProps): JSX.Element => {
  const { requests } = actions
  const { subject, number } = asked
  return (
    <>
      <Composer
        key={number}
        label={subject ? `Comment on ${wordsOf(subject)}` : 'Comment on the whole page'}
        action="Comment"
        draft={`${page.reader}-${page.shortId}-${subject ? 'passage' : 'new'}`}
        names={requests.names}
        send={text => requests.begin(text, subject ? anchorOfSubject(subject) : undefined)}
        sent={onBegun}
        {...(subject && { cancel: () => onWrite(null) })}
      />
      <button type="button" class="tool point" title="Point at a part of the page (E)" onClick={onPoint}>
        Point at a part of the page
      </button>
    </>
  )
}

const Threads = ({ threads, current, onMore }: PanelProps): JSX.Element => (
  <div class="threads" aria-busy={threads.isBusy ? 'true' : undefined}>
    {threads.failure && (
      <div class="none" role="alert">
        <p>{threads.failure}</p>
        <button type="button" class="button" onClick={() => void threads.list(threads.filter)}>
          Try again
        </button>
      </div>
    )}
    {threads.shown.map(shown => (
      <ThreadItem
        key={shown.thread.id}
        shown={shown}
        isCurrent={shown.thread.id === current}
        onLeave={threads.leave}
      />
    ))}
    {threads.isEmpty && <p class="none">{filters.find(([name]) => name === threads.filter)![2]}</p>}
    {threads.hasMore && (
      <button type="button" class="button" data-part="more" onClick={onMore}>
        Show more
      </button>
    )}
  </div>
)

interface ThreadItemProps {
  shown: ShownThread
  isCurrent: boolean
  onLeave(threadId: string): void
}

/** Drawn again only where something happened in the thread: there may be a thousand. */
class ThreadItem extends Component<ThreadItemProps> {
  override shouldComponentUpdate({ shown, isCurrent }: ThreadItemProps): boolean {
    return shown !== this.props.shown || isCurrent !== this.props.isCurrent
  }

  override render({ shown: { thread, isDeleted }, isCurrent, onLeave }: ThreadItemProps): JSX.Element {
    return (
      <ThreadView
        thread={thread}
        parts={panelParts}
        isDeleted={isDeleted}
        isCurrent={isCurrent}
        // Where the focus goes is known once the event is over.
        onLeave={() => setTimeout(() => onLeave(thread.id))}
      />
    )
  }
}
