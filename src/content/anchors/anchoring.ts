// Finds the passages that comments hang on: in the version they are written on, and in the next one.
import {
  type Anchor,
  type AnchorState,
  carry,
  locate,
  type Occurrence,
  occurrenceOf,
  type Passage,
  type Place,
  placeIn,
  pointsAtText,
  returned,
  type Span,
  stateOf,
} from '../../domain/anchor.ts'
import type { Format } from '../../domain/artifact.ts'
import { withoutInvisible } from '../../domain/plain.ts'
import { textChanges } from '../diff/text-changes.ts'
import { readableText } from '../text/readable-text.ts'
import { comparePages, type ElementPages } from './element-pages.ts'
import { type ElementPage, elementAt, placeOfElement, readElements, saidElement } from './elements.ts'
import { pageHtml } from './page-text.ts'
import { sameElement } from './same-element.ts'
import { type ReadPage, readPage } from './source-places.ts'

export interface PageFile {
  source: string
  format: Format
}

/** Where something hangs, without the version that is meant. */
export interface Found {
  state: AnchorState
  place: Place | null
}

/** Something that hangs on a version, and how. */
export interface Hanging extends Found {
  anchor: Anchor
}

/** Where the anchor points in the page; orphaned where its words are not in the file. */
export async function findPassage({ source, format }: PageFile, anchor: Anchor): Promise<Found> {
  if (!pointsAtText(anchor)) return findElement({ source, format }, anchor)
  const page = await readPage(source, format)
  const span = locate(page.text, anchor)
  return span ? { state: 'anchored', place: placed(page, span) } : { state: 'orphaned', place: lost(anchor) }
}

/** How often the words of a quote occur in what readers see, and where they stand in the page if that is once. */
export interface QuotedPassage {
  occurs: Occurrence
  found: Found | null
}

/** Finds a quote that stands in place of an anchor (contract section 5). */
export async function findQuote(
  file: PageFile,
  textQuote: NonNullable<Anchor['textQuote']>,
): Promise<QuotedPassage> {
  const quote = { ...textQuote, exact: withoutInvisible(textQuote.exact ?? '') }
  const occurs = occurrenceOf(readableText(file.source, file.format, 'text'), quote)
  return { occurs, found: occurs === 'one' ? await findPassage(file, { textQuote }) : null }
}

/** The words that were quoted, so that they can be found when they come. */
const lost = ({ textQuote = {} }: Anchor): Place => ({
  ...{ start: 0, end: 0, source: null },
  text: (textQuote.exact ?? '').trim(),
  prefix: textQuote.prefix ?? '',
  suffix: textQuote.suffix ?? '',
})

async function findElement({ source, format }: PageFile, { cssPath, element: said }: Anchor): Promise<Found> {
  if (cssPath === undefined) return { state: 'anchored', place: null }
  const page = await elementsOf({ source, format })
  const element = said ? saidElement(page, cssPath, said) : elementAt(page, cssPath)
  return { state: 'anchored', place: element && placeOfElement(page, element) }
}

const elementsOf = async ({ source, format }: PageFile): Promise<ElementPage> =>
  readElements(await pageHtml(source, format), format === 'html' ? null : source)

/** The same things in the next version of the page, in the same order. */
export async function carryPassages(
  before: PageFile,
  after: PageFile,
  all: readonly Hanging[],
  budget = 1000,
): Promise<Found[]> {
  const texts = all.some(({ anchor }) => pointsAtText(anchor)) ? await compared(before, after, budget) : null
  const pages = all.some(({ anchor, place }) => place && !pointsAtText(anchor))
    ? comparePages(await elementsOf(before), await elementsOf(after), budget)
    : null
  return all.map(hanging =>
    pointsAtText(hanging.anchor) ? carriedText(texts!, hanging) : carriedElement(pages, hanging),
  )
}

interface Compared extends Passage {
  page: ReadPage
}

async function compared(before: PageFile, after: PageFile, budget: number): Promise<Compared> {
  const old = await readPage(before.source, before.format)
  const page = await readPage(after.source, after.format)
  return { before: old.text, after: page.text, changes: textChanges(old.text, page.text, budget), page }
}

function carriedText(texts: Compared, { anchor, place, state }: Hanging): Found {
  if (!place) return { state: 'orphaned', place }
  const quote = quoteOf(anchor, place)
  const span = state === 'orphaned' ? returned(texts, [place, quote]) : carry(texts, place)
  return span ? found(texts.page, span, quote.text) : { state: 'orphaned', place }
}

/** Where a point of the page was, or an element that only a script made, something else may be now. */
function carriedElement(pages: ElementPages | null, { anchor: { cssPath }, place, state }: Hanging): Found {
  if (cssPath === undefined || !place || !pages) return { state: 'changed', place }
  const next = sameElement(pages, cssPath, place, state === 'orphaned')
  if (!next) return { state: 'orphaned', place }
  return { state: next.same && state !== 'changed' ? 'anchored' : 'changed', place: next.place }
}

function found(page: ReadPage, span: Span, quoted: string): Found {
  const place = placed(page, span)
  return { state: stateOf(quoted, place.text), place }
}

const placed = (page: ReadPage, span: Span): Place => ({
  ...placeIn(page.text, span),
  source: page.sourceOf(span),
})

/** What the reader quoted; where only a position was given, what stood there first. */
const quoteOf = ({ textQuote }: Anchor, place: Place): Pick<Place, 'text' | 'prefix' | 'suffix'> => ({
  text: textQuote?.exact?.trim() || place.text,
  prefix: textQuote?.prefix ?? '',
  suffix: textQuote?.suffix ?? '',
})
