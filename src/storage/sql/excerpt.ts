// What a search answers: in which order, and a few words around each match as one line of plain text.
import type { SearchHit, SearchQuery } from '../records.ts'
import { endsUnfinished, oneLine } from './words.ts'

/** Characters of a text that are read around a match, and of these the ones before it. */
export const AROUND = 320
export const BEFORE = 80

/** A found artifact with the part of its text that is shown; `start` counts from 1, `length` is that of the text. */
export interface Hit {
  shortId: string
  name: string
  around: string
  start: number
  length: number
}

export const hitOf = ({ shortId, name, around, start, length }: Hit): SearchHit => ({
  shortId,
  name,
  snippet: excerpt(around, start > 1, start + AROUND <= length),
})

/** Drops the half words at the cut ends and says with an ellipsis where text was left out. */
function excerpt(text: string, cutBefore: boolean, cutAfter: boolean): string {
  const head = cutBefore ? text.replace(/^\S{0,40}\s/u, '') : text
  const whole = cutAfter ? head.replace(/\s\S{0,40}$/u, '') : head
  return `${cutBefore ? '…' : ''}${oneLine(whole)}${cutAfter ? '…' : ''}`
}

/** Hits that are needed to answer a page: those of the pages before, too. */
export const enough = ({ offset, limit }: SearchQuery): number => offset + limit

/**
 * The page of hits. Whole words come first, and where they fill it nobody looks for words that only begin so:
 * an index must gather all of those before it can answer the first.
 */
export async function wholeWordsFirst(
  query: SearchQuery,
  words: readonly string[],
  found: (open: boolean) => Promise<Hit[]>,
): Promise<Hit[]> {
  const hits = new Map<string, Hit>()
  for (const open of endsUnfinished(words) ? [false, true] : [false]) {
    for (const hit of await found(open)) if (!hits.has(hit.shortId)) hits.set(hit.shortId, hit)
    if (hits.size >= enough(query)) break
  }
  return [...hits.values()].slice(query.offset, enough(query))
}
