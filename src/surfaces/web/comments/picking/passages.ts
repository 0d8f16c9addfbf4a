// The link between threads and frame: passages and pins to show, selected words, parts pointed at.

import { reattach } from '../../../../operations/comments/comments.ts'
import type { FramePassage, FramePin, Picked, Selected } from '../../../viewer/protocol.ts'
import type { PageFrame } from '../../artifact-viewer/page-frame.ts'
import { call, Refused } from '../../layout/call.ts'
import { subjectWords } from '../../words/comment-subject.ts'
import type { PlacesInPage } from '../card-levels.ts'
import type { CommentsPage } from '../page.ts'
import { type Anchor, anchorOf, elementAnchorOf } from '../subject.ts'
import type { ThreadAnchor } from '../thread.ts'
import { followElementPicker } from './element-picker.ts'
import type { Outline } from './outline.ts'
import { type BarPlace, type SelectionBar, selectionBar } from './selection-bar.ts'

/** Most threads that are painted; all are listed. */
const MOST_PAINTED = 2000

/** Milliseconds between two paintings: what happens in a burst is painted once. */
const PAUSE = 200

export interface Passages {
  readonly selected: Selected | null
  /** Scrolls the page to what the thread is about. */
  show(threadId: string): void
  /** Lets the reader select the words for the thread. */
  attach(threadId: string): void
  /** Lets the reader point at a part of the page: for a new comment, or for the thread. */
  point(threadId?: string): void
  /** Scrolls the page to this many pixels below its beginning. */
  scrollTo(top: number): void
  /** Has the frame tell where these stand, too; nothing of them is painted. */
  follow(resolved: readonly ThreadAnchor[]): void
  /** Takes the bars away. */
  leave(): void
}

export interface Reactions {
  /** The reader wants to write about what is selected, or was pointed at. */
  write(picked?: Picked): void
  /** The reader pointed at what these threads are about. */
  hit(threadIds: readonly string[]): void
  /** The page's scroll position, and the places of the things that threads are about. */
  told(places: PlacesInPage): void
  /** Something to say to the reader. */
  say(text: string): void
  changed(): void
}

/** A frame within the page that the reader went into. */
interface InnerFrame {
  /** Null if it cannot be named. */
  picked: Picked | null
  /** The frame's lower left corner, in pixels of the page's window. */
  at: { x: number; y: number }
}

interface Shown {
  frame: PageFrame
  /** The version that the frame shows; the threads may be attached in a newer one already. */
  version: number
}

