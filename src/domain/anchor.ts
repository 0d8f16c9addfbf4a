// The place of a comment's anchor in a page, and its place after the page changed: text alone, no markup.
import { findAmongCopies } from './copied-passage.ts'
import type { Span } from './paragraphs.ts'
import { bare, isSpace, occurrencesOf } from './phrase.ts'

export type { Span } from './paragraphs.ts'

/** An element, described by its tag and its words. */
export interface ElementDescription {
  tag: string
  /** The name of the element, or its first words. */
  text: string
  /** The number of elements of the page with this tag and text; 0 if they were not counted. */
  alike?: number | undefined
}

/** The place that a reader pointed at; every part is optional. Offsets count UTF-16 code units of the page's text. */
export interface Anchor {
  textQuote?:
    | { exact?: string | undefined; prefix?: string | undefined; suffix?: string | undefined }
    | undefined
  textPosition?: { start: number; end: number } | undefined
  cssPath?: string | undefined
  /** The element at the path, as the page described it when the reader pointed at it; a script may have made it. */
  element?: ElementDescription | undefined
  /** Share of the width and height of the element, or of the page. */
  point?: { x: number; y: number } | undefined
  region?: { x: number; y: number; width: number; height: number } | undefined
}

/** `rendered`: its words are not in the file, whose scripts may write them (contract section 5). */
const anchorStates = ['anchored', 'changed', 'orphaned', 'rendered'] as const
export type AnchorStateName = (typeof anchorStates)[number]

/** The state that readers see: `placing` while a job still looks for the place in the newest version (contract section 5). */
export const shownStates = [...anchorStates, 'placing'] as const
export type ShownState = (typeof shownStates)[number]

/** Milliseconds after a version was saved for which a thread may be shown as `placing`. */
export const PLACING = 30_000

/** A part of the file itself; the line counts from 1. */
export interface SourceRange {
  start: number
  end: number
  line: number
}

/** A passage in the text of one version, with what stands around it; of an element its start tag, words and path. */
export interface TextRange {
  start: number
  end: number
  text: string
  prefix: string
  suffix: string
  source: SourceRange | null
}

/** True where the file holds none of the anchor's words. */
export const isOutsideFile = (state: AnchorStateName): boolean => state === 'orphaned' || state === 'rendered'

/** The state of an anchor in one version. One outside the file keeps its last place. */
export interface AnchorState {
  state: AnchorStateName
  version: number
  range: TextRange | null
  /** The time at which a newer version was saved, while the place in it is still looked for: milliseconds since 1970. */
  placingSince?: number
}

/** `before[aStart, aEnd)` became `after[bStart, bEnd)`. */
export interface TextChange {
  aStart: number
  aEnd: number
  bStart: number
  bEnd: number
}

/** Words that came, as a range of the later page's text, and the words that went from its beginning: one of the two may be empty. */
export type WordChange = [start: number, end: number, removed: string]

/** Characters kept on either side of a passage (as Hypothesis does). */
const CONTEXT = 32

/** Longest text of a passage that is kept. */
const LONGEST = 10_000

/** A passage of which less than this share is left is not the passage any more. */
const KEPT = 0.3

/** Text this short may stand anywhere by chance, so it is found again only with what stood around it. */
const TELLING = 20

/** True for an anchor at text; others point at an element, a point, or the whole page. */
export const isTextAnchor = ({ textQuote, textPosition }: Anchor): boolean =>
  Boolean(textQuote?.exact?.trim()) || (textPosition !== undefined && textPosition.end > textPosition.start)

/** Words that stand for a place by themselves, as programs quote them; null if the anchor says more. */
export function bareQuote({ textQuote, ...others }: Anchor): Anchor['textQuote'] | null {
  const isBare = Object.values(others).every(part => part === undefined)
  return isBare && textQuote?.exact?.trim() ? textQuote : null
}

export type Occurrence = 'none' | 'one' | 'many'

/** Tells how often the quote occurs, white space folded. If its words occur several times, its prefix and suffix count. */
export function occurrenceOf(text: string, quote: NonNullable<Anchor['textQuote']>): Occurrence {
  const found = occurrences(text, quote.exact ?? '')
  if (found.length < 2) return found.length === 0 ? 'none' : 'one'
  const scores = found.map(span => {
    const { before, after } = around(text, span, quote)
    return before + after
  })
  const [best, second] = scores.toSorted((a, b) => b - a)
  return best! > second! ? 'one' : 'many'
}

