// Text for readers without a browser: the whole file as text, read piece by piece, and places found in it.
import type { Format } from '../domain/artifact.ts'
import { patience, SMALL } from './apart.ts'
import { wholeCharacter } from './characters.ts'
import { type Match, matchesIn } from './finding.ts'
import { KeptTexts } from './kept-texts.ts'
import type { Reading } from './readable-text.ts'
import { whole } from './whole.ts'
import type { Turn } from './workers.ts'

const texts = new KeptTexts()

/**
 * A file as text: what a reader sees, its exact source, or its headings indented by level. `text` and `outline`
 * hold no comments, scripts, hidden elements, front matter, nor characters that nobody sees. Large files are read in a process apart, once for all who ask.
 * @throws LimitReached if it takes too long, which only a file made for that purpose does
 */
export async function readable(
  turn: Turn,
  file: AsyncIterable<Uint8Array> | Uint8Array | string,
  { sha256, format }: { sha256: string; format: Format },
  as: Reading,
): Promise<string> {
  const source = typeof file === 'string' ? file : (await whole(file)).toString('utf8')
  if (as === 'source') return source
  if (source.length <= SMALL) return (await import('./readable-text.ts')).readableText(source, format, as)
  return texts.get(`${sha256} ${format} ${as}`, () =>
    turn.run('readable', [source, format, as], patience(source.length)),
  )
}

/** `pageText` without holding the event loop: the text to which comments are anchored. */
export async function anchorText(
  turn: Turn,
  file: AsyncIterable<Uint8Array> | Uint8Array | string,
  format: Format,
): Promise<string> {
  const source = typeof file === 'string' ? file : (await whole(file)).toString('utf8')
  if (source.length <= SMALL) return (await import('./page-text.ts')).pageText(source, format)
  return turn.run('pageText', [source, format], patience(source.length))
}

/** Which piece, and what to look for; offset and limit in UTF-16 code units. */
export interface Slicing {
  find?: string
  offset: number
  limit: number
}

export interface TextSlice {
  text: string
  offset: number
  /** Where the next piece begins; null at the end. */
  nextOffset: number | null
  totalChars: number
  matches?: Match[]
}

/**
 * At most `limit` UTF-16 code units of `text` from `offset` on, never half a character. With `find` also the first
 * fifty places, from `offset` to the end of the whole text, where it occurs: capitals and small letters are alike, and so
 * are all runs of white space.
 */
export async function sliceText(
  turn: Turn,
  text: string,
  { find, offset, limit }: Slicing,
): Promise<TextSlice> {
  const start = wholeCharacter(text, Math.min(offset, text.length))
  const wanted = Math.min(start + Math.max(1, limit), text.length)
  const cut = wholeCharacter(text, wanted)
  const end = cut > start ? cut : Math.min(start + 2, text.length)
  return {
    text: text.slice(start, end),
    offset: start,
    nextOffset: end < text.length ? end : null,
    totalChars: text.length,
    ...(find !== undefined && { matches: await found(turn, text, find, start) }),
  }
}

/** `matchesIn` without holding the event loop. */
async function found(turn: Turn, text: string, find: string, from: number): Promise<Match[]> {
  if (text.length <= SMALL) return matchesIn(text, find, from)
  return turn.run('matchesIn', [text, find, from], patience(text.length))
}
