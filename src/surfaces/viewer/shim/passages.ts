// Passages with threads: finds them in the page's text, paints them without touching the page, reports clicks.

import type { FramePassage, Limits } from '../protocol.ts'
import type { Channel } from './channel.ts'
import { applyFrameStyles } from './frame-styles.ts'
import { bringNear, later, listen, reportError } from './natives.ts'
import { breathing, type PageText, type Span } from './page-text.ts'
import type { Pins } from './pins.ts'
import type { Reading } from './reading.ts'
import { openAround, parentAcross } from './shadow-roots.ts'
import { rangeOf } from './text-nodes.ts'
import { reportTops } from './tops.ts'

const mostHits: Limits['hits'] = 20

/** Equal words are weighed at so many places at most. */
const MOST_EQUALS = 200

const { highlights } = CSS

interface Around {
  pins: Pins
  /** Sheet with the look of the passages. */
  sheet: CSSStyleSheet
}

/** Paints what the shell asks for, again whenever the page has changed, and reports clicks on it. */
export function markPassages(channel: Channel, reading: Reading, { pins, sheet }: Around): void {
  // A sheet that comes late makes the browser style the whole page again.
  applyFrameStyles(sheet)
  let wanted: readonly FramePassage[] = []
  let placed = new Map<string, Span>()
  let page: PageText
  let active: string | null = null
  let turn = 0

  const rangeFor = (id: string | null) => {
    const span = placed.get(id!)
    const range = span && rangeOf(page, span.start, span.end)
    return range?.startContainer.isConnected ? range : null
  }
  /** The mark painted last lies on top. */
  const paint = (mark: string, ranges: readonly Range[]) =>
    register(sheet, mark, reading.markApart?.(mark, ranges) ?? ranges)
  /** Places the passages; gives up where something else is wanted meanwhile. */
  const place = async () => {
    const mine = ++turn
    const text = await reading.text()
    const breathe = breathing()
    const found = new Map<string, Span>()
    const ranges: Range[] = []
    for (const passage of wanted) {
      const near = spanOf(text, passage)
      const span = near && (reading.whole?.(text, near) ?? near)
      const range = span && rangeOf(text, span.start, span.end)
      if (span) found.set(passage.id, span)
      if (range && !passage.quiet) ranges.push(range)
      await breathe()
      if (mine !== turn) return
    }
    placed = found
    page = text
    paint('recto-open', ranges)
    emphasise()
    tellSoon()
  }
  const emphasise = () => {
    const range = rangeFor(active)
    paint('recto-active', range ? [range] : [])
    return range
  }
  const tellSoon = reportTops(channel, () => {
    const [tops, missing] = [pins.tops(), [] as string[]]
    for (const { id, quiet } of wanted) {
      const range = rangeFor(id)
      if (range) tops.push([id, topOf(range)])
      if (!quiet && !(range && isShown(range))) missing.push(id)
    }
    return { tops, missing }
  })
  channel.on('passages', ({ passages }) => {
    wanted = passages
    place().catch(reportError)
  })
  const show = async (id: string | null) => {
    active = id
    await reading.text()
    const range = emphasise()
    if (range) bring(range)
    if (id !== null && !pins.has(id))
      channel.send({ type: 'showed', id, found: range !== null && isShown(range) })
  }
  channel.on('show', ({ id }) => void show(id).catch(reportError))
  const reportHit = async ({ clientX, clientY }: MouseEvent) => {
    if (!placed.size) return
    const at = await reading.offsetAt(clientX, clientY)
    const ids = at === null ? [] : hits(wanted, placed, at)
    if (ids[0]) channel.send({ type: 'hit', ids })
  }
  listen('click', event => void reportHit(event).catch(reportError), true)
  reading.onChange(() => {
    if (wanted[0]) place().catch(reportError)
  })
}

function hits(wanted: readonly FramePassage[], placed: ReadonlyMap<string, Span>, at: number): string[] {
  return wanted
    .filter(({ id, quiet }) => {
      const span = placed.get(id)
      return !quiet && span && span.start <= at && at <= span.end
    })
    .map(({ id }) => id)
    .slice(0, mostHits)
}

/** White space as it was quoted, or folded as the page has it. */
const spanOf = (page: PageText, passage: FramePassage): Span | null =>
  spanAsQuoted(page, passage) ??
  spanAsQuoted(page, { ...passage, exact: passage.exact.replace(/\s+/g, ' ').trim() })

/** Finds the quote at the server's position, else where most of its surroundings match; of a quiet one at least half must. */
function spanAsQuoted(
  { text }: PageText,
  { exact, prefix, suffix, start, quiet }: FramePassage,
): Span | null {
  if (start !== null && text.startsWith(exact, start)) return { start, end: start + exact.length }
  let best: Span | null = null
  let bestScore = quiet ? (prefix.length + suffix.length - 1) / 2 : -1
  for (
    let at = text.indexOf(exact), n = 0;
    at >= 0 && n < MOST_EQUALS;
    at = text.indexOf(exact, at + 1), n++
  ) {
    const score = around(text, at, exact.length, prefix, suffix)
    if (score > bestScore) {
      bestScore = score
      best = { start: at, end: at + exact.length }
    }
  }
  return best
}

function around(text: string, at: number, length: number, prefix: string, suffix: string): number {
  let score = 0
  while (score < prefix.length && text[at - 1 - score] === prefix.at(-1 - score)) score++
  for (let n = 0; n < suffix.length && text[at + length + n] === suffix[n]; n++) score++
  return score
}

/** Browsers without highlights show none; the list of threads in the shell is whole without them. */
function register(sheet: CSSStyleSheet, name: string, ranges: readonly Range[]): void {
  highlights?.delete(name)
  if (!highlights || !ranges[0]) return
  applyFrameStyles(sheet)
  for (const { startContainer } of ranges) applyFrameStyles(sheet, startContainer.getRootNode() as ShadowRoot)
  highlights.set(name, new Highlight(...ranges))
}

/** Scrolls the passage into the upper half. */
function bring(passage: Range): void {
  openAround(passage.startContainer)
  bringNear(parentAcross(passage.startContainer)!)
  later(() => scrollBy(0, topOf(passage) - innerHeight / 3), 0)
}

const isShown = (at: Range | Element): boolean => at.getClientRects().length > 0

/** Returns the pixels from the window's upper edge to the passage; a hidden one takes the place of what is shown around it. */
function topOf(range: Range): number {
  let shown: Range | Element = range
  for (let at = parentAcross(range.startContainer); at && !isShown(shown); at = parentAcross(at)) shown = at
  return shown.getBoundingClientRect().top
}
