// The threads in the panel: one filter at a time, page by page, brought up to date in place when something happens.

import { element } from '../viewer/notice.ts'
import { takeOver } from './take-over.ts'
import { type ThreadDesk, threadArticle } from './thread.ts'
import { newsOf } from './thread-words.ts'
import { type Filter, type Listed, Refused, type Thread } from './wire.ts'

/** Milliseconds between the clocks of two servers that are made up for. */
const SLACK = 10_000

export interface ThreadList {
  readonly element: HTMLElement
  readonly filter: Filter
  /** Lists anew, from the first page on; what somebody writes stays where its thread does. */
  list(filter: Filter, order?: 'asc' | 'desc'): Promise<void>
  /** Takes in what happened since the last look, without moving anything the reader is in; says what others did. */
  catchUp(): Promise<string[]>
  /** The thread stands in the list even where the filter would leave it out. */
  hold(thread: Thread): void
}

export type Empty = (filter: Filter) => string

export function threadList(desk: ThreadDesk, empty: Empty): ThreadList {
  const { wire } = desk
  const box = element('div', { className: 'threads' })
  let filter: Filter = 'open'
  let order: 'asc' | 'desc' = 'asc'
  /** When the list was true, by the server's clock; null before it was read. */
  let at: number | null = null
  let busy: Promise<unknown> = Promise.resolve()

  const look = async (asked: Filter) => {
    const listed = await wire.list(asked, { order })
    if (asked !== filter) return
    at = listed.at
    const fresh = element('div', {})
    fill(fresh, listed)
    if (listed.data.length === 0) fresh.append(note(empty(filter)))
    takeOver(box, fresh)
    if (box.querySelector('.thread')) box.querySelector('.none')?.remove()
  }
  const fill = (into: HTMLElement, { data, nextCursor }: Listed) => {
    const more = data.filter(({ id }) => !articleOf(into, id))
    into.append(...more.map(thread => threadArticle(desk, thread)))
    if (nextCursor) into.append(moreButton(nextCursor))
  }
  const moreButton = (cursor: string) => {
    const button = element('button', { type: 'button', className: 'button', textContent: 'Show more' })
    button.dataset.part = 'more'
    const show = async () => {
      const listed = await wire.list(filter, { cursor, order })
      const first = listed.data[0]
      button.remove()
      fill(box, listed)
      if (first) articleOf(box, first.id)?.focus()
    }
    button.addEventListener('click', () => void attempt(show))
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
  const changes = async (): Promise<string[]> => {
    const [before, from] = [filter, at! - SLACK]
    const asked = { since: new Date(from).toISOString(), limit: 100 }
    const [all, wanted] = await Promise.all([wire.list('all', asked), wire.list(before, asked)])
    if (before !== filter) return []
    if (all.nextCursor) await look(before)
    at = all.at
    const changed = all.data.filter(thread => {
      const shown = articleOf(box, thread.id)
      return shown !== null && refresh(shown, threadArticle(desk, thread))
    })
    const added = wanted.data.filter(({ id }) => !articleOf(box, id))
    for (const thread of added) place(threadArticle(desk, thread))
    return [...added, ...changed].flatMap(thread => newsOf(thread, from) ?? [])
  }
  /** In its order; what lies beyond the pages read so far waits there. */
  const place = (article: HTMLElement) => {
    box.querySelector('.none')?.remove()
    const later = [...box.querySelectorAll<HTMLElement>('.thread')].find(each =>
      order === 'asc' ? isBefore(article, each) : isBefore(each, article),
    )
    if (later) later.before(article)
    else if (!box.querySelector('[data-part=more]')) box.append(article)
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
      if (!articleOf(box, thread.id)) place(threadArticle(desk, thread))
      if (!articleOf(box, thread.id)) box.prepend(threadArticle(desk, thread))
    },
  }
}

export const articleOf = (box: HTMLElement, id: string): HTMLElement | null =>
  box.querySelector<HTMLElement>(`#comment-${CSS.escape(id)}`)

/** False where nothing is different. */
function refresh(shown: HTMLElement, fresh: HTMLElement): boolean {
  const before = shown.textContent
  shown.className = fresh.className
  takeOver(shown, fresh)
  return shown.textContent !== before
}

const startOf = (article: HTMLElement): string => article.dataset.created ?? ''

const isBefore = (one: HTMLElement, other: HTMLElement): boolean => startOf(one) < startOf(other)

const note = (text: string): HTMLElement => element('p', { className: 'none', textContent: text })

function failure(problem: unknown, again: () => void): HTMLElement {
  const text = problem instanceof Refused ? problem.message : 'The comments could not be read.'
  const retry = element('button', { type: 'button', className: 'button', textContent: 'Try again' })
  retry.addEventListener('click', again)
  const shown = element('div', { className: 'none' }, [element('p', { textContent: text }), retry])
  shown.setAttribute('role', 'alert')
  return shown
}
