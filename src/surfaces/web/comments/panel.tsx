// The panel of comments: what it shows, and what others ask of it.

import { render } from 'preact'
import { Refused } from '../layout/call.ts'
import { newsWords } from '../words/comment-news.ts'
import { commentWords } from '../words/comments.ts'
import { beside, keepLevel, type PlacesInPage } from './card-levels.ts'
import { draftOf } from './drafts.ts'
import { type Filter, listThreads, type Order } from './listed-threads.ts'
import type { CommentsPage } from './page.ts'
import type { NewComment } from './panel-props.ts'
import { draftOfNew, PanelView } from './panel-view.tsx'
import type { Outline } from './picking/outline.ts'
import { nameInAddress } from './picking/walk.ts'
import { resolvedThreads } from './resolved-threads.ts'
import type { Subject } from './subject.ts'
import type { Thread } from './thread.ts'
import { threadList } from './thread-list.ts'
import type { ThreadActions } from './thread-tools.tsx'

export interface Panel {
  /** Lists the threads anew. */
  refresh(): Promise<void>
  /** Takes in what others did meanwhile, without moving the reader. */
  catchUp(): Promise<void>
  /**
   * Shows the comment with this id, whatever filter holds it; false where there is none for this reader. The page stays where it is
   * unless this `brings` it along.
   */
  reveal(id: string, brings?: boolean): Promise<boolean>
  /** Marks the thread, writes it into the address, and shows in the page where it belongs. */
  mark(threadId: string): void
  /** The frame told where the page stands. */
  told(places: PlacesInPage): void
  /** Takes the reader to the field for a new comment, on what was chosen in the page or on the whole page. */
  write(subject?: Subject | null): void
}

/** Requests of the panel to the page around it. */
export interface PanelSurroundings extends Pick<ThreadActions, 'showPassage' | 'attach'> {
  close(): void
  /** Lets the reader point at a part of the page. */
  point(): void
  /** Scrolls the page to this many pixels below its beginning. */
  scrollPage(top: number): void
  /** Has the page report where these resolved threads stand. */
  follow(threads: readonly Thread[]): void
}

