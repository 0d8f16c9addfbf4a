// Finds the passages of anchors in the version they were written on, and in the next one.
import {
  type Anchor,
  type AnchorStateName,
  asPassage,
  carryPassage,
  findReturned,
  isOutsideFile,
  isTextAnchor,
  locateAnchor,
  type Occurrence,
  occurrenceOf,
  type Span,
  stateOf,
  type TextRange,
  type TrackedPassage,
  toTextRange,
} from '../../domain/anchor.ts'
import type { Format } from '../../domain/artifact.ts'
import { withoutInvisible } from '../../domain/plain-text.ts'
import { textChanges } from '../diff/text-changes.ts'
import { placedText, readableText } from '../text/readable-text.ts'
import { seenOffsets } from '../text/seen-offsets.ts'
import { alignedTexts, type There } from './aligned-texts.ts'
import { comparePages, type ElementPages } from './element-pages.ts'
import { type ElementPage, elementAt, placeOfElement, readElements, saidElement } from './elements.ts'
import { pageHtml } from './page-text.ts'
import { quotedPlace } from './quoted-place.ts'
import { sameElement } from './same-element.ts'
import { type ReadPage, readPage } from './source-places.ts'

export interface PageFile {
  source: string
  format: Format
}

/** The place of an anchor, without its version. */
export interface Found {
  state: AnchorStateName
  range: TextRange | null
}

/** An anchor in a version, with its state. */
export interface KnownAnchor extends Found {
  anchor: Anchor
}

/** Finds the anchor in the page. Where its words are not in the file, it is `rendered` if a script may have written them. */
export async function findPassage({ source, format }: PageFile, anchor: Anchor): Promise<Found> {
  if (!isTextAnchor(anchor)) return findElement({ source, format }, anchor)
  return findIn(await readPage(source, format), anchor)
}

function findIn(page: ReadPage, anchor: Anchor): Found {
  const span = locateAnchor(page.text, anchor)
  if (span) return { state: 'anchored', range: placed(page, span) }
  const isRendered = page.hasScripts && anchor.cssPath !== undefined
  return { state: isRendered ? 'rendered' : 'orphaned', range: lost(anchor) }
}

/** Says how often the words of a quote occur in what readers see, and where they stand in the page if they occur once. */
export interface QuotedPassage {
  occurs: Occurrence
  found: Found | null
}

/** Finds a quote that stands in place of an anchor (contract section 5). */
export async function findQuote(
  { source, format }: PageFile,
  textQuote: NonNullable<Anchor['textQuote']>,
): Promise<QuotedPassage> {
  const quote = { ...textQuote, exact: withoutInvisible(textQuote.exact ?? '') }
  const { text: visible, sourceAt } = textForReaders(source, format)
  const occurs = occurrenceOf(visible, quote)
  if (occurs !== 'one') return { occurs, found: null }
  const page = await readPage(source, format)
  const there = sourceAt ? throughSource(sourceAt, page) : throughWords(visible, page.lines)
  const span = quotedPlace(visible, quote, there)
  const found = span && { state: 'anchored' as const, range: placed(page, span) }
  return { occurs, found: found ?? findIn(page, { textQuote }) }
}

/** Returns the text as programs read it; of an HTML file with the way back to it. */
const textForReaders = (
  source: string,
  format: Format,
): ReturnType<typeof placedText> | { text: string; sourceAt?: never } =>
  format === 'html' ? placedText(source) : { text: readableText(source, format, 'text') }

/** Maps offsets through the file that both texts come from. */
const throughSource =
  (sourceAt: There, page: ReadPage): There =>
  at => {
    const inFile = sourceAt(at)
    return inFile === null ? null : page.textAt(inFile)
  }

/** Aligns by words: Markdown's text for readers comes from a page of its own, with other marks of notes. */
function throughWords(visible: string, page: string): There {
  const there = alignedTexts(visible, withoutInvisible(page))
  const inPage = seenOffsets(page)
  return at => {
    const found = there(at)
    return found === null ? null : inPage(found)
  }
}

/** Keeps the words that were quoted, so that they can be found when they come. */
const lost = ({ textQuote = {} }: Anchor): TextRange => ({
  ...{ start: 0, end: 0, source: null },
  text: (textQuote.exact ?? '').trim(),
  prefix: textQuote.prefix ?? '',
  suffix: textQuote.suffix ?? '',
})

async function findElement({ source, format }: PageFile, { cssPath, element: said }: Anchor): Promise<Found> {
  if (cssPath === undefined) return { state: 'anchored', range: null }
  const page = await elementsOf({ source, format })
  const element = said ? saidElement(page, cssPath, said) : elementAt(page, cssPath)
  return { state: 'anchored', range: element && placeOfElement(page, element) }
}