/** The passage with its surroundings. */
export const toTextRange = (text: string, { start, end }: Span): Omit<TextRange, 'source'> => ({
  start,
  end,
  text: text.slice(start, Math.min(end, start + LONGEST)),
  prefix: text.slice(Math.max(0, start - CONTEXT), start),
  suffix: text.slice(end, end + CONTEXT),
})

/** Finds the anchor's place in the text: white space counts alike, surroundings and position decide between equals. */
export function locateAnchor(text: string, anchor: Anchor): Span | null {
  const { textQuote = {}, textPosition } = anchor
  const exact = textQuote.exact?.trim() ?? ''
  if (exact === '') return spanAt(text, textPosition)
  const found = occurrences(text, exact)
  if (found.length === 0) return spacedOtherwise(text, exact)
  return found.length === 1 ? found[0]! : best(text, found, anchor)
}

/** The only place of the words where white space does not count, as for quotes stored when blocks did not separate words. */
function spacedOtherwise(text: string, words: string): Span | null {
  const places: number[] = []
  for (let at = 0; at < text.length; at++) if (!isSpace(text.charCodeAt(at))) places.push(at)
  const [only, second] = occurrencesOf(bare(text), bare(words))
  return only && !second ? { start: places[only.start]!, end: places[only.end - 1]! + 1 } : null
}

function spanAt(text: string, position: Anchor['textPosition']): Span | null {
  if (!position || position.end > text.length || position.start >= position.end) return null
  return text.slice(position.start, position.end).trim() === '' ? null : position
}

function best(text: string, found: readonly Span[], { textQuote = {}, textPosition }: Anchor): Span {
  const distance = ({ start }: Span) => Math.abs(start - (textPosition?.start ?? 0))
  const scored = found.map(span => {
    const { before, after } = around(text, span, textQuote)
    return { span, score: before + after }
  })
  const [first] = scored.sort((a, b) => b.score - a.score || distance(a.span) - distance(b.span))
  return first!.span
}

/** No more equal passages than this are weighed. */
const MOST_EQUALS = 2000

/** Every place of the words, whatever the white space between them. */
function occurrences(text: string, words: string): Span[] {
  const found: Span[] = []
  for (const span of occurrencesOf(text, words)) {
    found.push(span)
    if (found.length === MOST_EQUALS) break
  }
  return found
}

interface Surroundings {
  prefix?: string | undefined
  suffix?: string | undefined
}

/** Counts the characters before the span and after it that once stood there too, white space aside. */
function around(text: string, { start, end }: Span, { prefix = '', suffix = '' }: Surroundings): Sides {
  const [before, after] = [bare(prefix), bare(suffix)]
  return {
    before: common(reversed(before), reversed(bare(text.slice(Math.max(0, start - 4 * CONTEXT), start)))),
    after: common(after, bare(text.slice(end, end + 4 * CONTEXT))),
  }
}

interface Sides {
  before: number
  after: number
}

const reversed = (text: string): string => text.split('').reverse().join('')

function common(a: string, b: string): number {
  let length = 0
  while (length < a.length && length < b.length && a[length] === b[length]) length++
  return length
}

/** Two versions of a text with what changed between them. */
export interface TrackedPassage {
  before: string
  after: string
  changes: readonly TextChange[]
}

/**
 * Finds a passage of `before` in `after`: kept, changed in place, or moved unchanged. Null if the passage is gone, or if
 * its paragraph was copied and the original is unknown. A merely similar passage elsewhere never counts.
 */
export function carryPassage(passage: TrackedPassage, range: TextRange): Span | null {
  const found = kept(passage, range) ?? replaced(passage, range)
  const copied = findAmongCopies(passage, range, found)
  return copied === undefined ? (found ?? findReturned(passage, [range])) : copied
}

/**
 * Makes a passage of the part that is left of a quote: the whole quote where it stands around that part, as when its first
 * word was joined to the one before, or as whole words within it; otherwise the part without white space at its ends.
 */
