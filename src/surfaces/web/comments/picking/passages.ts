// What the threads and the frame tell each other: passages and pins to show, words that were selected, parts pointed at.

import type { FramePassage, FramePin, Picked, Selected } from '../../../viewer/protocol.ts'
import type { PageFrame } from '../../artifact-viewer/page-frame.ts'
import { commentsOf, type ElementAnchor, type PassageAnchor, Refused } from '../comment-requests.ts'
import type { CommentsPage } from '../page.ts'
import { anchorOf, elementAnchorOf } from '../subject.ts'
import type { ThreadAnchor } from '../thread.ts'
import { followElementPicker } from './element-picker.ts'
import type { Outline } from './outline.ts'
import { type SelectionBar, selectionBar } from './selection-bar.ts'

/** No more threads than this are painted; all are listed. */
const MOST_PAINTED = 2000

/** Milliseconds between two paintings: what happens in a burst is painted once. */
const PAUSE = 200

export interface Passages {
  readonly selected: Selected | null
  /** Scrolls the page to what the thread is about. */
  show(threadId: string): void
  /** Lets the reader select what the thread shall hang on. */
  attach(threadId: string): void
  /** Lets the reader point at a part of the page: for a new comment, or for the thread to hang on. */
  point(threadId?: string): void
  /** Takes the bars away. */
  leave(): void
}

export interface Reactions {
  /** The reader wants to write about what is selected, or was pointed at. */
  write(picked?: Picked): void
  /** The reader pointed at what these threads are about. */
  hit(threadIds: readonly string[]): void
  /** Something to say to the reader. */
  say(text: string): void
  changed(): void
}

interface Shown {
  frame: PageFrame
  /** The version that the frame shows; the threads may hang on a newer one already. */
  version: number
}

/** Every word from the frame may be forged: it is shown as text, and only a press in the shell acts on it. */
export function followPassages(
  { frame, version }: Shown,
  page: CommentsPage,
  outline: Outline,
  reactions: Reactions,
): Passages {
  const requests = commentsOf(page.shortId)
  let selected: Selected | null = null
  let attaching: string | null = null
  let sent = '[[],[]]'
  let painted: ReadonlySet<string> = new Set()
  let timer: ReturnType<typeof setTimeout> | undefined

  /** As they hung in the version that is shown. */
  const stood = new Map<string, FramePassage>()
  const here = (thread: ThreadAnchor): FramePassage | null => {
    const passage = passageOf(thread)
    if (outline.version !== version) return stood.get(thread.id) ?? passage
    if (passage) stood.set(thread.id, passage)
    return passage
  }
  const paint = () => {
    const threads = openThreads(outline)
    const passages = threads.flatMap(thread => here(thread) ?? [])
    const pins = threads.flatMap(thread => pinOf(thread) ?? [])
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
    bar.offer(null)
    picking.end()
  }
  const bar: SelectionBar = selectionBar({
    action: () => (attaching === null ? 'Comment' : 'Move here'),
    left: leave,
    chosen: () => {
      if (attaching === null) reactions.write()
      else if (selected) void attachTo(attaching, anchorOf(selected))
    },
  })
  const attachTo = async (threadId: string, anchor: PassageAnchor | ElementAnchor) => {
    try {
      await requests.attach(threadId, anchor)
      leave()
      reactions.say('The thread is about that now.')
      reactions.changed()
    } catch (problem) {
      reactions.say(
        problem instanceof Refused ? problem.message : 'The thread could not be moved. Try again.',
      )
    }
  }
  frame.on('selected', message => {
    selected = message.selected
    if (selected) bar.offer(selected.exact, attaching === null ? yOf(frame, selected) : undefined)
    else if (attaching === null) bar.offer(null)
  })
  frame.on('hit', ({ ids }) => {
    const known = ids.filter(id => painted.has(id))
    if (known.length > 0) reactions.hit(known)
  })
  frame.on('showed', ({ found }) => {
    if (!found) reactions.say('That is not on the page as it is shown.')
  })
  if (page.may) frame.send({ type: 'watch' })
  outline.onChange(() => {
    clearTimeout(timer)
    timer = setTimeout(paint, PAUSE)
  })

  return {
    get selected() {
      return selected
    },
    show: id => frame.send({ type: 'show', id }),
    point(threadId) {
      leave()
      if (threadId === undefined) picking.begin('Comment here', picked => reactions.write(picked))
      else picking.begin('Move here', picked => void attachTo(threadId, elementAnchorOf(picked)))
    },
    attach(threadId) {
      picking.end()
      attaching = threadId
      bar.ask('Select the words in the page that this thread is about.')
      frame.element.focus({ preventScroll: true })
    },
    leave,
  }
}

/** Where the selection ends in the window, kept beside what is seen of the page. */
function yOf({ element }: PageFrame, { y }: Selected): number {
  const { top, bottom } = element.getBoundingClientRect()
  return Math.round(Math.max(top + 4, Math.min(top + y - 32, bottom - 40)))
}

const openThreads = (outline: Outline): ThreadAnchor[] =>
  [...outline.threads()].filter(({ status }) => status === 'open').slice(0, MOST_PAINTED)

/** The page's own words and nothing else; of a thread whose words are not in the file, those that were quoted. */
function passageOf({ id, status, anchor, current }: ThreadAnchor): FramePassage | null {
  const { exact = '', prefix = '', suffix = '' } = anchor?.textQuote ?? {}
  const words = current && current.textEnd > current.textStart ? current.text : exact
  if (words.trim() === '') return null
  return { id, status, exact: words, prefix, suffix, start: current?.textStart ?? null }
}

/** An element, a point or a region; of one that was lost, or that nobody can tell from others now, nothing is shown. */
function pinOf({ id, status, anchor, anchorState, current, element }: ThreadAnchor): FramePin | null {
  if (!anchor || anchor.textQuote?.exact || anchorState === 'orphaned') return null
  const { cssPath, point = null, region = null } = anchor
  if (cssPath === undefined ? !point && !region : anchorState === 'changed' && !element) return null
  const path = current?.cssPath ?? cssPath ?? null
  const alike = current?.cssPath === undefined ? (anchor.element?.alike ?? null) : null
  return { id, status, path, tag: element?.tag ?? null, words: element?.text ?? null, alike, point, region }
}
