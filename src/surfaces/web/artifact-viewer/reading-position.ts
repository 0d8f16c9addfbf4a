// The state that a page takes up again when it loads anew: its reader's place, and the open panel of comments.

import type { Heading } from '../../viewer/protocol.ts'
import type { PageFrame } from './page-frame.ts'

/** Pixels below a heading, known by its number, its words, and how many before it have the same. */
interface Place {
  index: number
  words: string
  before: number
  below: number
}

const keyOf = (what: 'place' | 'panel', shortId: string): string => `recto-${what}-${shortId}`

let isFirst = true
/** The reader's place in the page now; null at its top. */
let reached: Place | null = null
/** The place to which the shown page is still to be scrolled. */
let wanted: Place | null = null

/** Call it for each frame that shows the page: its reader comes to where they left it, by reload or with the keys of the browser. */
export function keepPlace(frame: PageFrame, shortId: string): void {
  let headings: readonly Heading[] = []
  wanted = isFirst ? placeLeft(shortId) : reached
  if (isFirst) addEventListener('pagehide', () => leave(shortId))
  isFirst = false
  frame.on('outline', outline => {
    headings = outline.headings
    if (!wanted) return
    const { below } = wanted
    frame.send({ type: 'follow', index: indexOf(headings, wanted), share: 0, below })
  })
  frame.on('pong', ({ index, below }) => {
    const isAtTop = index < 0 && below === 0
    // A page that builds itself may not reach so far yet: it is tried again until something scrolls.
    if (!isAtTop) wanted = null
    reached = isAtTop ? wanted : { index, below, ...described(headings, index) }
  })
}

/** The reader goes elsewhere in the page: this frame or the next leads there. */
export function leavePlace(): void {
  reached = null
  wanted = null
}

function described(headings: readonly Heading[], index: number): Pick<Place, 'words' | 'before'> {
  const words = headings[index]?.text ?? ''
  return { words, before: headings.slice(0, Math.max(0, index)).filter(({ text }) => text === words).length }
}

/** The heading with these words, as many of them before it as then; where they are gone, the one with its number. */
function indexOf(headings: readonly Heading[], { index, words, before }: Place): number {
  const same = headings.flatMap(({ text }, at) => (text === words ? [at] : []))
  return same[before] ?? same.at(-1) ?? Math.min(index, headings.length - 1)
}

function leave(shortId: string): void {
  if (reached) sessionStorage.setItem(keyOf('place', shortId), JSON.stringify(reached))
  else sessionStorage.removeItem(keyOf('place', shortId))
}

/** Returns the place that the reader left; null for somebody who comes by a link, for whom the page begins at its top. */
function placeLeft(shortId: string): Place | null {
  const left = sessionStorage.getItem(keyOf('place', shortId))
  return left && comesBack() ? (JSON.parse(left) as Place) : null
}

/** Tells whether the reader was here before: the page was loaded again, or the browser went back to it. */
export function comesBack(): boolean {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  return /reload|back/.test(navigation?.type ?? '')
}

/** Notes before the page comes anew whether the panel is open. */
export function keepPanel(shortId: string): void {
  if (document.querySelector<HTMLElement>('#comments')?.hidden === false)
    sessionStorage.setItem(keyOf('panel', shortId), '1')
}

/** Tells whether the panel stood open, and forgets the answer. */
export function panelWasOpen(shortId: string): boolean {
  const was = sessionStorage.getItem(keyOf('panel', shortId)) !== null
  sessionStorage.removeItem(keyOf('panel', shortId))
  return was
}
