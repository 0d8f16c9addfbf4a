// What the threads and the frame tell each other: passages to paint, words that were selected, a passage pointed at.

import type { FramePassage, Selected } from '../../../viewer/protocol.ts'
import type { PageFrame } from '../viewer/page-frame.ts'
import type { Outline } from './outline.ts'
import type { CommentsPage } from './page.ts'
import { anchorOf } from './passage-form.ts'
import { type SelectionBar, selectionBar } from './selection-bar.ts'
import { commentsOf, type Hanging, Refused } from './wire.ts'

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
  /** Takes the bar away. */
  leave(): void
}

export interface Reactions {
  /** The reader wants to write about what is selected. */
  write(): void
  /** The reader pointed at what these threads are about. */
  hit(threadIds: readonly string[]): void
  /** Something to say to the reader. */
  say(text: string): void
  changed(): void
}

/** Every word from the frame may be forged: it is shown as text, and only a press in the shell acts on it. */
export function followPassages(
  frame: PageFrame,
  page: CommentsPage,
  outline: Outline,
  reactions: Reactions,
): Passages {
  const wire = commentsOf(page.shortId)
  let selected: Selected | null = null
  let attaching: string | null = null
  let sent = '[]'
  let painted: ReadonlySet<string> = new Set()
  let timer: ReturnType<typeof setTimeout> | undefined

  const paint = () => {
    const passages = passagesOf(outline)
    const words = JSON.stringify(passages)
    if (words === sent) return
    sent = words
    painted = new Set(passages.map(({ id }) => id))
    frame.send({ type: 'passages', passages })
  }
  const leave = () => {
    attaching = null
    bar.offer(null)
  }
  const bar: SelectionBar = selectionBar({
    action: () => (attaching === null ? 'Comment' : 'Attach here'),
    left: leave,
    chosen: () => {
      if (attaching === null) reactions.write()
      else void attachTo(attaching)
    },
  })
  const attachTo = async (threadId: string) => {
    if (!selected) return
    try {
      await wire.attach(threadId, anchorOf(selected))
      leave()
      reactions.say('It hangs there now.')
      reactions.changed()
    } catch (problem) {
      reactions.say(problem instanceof Refused ? problem.message : 'It could not be attached. Try again.')
    }
  }
  frame.on('selected', message => {
    selected = message.selected
    if (selected) bar.offer(selected.exact)
    else if (attaching === null) bar.offer(null)
  })
  frame.on('hit', ({ ids }) => {
    const known = ids.filter(id => painted.has(id))
    if (known.length > 0) reactions.hit(known)
  })
  frame.on('showed', ({ found }) => {
    if (!found) reactions.say('Those words are not on the page as it is shown.')
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
    attach(threadId) {
      attaching = threadId
      bar.ask('Select the words in the page that this thread is about.')
      frame.element.focus({ preventScroll: true })
    },
    leave,
  }
}

const passagesOf = (outline: Outline): FramePassage[] =>
  [...outline.threads()]
    .filter(({ status }) => status === 'open')
    .slice(0, MOST_PAINTED)
    .flatMap(thread => passageOf(thread) ?? [])

/** The page's own words and nothing else; of a thread whose words are not in the file, those that were quoted. */
function passageOf({ id, status, anchor, current }: Hanging): FramePassage | null {
  const { exact = '', prefix = '', suffix = '' } = anchor?.textQuote ?? {}
  const words = current && current.textEnd > current.textStart ? current.text : exact
  if (words.trim() === '') return null
  return { id, status, exact: words, prefix, suffix, start: current?.textStart ?? null }
}
