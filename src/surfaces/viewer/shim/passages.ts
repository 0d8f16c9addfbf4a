// Passages with threads: finds them in the page's text, paints them without touching the page, reports clicks.

import type { FramePassage, Limits } from '../protocol.ts'
import type { Channel } from './channel.ts'
import { applyFrameStyles } from './frame-styles.ts'
import { bringNear, later } from './natives.ts'
import { breathing, type PageText, toStaticRange } from './page-text.ts'
import type { Pins } from './pins.ts'
import type { Reading } from './reading.ts'
import { newRange } from './text-nodes.ts'

const mostHits: Limits['hits'] = 20

/** Equal words are weighed at so many places at most. */
const MOST_EQUALS = 200

const { highlights } = CSS

interface Span {
  start: number
  end: number
}

interface Around {
  pins: Pins
  /** How the passages look. */
  sheet: CSSStyleSheet
}

/** Paints what the shell asks for, again whenever the page has changed, and reports clicks on it. */
export function markPassages(channel: Channel, reading: Reading, { pins, sheet }: Around): void {
  // A sheet that comes late makes the browser style the whole page again.
  applyFrameStyles(sheet)
  let wanted: readonly FramePassage[] = []
  let placed = new Map<string, Span>()
  let active: string | null = null
  let turn = 0

  const place = async () => {
    const mine = ++turn
    const page = await reading.text()
    const found = await locate(page, wanted, () => mine !== turn)
    if (!found) return
    placed = found
    await paintAll(sheet, page, wanted, found)
    emphasise(page)
  }
  const emphasise = (page: PageText) => {
    const span = active === null ? undefined : placed.get(active)
    const range = span && toStaticRange(page, span.start, span.end)
    register(sheet, 'recto-active', range ? [range] : [])
    return range
  }
  channel.on('passages', ({ passages }) => {
    wanted = passages
    void place()
  })
  channel.on('show', async ({ id }) => {
    active = id
    const range = emphasise(await reading.text())
    if (range) bring(range)
    if (id !== null && !pins.has(id)) channel.send({ type: 'showed', id, found: Boolean(range) })
  })
  addEventListener(
    'click',
    async event => {
      if (placed.size === 0) return
      const at = await reading.offsetAt(event.clientX, event.clientY)
      const ids = at === null ? [] : hits(placed, at)
      if (ids.length > 0) channel.send({ type: 'hit', ids })
    },
    true,
  )
  reading.onChange(() => wanted.length > 0 && void place())
}

function hits(placed: ReadonlyMap<string, Span>, at: number): string[] {
  return [...placed]
    .filter(([, { start, end }]) => start <= at && at <= end)
    .map(([id]) => id)
    .slice(0, mostHits)
}

/** Null if something else is wanted meanwhile. */
async function locate(
  { text }: PageText,
  wanted: readonly FramePassage[],
  isLate: () => boolean,
): Promise<Map<string, Span> | null> {
  const breathe = breathing()
  const found = new Map<string, Span>()
  for (const passage of wanted) {
    const start = startOf(text, passage)
    if (start !== null) found.set(passage.id, { start, end: start + passage.exact.length })
    await breathe()
    if (isLate()) return null
  }
  return found
}

/** Where the server says, else where most of what stands around it is the same. */
function startOf(text: string, { exact, prefix, suffix, start }: FramePassage): number | null {
  if (start !== null && text.startsWith(exact, start)) return start
  let best: { at: number; score: number } | null = null
  for (
    let at = text.indexOf(exact), n = 0;
    at >= 0 && n < MOST_EQUALS;
    at = text.indexOf(exact, at + 1), n++
  ) {
    const score = around(text, at, exact.length, prefix, suffix)
    if (!best || score > best.score) best = { at, score }
  }
  return best?.at ?? null
}

function around(text: string, at: number, length: number, prefix: string, suffix: string): number {
  let score = 0
  while (score < prefix.length && text[at - 1 - score] === prefix[prefix.length - 1 - score]) score++
  for (let n = 0; n < suffix.length && text[at + length + n] === suffix[n]; n++) score++
  return score
}

async function paintAll(
  sheet: CSSStyleSheet,
  page: PageText,
  wanted: readonly FramePassage[],
  placed: ReadonlyMap<string, Span>,
): Promise<void> {
  const ranges = { open: [] as StaticRange[], resolved: [] as StaticRange[] }
  const breathe = breathing()
  for (const { id, status } of wanted) {
    const span = placed.get(id)
    const range = span && toStaticRange(page, span.start, span.end)
    if (range) ranges[status].push(range)
    await breathe()
  }
  register(sheet, 'recto-open', ranges.open)
  register(sheet, 'recto-resolved', ranges.resolved)
}

/** Browsers without highlights show none; the list of threads in the shell is whole without them. */
function register(sheet: CSSStyleSheet, name: string, ranges: readonly StaticRange[]): void {
  if (!highlights) return
  highlights.delete(name)
  if (ranges.length === 0) return
  applyFrameStyles(sheet)
  const highlight = new Highlight(...ranges)
  highlight.priority = name === 'recto-active' ? 2 : 1
  highlights.set(name, highlight)
}

/** Scrolls the passage into the upper half. */
function bring({ startContainer, startOffset, endContainer, endOffset }: StaticRange): void {
  openAround(startContainer)
  bringNear(startContainer.parentElement!)
  later(() => {
    const range = newRange()
    range.setStart(startContainer, startOffset)
    range.setEnd(endContainer, endOffset)
    scrollBy(0, range.getBoundingClientRect().top - innerHeight / 3)
  }, 0)
}

/** What is folded away would have no place to scroll to. */
function openAround(node: Node): void {
  for (let folded = foldedAround(node); folded; folded = foldedAround(node)) folded.open = true
}

const foldedAround = (node: Node): HTMLDetailsElement | null =>
  node.parentElement!.closest<HTMLDetailsElement>('details:not([open])')
