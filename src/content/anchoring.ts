// Finds the passages that comments hang on: in the version they are written on, and in the next one.
import {
  type Anchor,
  type AnchorState,
  carry,
  locate,
  type Place,
  placeIn,
  pointsAtText,
  returned,
  type Span,
  stateOf,
} from '../domain/anchor.ts'
import type { Format } from '../domain/artifact.ts'
import { type ReadPage, readPage } from './source-places.ts'
import { textChanges } from './text-changes.ts'

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
  if (!pointsAtText(anchor)) return { state: 'anchored', place: null }
  const page = await readPage(source, format)
  const span = locate(page.text, anchor)
  return span ? { state: 'anchored', place: placed(page, span) } : { state: 'orphaned', place: lost(anchor) }
}

/** The words that were quoted, so that they can be found when they come. */
const lost = ({ textQuote = {} }: Anchor): Place => ({
  ...{ start: 0, end: 0, source: null },
  text: (textQuote.exact ?? '').trim(),
  prefix: textQuote.prefix ?? '',
  suffix: textQuote.suffix ?? '',
})

/** The same things in the next version of the page, in the same order. */
export async function carryPassages(
  before: PageFile,
  after: PageFile,
  all: readonly Hanging[],
  budget = 1000,
): Promise<Found[]> {
  if (!all.some(({ anchor }) => pointsAtText(anchor))) return all.map(carriedElement)
  const [old, next] = [
    await readPage(before.source, before.format),
    await readPage(after.source, after.format),
  ]
  const passage = { before: old.text, after: next.text, changes: textChanges(old.text, next.text, budget) }
  return all.map(hanging => {
    const { anchor, place } = hanging
    if (!pointsAtText(anchor)) return carriedElement(hanging)
    if (!place) return { state: 'orphaned', place }
    const quote = quoteOf(anchor, place)
    const span = hanging.state === 'orphaned' ? returned(passage, [place, quote]) : carry(passage, place)
    return span ? found(next, span, quote.text) : { state: 'orphaned', place }
  })
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

const carriedElement = ({ state, place }: Hanging): Found => ({ state, place })