/** Every word from the frame may be forged: it is shown as text, and only a press in the shell acts on it. */
export function followPassages(
  { frame, version }: Shown,
  page: CommentsPage,
  outline: Outline,
  reactions: Reactions,
): Passages {
  let selected: Selected | null = null
  let entered: InnerFrame | null = null
  let attaching: string | null = null
  let resolved: readonly ThreadAnchor[] = []
  let sent = '[[],[]]'
  let painted: ReadonlySet<string> = new Set()
  let timer: ReturnType<typeof setTimeout> | undefined

  /** Passages as they were attached in the version that is shown. */
  const stood = new Map<string, FramePassage>()
  const here = (thread: ThreadAnchor): FramePassage | null => {
    const passage = passageOf(thread)
    if (outline.version !== version) return stood.get(thread.id) ?? passage
    if (passage) stood.set(thread.id, passage)
    return passage
  }
  const paint = () => {
    const threads = openThreads(outline)
    const passages = [
      ...threads.flatMap(thread => here(thread) ?? []),
      ...resolved.flatMap(thread => quiet(here(thread))),
    ]
    const pins = [
      ...threads.flatMap(thread => pinOf(thread) ?? []),
      ...resolved.flatMap(thread => quiet(pinOf(thread))),
    ]
    const words = JSON.stringify([passages, pins])
    if (words === sent) return
    sent = words
    painted = new Set([...passages, ...pins].map(({ id }) => id))
    frame.send({ type: 'passages', passages })
    frame.send({ type: 'pins', pins })
  }
  const picking = followElementPicker(frame)
  const leave = () => {
    attaching = null
    entered = null
    bar.offer(null)
    picking.end()
  }
  const bar: SelectionBar = selectionBar({
    action: () => (attaching === null ? subjectWords.comment : subjectWords.move),
    left: leave,
    chosen: () => {
      const frame = entered?.picked
      if (attaching === null) reactions.write(frame ?? undefined)
      else if (frame) attachTo(attaching, elementAnchorOf(frame))
      else if (selected) attachTo(attaching, anchorOf(selected))
    },
  })
  const attachTo = (threadId: string, anchor: Anchor) => {
    const moved = () => {
      leave()
      reactions.say(subjectWords.moved)
      reactions.changed()
    }
    call(reattach, { commentId: threadId, anchor })
      .then(moved)
      .catch(problem => reactions.say(problem instanceof Refused ? problem.message : subjectWords.notMoved))
  }
  frame.on('selected', message => {
    selected = message.selected
    if (selected) entered = null
    if (selected) bar.offer(selected.exact, attaching === null ? yOf(frame, selected) : undefined)
    else if (attaching === null && !entered) bar.offer(null)
  })
  frame.on('inner-frame', ({ picked, at }) => {
    const isLeft = entered && at === null
    entered = at && { picked, at }
    if (entered) {
      bar.explain(subjectWords.innerFrame, besideFrame(frame, entered), entered.picked !== null)
    } else if (isLeft && attaching === null) bar.offer(null)
    else if (isLeft) bar.ask(subjectWords.select)
  })
  frame.on('hit', ({ ids }) => {
    const known = ids.filter(id => painted.has(id))
    if (known.length > 0) reactions.hit(known)
  })
  frame.on('tops', ({ scroll, tops, missing }) =>
    reactions.told({
      scroll,
      tops: new Map(tops.filter(([id]) => painted.has(id)).map(([id, top]) => [id, top + scroll])),
      missing: new Set(missing),
    }),
  )
  frame.on('showed', ({ found }) => {
    if (!found) reactions.say(subjectWords.notShown)
  })
  if (page.may) frame.send({ type: 'watch' })
  const paintSoon = () => {
    clearTimeout(timer)
    timer = setTimeout(paint, PAUSE)
  }
  outline.onChange(paintSoon)

  return {
    get selected() {
      return selected
    },
    show: id => frame.send({ type: 'show', id }),
    scrollTo: top => frame.send({ type: 'follow', index: -1, share: 0, below: top }),
    point(threadId) {
      leave()
      if (threadId === undefined) picking.begin(subjectWords.here, picked => reactions.write(picked))
      else picking.begin(subjectWords.move, picked => attachTo(threadId, elementAnchorOf(picked)))
    },
    follow(threads) {
      resolved = threads
      paintSoon()
    },
    attach(threadId) {
      picking.end()
      attaching = threadId
      bar.ask(subjectWords.select)
      frame.element.focus({ preventScroll: true })
    },
    leave,
  }
}

/** Returns where the selection ends in the window, kept beside what is seen of the page. */
function yOf({ element }: PageFrame, { y }: Selected): number {
  const { top, bottom } = element.getBoundingClientRect()
  return Math.round(Math.max(top + 4, Math.min(top + y - 32, bottom - 40)))
}

/** Returns the place of the bar: below the inner frame, as far as that is seen of the page. */
function besideFrame({ element }: PageFrame, { at }: InnerFrame): BarPlace {
  const { left, right, top, bottom } = element.getBoundingClientRect()
  return {
    x: Math.round(Math.max(left + 8, left + at.x)),
    end: Math.round(right - 8),
    y: Math.round(Math.max(top + 4, Math.min(top + at.y + 4, bottom - 64))),
  }
}

/** In the order of the page: of very many the frame tells where the first ones stand. */
const openThreads = (outline: Outline): ThreadAnchor[] =>
  [...outline.threads()]
    .filter(({ status }) => status === 'open')
    .sort((one, other) => (one.current?.textStart ?? 0) - (other.current?.textStart ?? 0))
    .slice(0, MOST_PAINTED)

/** The page's own words and nothing else; of a thread whose words are not in the file, those that were quoted. */
function passageOf({ id, anchor, current }: ThreadAnchor): FramePassage | null {
  const { exact = '', prefix = '', suffix = '' } = anchor?.textQuote ?? {}
  const words = current && current.textEnd > current.textStart ? current.text : exact
  if (words.trim() === '') return null
  return { id, exact: words, prefix, suffix, start: current?.textStart ?? null }
}

/** Returns the mark as a quiet one; an empty list without a mark. */
const quiet = <T extends FramePassage | FramePin>(mark: T | null): T[] =>
  mark ? [{ ...mark, quiet: true }] : []

/** An element, a point or a region; of one that was lost, or that nobody can tell from others now, nothing is shown. */
function pinOf({ id, anchor, anchorState, current, element }: ThreadAnchor): FramePin | null {
  if (!anchor || anchor.textQuote?.exact || anchorState === 'orphaned') return null
  const { cssPath, point = null, region = null } = anchor
  if (cssPath === undefined ? !point && !region : anchorState === 'changed' && !element) return null
  const path = current?.cssPath ?? cssPath ?? null
  const alike = current?.cssPath === undefined ? (anchor.element?.alike ?? null) : null
  return { id, path, tag: element?.tag ?? null, words: element?.text ?? null, alike, point, region }
}
