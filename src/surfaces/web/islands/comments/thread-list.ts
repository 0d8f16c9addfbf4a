// The threads in the panel: one filter at a time, page by page, brought up to date in place when something happens.

import { element } from '../viewer/notice.ts'
import { type Filter, type Listed, type Order, Refused, SLACK, type Thread } from './comment-requests.ts'
import { hydrate, isHeld } from './hydrate.ts'
import type { Outline } from './outline.ts'
import { type ThreadContext, threadArticle } from './thread.ts'
import { inOrder, isBehind, orderedThreadOf, rearrange } from './thread-order.ts'
import { newsOf } from './thread-words.ts'

export interface ThreadList {
  readonly element: HTMLElement
  readonly filter: Filter
  /** Lists anew, from the first page on; what somebody writes stays where its thread does. */
  list(filter: Filter, order?: Order): Promise<void>
  /** Takes in what happened since the last look, without moving anything the reader is in; says what others did. */
  catchUp(): Promise<string[]>
  /** The thread stands in the list even where the filter would leave it out. */
  hold(thread: Thread): void
}

export type Empty = (filter: Filter) => string

export function threadList(context: ThreadContext, outline: Outline, empty: Empty): ThreadList {
  const { requests } = context
  const box = element('div', { className: 'threads' })
  let filter: Filter = 'open'
  let order: Order = 'asc'
  /** The threads shown, as they were told last. */
  let known = new Map<string, Thread>()
  /** When the list was true, by the server's clock; null before it was read. */
  let at: number | null = null
  let busy: Promise<unknown> = Promise.resolve()

  const look = async (asked: Filter) => {
    const listed = await requests.list(asked, { order })
    if (asked !== filter) return
    at = listed.at
    known = new Map()
    const fresh = element('div', {})
    fill(fresh, listed)
    if (listed.data.length === 0) fresh.append(note(empty(filter)))
    hydrate(box, fresh)
    if (box.querySelector('.thread')) box.querySelector('.none')?.remove()
  }
  const articleFor = (thread: Thread) => {
    known.set(thread.id, thread)
    return threadArticle(context, thread)
  }
  const fill = (into: HTMLElement, { data, nextCursor }: Listed) => {
    const more = data.filter(({ id }) => !articleOf(into, id))
    into.append(...more.map(articleFor))
    if (nextCursor) into.append(moreButton(nextCursor))
  }
  const moreButton = (cursor: string) => {
    const button = element('button', { type: 'button', className: 'button', textContent: 'Show more' })
    button.dataset.part = 'more'
    const show = async () => {
      const listed = await requests.list(filter, { cursor, order })
      const first = listed.data[0]
      button.remove()
      fill(box, listed)
      if (first) articleOf(box, first.id)?.focus()
    }
    button.addEventListener('click', () => void inTurn(() => attempt(show)))
    return button
  }
  const attempt = async (step: () => Promise<void>) => {
    box.setAttribute('aria-busy', 'true')
    try {
      await step()
    } catch (problem) {
      box.replaceChildren(failure(problem, () => void attempt(() => look(filter))))
    } finally {
      box.removeAttribute('aria-busy')
    }
  }
  /** Everything that happened in threads since, however many pages it fills. */
  const since = async (asked: Filter | 'all', from: number) => {
    const first = await requests.list(asked, { since: new Date(from).toISOString(), limit: 100 })
    const data = [...first.data]
    for (let cursor = first.nextCursor; cursor !== null; ) {
      const next = await requests.list(asked, { since: new Date(from).toISOString(), limit: 100, cursor })
      data.push(...next.data)
      cursor = next.nextCursor
    }
    return { data, at: first.at }
  }
  const changes = async (): Promise<string[]> => {
    const [before, from, shown] = [filter, at! - SLACK, [...known.keys()]]
    const isOther = await outline.refresh()
    const [all, mine] = await Promise.all([
      since('all', from),
      before === 'mine' ? since(before, from) : null,
    ])
    if (before !== filter) return []
    at = all.at
    const isMine = new Set(mine?.data.map(({ id }) => id))
    const gone = shown.filter(id => !outline.stands(id))
    for (const id of gone) drop(id)
    const news: (string | null)[] = []
    for (const [index, thread] of all.data.entries()) {
      if (index % TOGETHER === TOGETHER - 1) await nextTask()
      if (before !== filter) return []
      const last = known.get(thread.id)
      if (last) news.push(take(last, thread))
      else if (fits[before](thread, isMine) && place(thread)) news.push(newsOf(undefined, thread))
    }
    if (isOther && order === 'place') await follow(before)
    if (!box.querySelector('.thread, .none')) box.append(note(empty(filter)))
    return [...gone.map(() => 'A thread was deleted.'), ...news.filter(each => each !== null)]
  }
  /** The thread as it is now, in its place; what others did in it. */
  const take = (last: Thread, now: Thread): string | null => {
    if (JSON.stringify(last) === JSON.stringify(now)) return null
    const shown = articleOf(box, now.id)
    const fresh = articleFor(now)
    if (!shown) return null
    shown.className = fresh.className
    hydrate(shown, fresh)
    return newsOf(last, now)
  }
  /** In its order; what lies beyond the pages read so far waits there, and is no news yet. */
  const place = (thread: Thread): boolean => {
    const standing = { id: thread.id, created: thread.createdAt }
    const later = articlesIn(box).find(each => isBehind(orderedThreadOf(each), standing, order, outline))
    if (!later && box.querySelector('[data-part=more]')) return false
    box.querySelector('.none')?.remove()
    const article = threadArticle(context, thread)
    if (later) later.before(article)
    else box.append(article)
    known.set(thread.id, thread)
    return true
  }
  /** The text has another order now. */
  const follow = async (asked: Filter) => {
    if (box.querySelector('[data-part=more]')) await look(asked)
    else rearrange(box, inOrder(articlesIn(box), order, outline))
  }
  const drop = (id: string) => {
    known.delete(id)
    const article = articleOf(box, id)
    if (!article) return
    if (isHeld(article)) stay(article)
    else article.remove()
  }
  /** One after the other, so that an older answer never replaces a newer one. */
  const inTurn = <T>(step: () => Promise<T>): Promise<T> => {
    const turn = busy.then(step, step)
    busy = turn
    return turn
  }

  return {
    element: box,
    get filter() {
      return filter
    },
    list: (chosen, turned = order) => {
      if (chosen !== filter || turned !== order) box.replaceChildren()
      filter = chosen
      order = turned
      return inTurn(() => attempt(() => look(chosen)))
    },
    catchUp: () => inTurn(async () => (at === null ? [] : changes().catch(() => []))),
    hold: thread => {
      if (articleOf(box, thread.id) || place(thread)) return
      box.prepend(articleFor(thread))
    },
  }
}