const elementsOf = async ({ source, format }: PageFile): Promise<ElementPage> =>
  readElements(await pageHtml(source, format), format === 'html' ? null : source)

/** Finds the same passages and elements in the next version of the page, in the same order. */
export async function carryPassages(
  before: PageFile,
  after: PageFile,
  all: readonly KnownAnchor[],
  budget = 1000,
): Promise<Found[]> {
  const texts = all.some(({ anchor }) => isTextAnchor(anchor)) ? await compared(before, after, budget) : null
  const pages = all.some(({ anchor, range }) => range && !isTextAnchor(anchor))
    ? comparePages(await elementsOf(before), await elementsOf(after), budget)
    : null
  return all.map(hanging =>
    isTextAnchor(hanging.anchor) ? carriedText(texts!, hanging) : carriedElement(pages, hanging),
  )
}

interface Compared extends TrackedPassage {
  old: ReadPage
  page: ReadPage
}

async function compared(before: PageFile, after: PageFile, budget: number): Promise<Compared> {
  const old = await readPage(before.source, before.format)
  const page = await readPage(after.source, after.format)
  const changes = textChanges(old.lines, page.lines, budget)
  return { before: old.lines, after: page.lines, changes, old, page }
}

function carriedText(texts: Compared, { anchor, range: stored, state }: KnownAnchor): Found {
  if (!stored) return { state: 'orphaned', range: stored }
  const quote = quoteOf(anchor, stored)
  const range = isOutsideFile(state) ? stored : standing(texts.old, stored)
  const span = isOutsideFile(state) ? writtenNow(texts, state, range, quote) : carryPassage(texts, range)
  const quoted: [string, ...string[]] = state === 'anchored' ? [quote.text, stored.text] : [quote.text]
  if (span) return found(texts.page, span, quoted)
  return { state: texts.page.hasScripts && state !== 'orphaned' ? 'rendered' : 'orphaned', range }
}

/** Finds words that the file did not hold. Words that a script wrote may be short, if the file has them once. */
function writtenNow(texts: Compared, state: AnchorStateName, last: Quoted, quote: Quoted): Span | null {
  const textQuote = { ...quote, exact: quote.text }
  const isOnce = state === 'rendered' && occurrenceOf(texts.after, textQuote) === 'one'
  return isOnce ? locateAnchor(texts.after, { textQuote }) : findReturned(texts, [last, quote])
}

/** Returns the passage at its words: one that was stored when text was counted otherwise is looked for by them. */
function standing({ text }: ReadPage, stored: TextRange): TextRange {
  const isThere = toTextRange(text, stored).text === stored.text
  const span = isThere ? null : locateAnchor(text, { textQuote: { ...stored, exact: stored.text } })
  return span ? { ...toTextRange(text, span), source: stored.source } : stored
}

/** Carries a point of the page, or an element that only a script made, to the next version: something else may be there now. */
function carriedElement(
  pages: ElementPages | null,
  { anchor: { cssPath }, range, state }: KnownAnchor,
): Found {
  if (cssPath === undefined || !range || !pages) return { state: 'changed', range }
  const next = sameElement(pages, cssPath, range, state === 'orphaned')
  if (!next) return { state: 'orphaned', range }
  return { state: next.same && state !== 'changed' ? 'anchored' : 'changed', range: next.place }
}

/** Anchored if its words are one of those: what was quoted first, or that with what the page hides inside it. */
function found(page: ReadPage, span: Span, quoted: readonly [string, ...string[]]): Found {
  const isWhole = (range: TextRange) => quoted.some(words => stateOf(words, range.text) === 'anchored')
  const carried = placed(page, span)
  if (isWhole(carried)) return { state: 'anchored', range: carried }
  const range = placed(page, asPassage(page.text, span, quoted[0]))
  return { state: isWhole(range) ? 'anchored' : 'changed', range }
}

const placed = (page: ReadPage, span: Span): TextRange => ({
  ...toTextRange(page.text, span),
  source: page.sourceOf(span),
})

type Quoted = Pick<TextRange, 'text' | 'prefix' | 'suffix'>

/** Returns the words that the reader quoted; where only a position was given, the words that stood there first. */
const quoteOf = ({ textQuote }: Anchor, range: TextRange): Quoted => ({
  text: textQuote?.exact?.trim() || range.text,
  prefix: textQuote?.prefix ?? '',
  suffix: textQuote?.suffix ?? '',
})