export function asPassage(text: string, { start, end }: Span, quote: string): Span {
  const from = Math.max(0, start - 2 * quote.length)
  const near = occurrences(text.slice(from, end + 2 * quote.length), quote.trim())
  const places = near.map(found => ({ start: from + found.start, end: from + found.end }))
  const isAround = (place: Span) => place.start <= start && place.end >= end
  const isWithin = (place: Span) => place.start >= start && place.end <= end && isWholeWords(text, place)
  const whole = places.find(isAround) ?? places.find(isWithin)
  if (whole) return whole
  const words = text.slice(start, end)
  return { start: end - words.trimStart().length, end: start + words.trimEnd().length }
}

const isWholeWords = (text: string, { start, end }: Span): boolean =>
  !/[\p{L}\p{N}_]$/u.test(text.slice(Math.max(0, start - 2), start)) &&
  !/^[\p{L}\p{N}_]/u.test(text.slice(end, end + 2))

/** The changes that touch the span, found without looking at all the others. */
function touching(changes: readonly TextChange[], { start, end }: Span): readonly TextChange[] {
  let [low, high] = [0, changes.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (changes[middle]!.aEnd < start) low = middle + 1
    else high = middle
  }
  let last = low
  while (last < changes.length && changes[last]!.aStart <= end) last++
  return changes.slice(low, last)
}

/** Returns how far the text before the offset moved; the offset must lie in kept text or at its edge. */
function shiftAt(changes: readonly TextChange[], offset: number): number {
  let [low, high] = [0, changes.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (changes[middle]!.aEnd <= offset) low = middle + 1
    else high = middle
  }
  const last = changes[low - 1]
  return last ? last.bEnd - last.aEnd : 0
}

/** Parts of the span that are in the text unchanged. */
function keptStretches(changes: readonly TextChange[], span: Span): Span[] {
  const stretches: Span[] = []
  let at = span.start
  for (const { aStart, aEnd } of touching(changes, span)) {
    if (aStart > at) stretches.push({ start: at, end: Math.min(aStart, span.end) })
    at = Math.max(at, aEnd)
  }
  if (at < span.end) stretches.push({ start: at, end: span.end })
  return stretches
}

const weight = (text: string, { start, end }: Span): number => bare(text.slice(start, end)).length

/** The passage from its first kept character to its last, with what was replaced at its edges. */
function kept({ before, after, changes }: TrackedPassage, { start, end }: Span): Span | null {
  const stretches = keptStretches(changes, { start, end }).filter(each => weight(before, each) > 0)
  const left = stretches.reduce((sum, each) => sum + weight(before, each), 0)
  const whole = weight(before, { start, end })
  if (whole === 0 || left < KEPT * whole) return null
  const [first, last] = [stretches[0]!, stretches.at(-1)!]
  const span = {
    start: first.start + shiftAt(changes, first.start),
    end: last.end + shiftAt(changes, last.end - 1),
  }
  const widened = widen(changes, { start, end }, first.start, last.end, span)
  return weight(after, widened) <= 4 * whole + 4 * CONTEXT ? widened : null
}

/** A change at the edge that lies wholly inside the passage belongs to it. */
function widen(
  changes: readonly TextChange[],
  { start, end }: Span,
  firstKept: number,
  lastKept: number,
  span: Span,
): Span {
  const inside = touching(changes, { start, end }).filter(each => each.aStart >= start && each.aEnd <= end)
  const head = inside.find(each => each.aEnd === firstKept && each.aEnd > each.aStart)
  const tail = inside.findLast(each => each.aStart === lastKept && each.aEnd > each.aStart)
  return { start: head ? head.bStart : span.start, end: tail ? tail.bEnd : span.end }
}

/** Kept characters of the line that show a replacement to stand in the place of what was there: twice as many where more of it changed. */
const SHOWING = 8

/** A replacement is at most so many times as long as what it replaces, and as many times shorter. */
const GROWN = 3

/**
 * A passage rewritten as a whole: exactly its words were replaced, and both sides of the line are still there.
 * If its neighbours were rewritten too, a new wording looks the same as a removed passage.
 */