/** Fills `aside`. */
export function openPanel(
  aside: HTMLElement,
  page: CommentsPage,
  outline: Outline,
  { close, point, scrollPage, follow, showPassage, attach }: PanelSurroundings,
): Panel {
  const { shortId, reader } = page
  const state = {
    current: null as string | null,
    asked: firstForm(page),
    missing: '',
    said: { text: '', number: 0 },
    lines: [] as readonly Thread[],
    tops: new Map() as PlacesInPage['tops'],
    offScreen: new Set() as PlacesInPage['missing'],
  }
  const articleOf = (id: string) => aside.querySelector<HTMLElement>(`#comment-${CSS.escape(id)}`)
  const isHeld = (id: string) => {
    const article = articleOf(id)
    if (article === null) return false
    return article.querySelector('form') !== null || (isFocused(article) && !isLine(id))
  }
  /** In the order of the page what is resolved is a line, which is there once the page has told where it stands. */
  const isLine = (id: string) => threads.filter === 'open' && threads.order === 'place' && resolved.has(id)
  const linesNow = () => {
    const shown = new Set(threads.shown.map(({ thread }) => thread.id))
    return resolved.all.filter(({ id }) => isLine(id) && state.tops.has(id) && !shown.has(id))
  }
  const draw = () => {
    state.lines = linesNow()
    keepFocus(aside, () =>
      render(
        <PanelView
          {...state}
          {...{ page, threads, actions, counts: outline.counts }}
          onClose={close}
          onPoint={point}
          onFilter={filter => void choose(filter).catch(reportError)}
          onMore={() => void more().catch(reportError)}
          onUnfold={unfold}
          onAdd={() => write(null)}
          onLeaveNew={leaveNew}
          onBegun={begun}
        />,
        aside,
      ),
    )
    levels.lay()
  }
  const threads = threadList({ shortId, outline, isHeld, onChange: draw, order: firstOrder() })
  const resolved = resolvedThreads(shortId, outline, all => {
    follow(all)
    draw()
  })
  const levels = keepLevel(aside, { inOrder: () => threads.order === 'place', scrollPage })
  const actions: ThreadActions = {
    ...{ shortId, reader, changed, failed, attach },
    showPassage: id => {
      state.current = id
      draw()
      showPassage(id)
    },
  }

  function say(text: string): void {
    state.said = { text, number: state.said.number + 1 }
    draw()
  }
  function ask(subject: Subject | null, isOpen = true): void {
    state.asked = { isOpen, subject, number: state.asked.number + 1 }
    draw()
  }
  /** A form that is open for the same already stays as it is. */
  function write(subject: Subject | null): void {
    const isSame = state.asked.isOpen && subject === null
    if (page.may && !isSame) ask(subject)
    ;(aside.querySelector<HTMLElement>('.new-thread textarea') ?? aside.querySelector('h2'))?.focus()
  }
  function leaveNew(): void {
    ask(null, false)
    aside.querySelector<HTMLElement>('[data-part=add]')?.focus()
  }
  function failed(problem: unknown): void {
    state.missing = problem instanceof Refused ? problem.message : commentWords.notDone
    draw()
  }
  async function changed(threadId: string, what: string): Promise<void> {
    await lookAround()
    await list(threads.filter)
    say(what)
    focusOn(articleOf(threadId) ?? aside.querySelector('h2'))
  }
  async function list(filter: Filter): Promise<void> {
    if (!page.sees) return draw()
    await Promise.all([threads.list(filter), lookAround()])
  }
  /** Reads the other threads. A failure is no reason to show none. */
  function lookAround(): Promise<void> {
    return outline
      .refresh()
      .then(resolved.refresh)
      .catch(() => undefined)
  }
  function unfold(thread: Thread): void {
    state.current = thread.id
    threads.hold(thread)
    focusOn(articleOf(thread.id))
    showPassage(thread.id)
  }
  function choose(filter: Filter): Promise<void> {
    state.missing = ''
    return list(filter)
  }
  async function more(): Promise<void> {
    const first = threads.isBusy ? null : await threads.more()
    if (first) articleOf(first)?.focus()
  }
  async function begun(thread: Thread): Promise<void> {
    ask(null, false)
    if (threads.filter !== 'mine') await choose('open')
    await changed(thread.id, commentWords.added)
  }

  draw()
  outline.onChange(draw)
  return {
    refresh: () => list(threads.filter),
    told(places) {
      state.tops = places.tops
      levels.told(places)
      const isNews = `${[...places.missing]}` !== `${[...state.offScreen]}`
      state.offScreen = places.missing
      if (isNews || !isSame(linesNow(), state.lines)) draw()
    },
    async catchUp() {
      if (!page.sees) return
      const news = await threads.catchUp()
      await resolved.refresh().catch(() => undefined)
      if (news.length > 0) say(inShort(news))
    },
    write: (subject = null) => write(subject),
    async reveal(id, brings = true) {
      const thread = page.sees ? await find(shortId, id) : null
      if (thread) await choose(thread.status)
      state.missing = thread ? '' : commentWords.missing
      if (thread) {
        state.current = thread.id
        threads.hold(thread)
        focusOn(articleOf(id), brings)
      } else draw()
      return thread !== null
    },
    mark(threadId) {
      state.current = threadId
      draw()
      nameInAddress(threadId)
      if (articleOf(threadId)?.querySelector('.passage')) showPassage(threadId)
    },
  }
}

/** Returns the first order: beside the page the threads stand as their passages do. */
const firstOrder = (): Order => (matchMedia(beside).matches ? 'place' : 'asc')

/** Returns the form for a new comment, open where something was written before and not sent. */
const firstForm = (page: CommentsPage): NewComment => ({
  isOpen: page.may && draftOf(draftOfNew(page, null)) !== null,
  subject: null,
  number: 0,
})

const isSame = (some: readonly Thread[], others: readonly Thread[]): boolean =>
  some.length === others.length && some.every((each, at) => each === others[at])

const isFocused = (part: HTMLElement): boolean => part.contains(document.activeElement)

/** Keeps the focus: a moved element may lose it on its way, and a removed one leaves it to the thread around it. */
function keepFocus(aside: HTMLElement, draw: () => void): void {
  const focused = isFocused(aside) ? (document.activeElement as HTMLElement) : null
  const around = focused?.closest<HTMLElement>('article')
  draw()
  if (!focused || document.activeElement === focused) return
  const next = focused.isConnected ? focused : around
  if (next?.isConnected && !isFocused(aside)) next.focus({ preventScroll: true })
}

/** Sentences told at once; after a long sleep a number says enough. */
const MOST_NEWS = 3

const inShort = (news: readonly string[]): string =>
  news.length > MOST_NEWS ? newsWords.many(news.length) : news.join(' ')

/** The thread that holds the comment; null where there is none for this reader. */
async function find(shortId: string, id: string): Promise<Thread | null> {
  try {
    return (await listThreads(shortId, 'all', { holding: id, limit: 1 })).data[0] ?? null
  } catch (problem) {
    if (problem instanceof Refused) return null
    throw problem
  }
}

/** The page follows cards that stand level with it, so where it is to stay they are not scrolled. */
function focusOn(target: Element | null, brings = true): void {
  if (!(target instanceof HTMLElement)) return
  target.focus({ preventScroll: true })
  if (brings || !target.closest('.level')) target.scrollIntoView({ block: 'nearest' })
}