/** Threads that are brought up to date in one task: a program may have changed a thousand. */
const TOGETHER = 20

const nextTask = (): Promise<void> => new Promise(resolve => setTimeout(resolve))

/** Whether a thread that is new here belongs into the list. */
const fits: Record<Filter, (thread: Thread, mine: ReadonlySet<string>) => boolean> = {
  open: ({ status }) => status === 'open',
  resolved: ({ status }) => status === 'resolved',
  detached: ({ anchorState }) => anchorState === 'orphaned',
  mine: ({ id }, mine) => mine.has(id),
}

export const articleOf = (box: HTMLElement, id: string): HTMLElement | null =>
  box.querySelector<HTMLElement>(`#comment-${CSS.escape(id)}`)

const articlesIn = (box: HTMLElement): HTMLElement[] => [...box.querySelectorAll<HTMLElement>('.thread')]

/** A deleted thread in which the reader is loses its words, and goes once they have left it; what they write in it stays. */
function stay(article: HTMLElement): void {
  for (const words of article.querySelectorAll('.comment-body, blockquote'))
    if (!isHeld(words)) words.remove()
  article.classList.add('deleted')
  if (!article.querySelector('[data-part=deleted]')) {
    const said = element('p', { className: 'standing', textContent: 'This thread was deleted.' })
    said.dataset.part = 'deleted'
    article.append(said)
  }
  article.addEventListener('focusout', ({ relatedTarget }) => {
    const isInside = relatedTarget instanceof Node && article.contains(relatedTarget)
    if (!isInside && !article.querySelector('form')) article.remove()
  })
}

const note = (text: string): HTMLElement => element('p', { className: 'none', textContent: text })

function failure(problem: unknown, again: () => void): HTMLElement {
  const text = problem instanceof Refused ? problem.message : 'The comments could not be read.'
  const retry = element('button', { type: 'button', className: 'button', textContent: 'Try again' })
  retry.addEventListener('click', again)
  const shown = element('div', { className: 'none' }, [element('p', { textContent: text }), retry])
  shown.setAttribute('role', 'alert')
  return shown
}