function replaced({ before, after, changes }: TrackedPassage, span: Span): Span | null {
  const words = wholeWords(before, span)
  const change = touching(changes, span).find(each => each.aStart <= span.start && each.aEnd >= span.end)
  if (!change || change.aStart < words.start || change.aEnd > words.end) return null
  const text = after.slice(change.bStart, change.bEnd)
  const [length, wanted] = [bare(text).length, weight(before, span)]
  if (length * GROWN < wanted || length > GROWN * wanted + CONTEXT || text.includes('\n')) return null
  return sidesKept(before, changes, change) ? { start: change.bStart, end: change.bEnd } : null
}

/** The span with the words it cuts, and the white space around it. */
function wholeWords(text: string, { start, end }: Span): Span {
  const before = text.slice(Math.max(0, start - 100), start)
  const head = before.slice(before.replace(/(?<![\p{L}\p{N}_])[\p{L}\p{N}_]+$/u, '').trimEnd().length)
  const tail = /^[\p{L}\p{N}_]*\s*/u.exec(text.slice(end, end + 100))![0]
  return { start: start - head.length, end: end + tail.length }
}

function sidesKept(before: string, changes: readonly TextChange[], change: TextChange): boolean {
  const at = changes.indexOf(change)
  const line = lineAround(before, change)
  const from = Math.max(changes[at - 1]?.aEnd ?? 0, line.start)
  const to = Math.min(changes[at + 1]?.aStart ?? before.length, line.end)
  const left = weight(before, { start: from, end: change.aStart })
  const right = weight(before, { start: change.aEnd, end: to })
  const isRestOfLine = from === line.start && to === line.end
  return isRestOfLine ? left + right >= SHOWING : left + right >= 2 * SHOWING && Math.min(left, right) > 0
}

function lineAround(text: string, { aStart, aEnd }: TextChange): Span {
  const newline = text.indexOf('\n', aEnd)
  return { start: text.lastIndexOf('\n', aStart - 1) + 1, end: newline < 0 ? text.length : newline }
}

/**
 * A removed passage that the new text holds word for word. It counts only if that text is new there, occurs nowhere
 * else, and is long or has its old surroundings. Any other occurrence is another copy of the same words.
 */
export function findReturned(
  passage: TrackedPassage,
  texts: readonly Pick<TextRange, 'text' | 'prefix' | 'suffix'>[],
): Span | null {
  for (const wanted of texts) {
    if (wanted.text.trim() === '') continue
    const fresh = occurrences(passage.after, wanted.text.trim()).filter(span => isNew(passage, span))
    const telling = bare(wanted.text).length >= TELLING
    const sure = fresh.filter(span => isAtHome(passage.after, span, wanted))
    if (sure.length === 1) return sure[0]!
    if (telling && fresh.length === 1) return fresh[0]!
  }
  return null
}

/** True where most of the span was not in the text before. */
function isNew({ after, changes }: TrackedPassage, span: Span): boolean {
  let fresh = 0
  for (const { bStart, bEnd } of changes) {
    if (bStart >= span.end) break
    const part = { start: Math.max(bStart, span.start), end: Math.min(bEnd, span.end) }
    if (part.end > part.start) fresh += weight(after, part)
  }
  return fresh >= (1 - KEPT) * weight(after, span)
}

/** True where the old surroundings are around the span again, or all known text of one side if that text is not short. */
function isAtHome(text: string, span: Span, { prefix, suffix }: Surroundings): boolean {
  const [before, after] = [bare(prefix ?? '').length, bare(suffix ?? '').length]
  const stands = around(text, span, { prefix, suffix })
  const isOneSideWhole =
    (before >= TELLING && stands.before === before) || (after >= TELLING && stands.after === after)
  const wanted = before + after
  return isOneSideWhole || (wanted >= SHOWING && stands.before + stands.after >= 0.8 * wanted)
}

/** `anchored` if the words are those that were quoted, `changed` if they are others. */
export const stateOf = (quoted: string, current: string): AnchorStateName =>
  bare(quoted) === bare(current) ? 'anchored' : 'changed'

/** A position behind every place in a text. */
export const NOWHERE = 2_147_483_647

/** The position in the order of the text; what is not anchored in the text comes last. */
export const placeInText = ({ state, range }: AnchorState): number =>
  isOutsideFile(state) || !range ? NOWHERE : range.start
