// The panel of comments: its filters, the form for a new one, the list of threads, and what is said of them.

import { element } from '../viewer/notice.ts'
import {
  type CommentRequests,
  commentsOf,
  type Filter,
  type Order,
  Refused,
  type Thread,
} from './comment-requests.ts'
import { composer } from './composer.ts'
import type { Outline } from './outline.ts'
import type { CommentsPage } from './page.ts'
import { type Subject, subjectForm } from './passage-form.ts'
import { refusal } from './refusal.ts'
import type { ThreadContext } from './thread.ts'
import { articleOf, type ThreadList, threadList } from './thread-list.ts'

const filters: [Filter, string, empty: string][] = [
  ['open', 'Open', 'No open comments.'],
  ['resolved', 'Resolved', 'Nothing is resolved yet.'],
  ['detached', 'Detached', 'No comment has lost its text.'],
  ['mine', 'Mine', 'You wrote nothing here yet.'],
]

export interface Panel {
  /** Lists the threads anew. */
  refresh(): Promise<void>
  /** Takes in what others did meanwhile, without moving the reader. */
  catchUp(): Promise<void>
  /** Shows the comment with this id, whatever filter holds it; false where there is none for this reader. */
  reveal(id: string): Promise<boolean>
  /** Takes the reader to the field for a new comment, on what was chosen in the page or on the whole page. */
  write(subject?: Subject | null): void
}

/** Fills `aside`. */
export function openPanel(aside: HTMLElement, page: CommentsPage, outline: Outline): Panel {
  const requests = commentsOf(page.shortId)
  const missing = said('missing')
  const live = said('visually-hidden')
  const context: ThreadContext = { shortId: page.shortId, reader: page.reader, requests, changed }
  const threads = threadList(context, outline, filter => filters.find(([name]) => name === filter)![2])
  const bar = filterBar(page, chosen => void choose(chosen))
  bar.append(orderChoice(order => void threads.list(threads.filter, order)))
  const slot = element('div', { className: 'new-thread' }, [
    ...(page.may ? [newThread(page, requests, began), pointButton()] : [refusal(page)]),
  ])
  aside.replaceChildren(head(aside), bar, slot, missing, threads.element, live)

  async function changed(threadId: string, what: string): Promise<void> {
    await list(threads.filter)
    live.textContent = what
    focusOn(articleOf(threads.element, threadId) ?? aside.querySelector('h2'))
  }
  async function list(filter: Filter): Promise<void> {
    if (!page.sees) return
    await Promise.all([threads.list(filter), outline.refresh().catch(() => undefined)])
  }
  function choose(chosen: Filter): Promise<void> {
    missing.textContent = ''
    for (const button of bar.querySelectorAll<HTMLElement>('[data-filter]'))
      button.setAttribute('aria-pressed', String(button.dataset.filter === chosen))
    return list(chosen)
  }
  function wholePage(): void {
    slot.replaceChildren(newThread(page, requests, began), pointButton())
  }
  async function began(thread: Thread): Promise<void> {
    wholePage()
    if (threads.filter !== 'mine') await choose('open')
    await changed(thread.id, 'Your comment is there.')
  }

  return {
    refresh: () => list(threads.filter),
    async catchUp() {
      if (!page.sees) return
      const news = await threads.catchUp()
      if (news.length > 0) live.textContent = inShort(news)
    },
    write(subject) {
      if (subject && page.may)
        slot.replaceChildren(
          subjectForm({ page, requests, subject, done: began, leave: wholePage }),
          pointButton(),
        )
      ;(slot.querySelector('textarea') ?? aside.querySelector<HTMLElement>('h2'))?.focus()
    },
    async reveal(id) {
      const thread = page.sees ? await find(requests, id) : null
      if (thread) await choose(thread.status)
      missing.textContent = thread
        ? ''
        : 'That comment is not here: it was deleted, or it is not open to you.'
      if (thread) show(threads, thread, id)
      return thread !== null
    },
  }
}

const said = (className: string): HTMLElement => {
  const line = element('p', { className })
  line.setAttribute('role', 'status')
  return line
}

/** Takes the reader to the comment, and marks its thread. */
function show(threads: ThreadList, thread: Thread, id: string): void {
  threads.hold(thread)
  for (const marked of threads.element.querySelectorAll('[aria-current]'))
    marked.removeAttribute('aria-current')
  articleOf(threads.element, thread.id)?.setAttribute('aria-current', 'true')
  focusOn(articleOf(threads.element, id))
}

/** Sentences told at once; after a long sleep a number says enough. */
const MOST_NEWS = 3

const inShort = (news: readonly string[]): string =>
  news.length > MOST_NEWS ? `${news.length} things are new in the comments.` : news.join(' ')

function head(aside: HTMLElement): HTMLElement {
  const close = element('button', { type: 'button', className: 'tool', textContent: 'Close' })
  close.addEventListener('click', () =>
    aside.dispatchEvent(new CustomEvent('recto:close-comments', { bubbles: true })),
  )
  return element('div', { className: 'panel-head' }, [
    element('h2', { id: 'comments-title', textContent: 'Comments', tabIndex: -1 }),
    close,
  ])
}

const orders: [Order, string][] = [
  ['asc', 'Oldest first'],
  ['desc', 'Newest first'],
  ['place', 'As on the page'],
]

function orderChoice(choose: (order: Order) => void): HTMLElement {
  const options = orders.map(([value, label]) => element('option', { value, textContent: label }))
  const choice = element('select', { className: 'tool order' }, options)
  choice.setAttribute('aria-label', 'Order')
  choice.addEventListener('change', () => choose(choice.value as Order))
  return choice
}

function filterBar(page: CommentsPage, choose: (filter: Filter) => void): HTMLElement {
  const shown = filters.filter(([name]) => name !== 'mine' || page.may)
  const buttons = shown.map(([name, label]) => {
    const button = element('button', { type: 'button', className: 'tool', textContent: label })
    button.dataset.filter = name
    button.setAttribute('aria-pressed', String(name === 'open'))
    button.addEventListener('click', () => choose(name))
    return button
  })
  const bar = element('div', { className: 'comment-filters' }, buttons)
  bar.setAttribute('role', 'group')
  bar.setAttribute('aria-label', 'Which comments')
  bar.hidden = !page.sees
  return bar
}

function pointButton(): HTMLElement {
  const button = element('button', {
    type: 'button',
    className: 'tool point',
    textContent: 'Point at a part of the page',
    title: 'Point at a part of the page (E)',
  })
  button.addEventListener('click', () =>
    button.dispatchEvent(new CustomEvent('recto:point', { bubbles: true })),
  )
  return button
}

const newThread = (
  page: CommentsPage,
  requests: CommentRequests,
  done: (thread: Thread) => Promise<void>,
): HTMLFormElement =>
  composer({
    label: 'Comment on the whole page',
    action: 'Comment',
    draft: `${page.reader}-${page.shortId}-new`,
    names: requests.names,
    send: text => requests.begin(text),
    sent: thread => done(thread as Thread),
  })

/** The thread that holds the comment; null where there is none for this reader. */
async function find(requests: CommentRequests, id: string): Promise<Thread | null> {
  try {
    return (await requests.list('all', { holding: id, limit: 1 })).data[0] ?? null
  } catch (problem) {
    if (problem instanceof Refused) return null
    throw problem
  }
}

function focusOn(target: Element | null): void {
  if (!(target instanceof HTMLElement)) return
  target.focus({ preventScroll: true })
  target.scrollIntoView({ block: 'nearest' })
}
