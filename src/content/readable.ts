// Text for readers without a browser: the whole file as text, read piece by piece, and places found in it.
import type { Format } from '../domain/artifact.ts'
import { patience, SMALL, textWorkers } from './apart.ts'
import { wholeCharacter } from './characters.ts'
import type { Reading } from './readable-text.ts'

/**
 * A file as text: what a reader sees, its exact source, or its headings indented by level. `text` and `outline`
 * hold no comments, scripts, hidden elements, front matter, nor characters that nobody sees. Large files are read in a process apart.
 * @throws LimitReached if it takes too long, which only a file made for that purpose does
 */
export async function readable(
  file: AsyncIterable<Uint8Array> | Uint8Array | string,
  format: Format,
  as: Reading,
): Promise<string> {
  const source = typeof file === 'string' ? file : (await whole(file)).toString('utf8')
  if (as === 'source') return source
  if (source.length <= SMALL) return (await import('./readable-text.ts')).readableText(source, format, as)
  return textWorkers.run('readable', [source, format, as], patience(source.length))
}

/** `pageText` without holding the event loop: the text to which comments are anchored. */
export async function anchorText(
  file: AsyncIterable<Uint8Array> | Uint8Array | string,
  format: Format,
): Promise<string> {
  const source = typeof file === 'string' ? file : (await whole(file)).toString('utf8')
  if (source.length <= SMALL) return (await import('./page-text.ts')).pageText(source, format)
  return textWorkers.run('pageText', [source, format], patience(source.length))
}

async function whole(file: AsyncIterable<Uint8Array> | Uint8Array): Promise<Buffer> {
  if (file instanceof Uint8Array) return Buffer.from(file.buffer, file.byteOffset, file.length)
  const chunks: Uint8Array[] = []
  for await (const chunk of file) chunks.push(chunk)
  return Buffer.concat(chunks)
}

/** Where a search found something. */
export interface Match {
  /** Offset in the text, in UTF-16 code units as everywhere here. */
  offset: number
  /** Counted from 1. */
  line: number
  /** The line, or the part of it around the match. */
  snippet: string
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

/** No more matches than this are listed. */
const MOST_MATCHES = 50

/** Characters shown on either side of a match. */
const AROUND = 80

/**
 * At most `limit` UTF-16 code units of `text` from `offset` on, never half a character. With `find` also the first
 * fifty places, from `offset` to the end of the whole text, where it occurs: capitals and small letters are alike, and so
 * are all runs of white space.
 */
export function sliceText(text: string, { find, offset, limit }: Slicing): TextSlice {
  const start = wholeCharacter(text, Math.min(offset, text.length))
  const wanted = Math.min(start + Math.max(1, limit), text.length)
  const cut = wholeCharacter(text, wanted)
  const end = cut > start ? cut : Math.min(start + 2, text.length)
  return {
    text: text.slice(start, end),
    offset: start,
    nextOffset: end < text.length ? end : null,
    totalChars: text.length,
    ...(find !== undefined && { matches: matchesIn(text, find, start) }),
  }
}

function matchesIn(text: string, find: string, from: number): Match[] {
  const words = find.trim().split(/\s+/).filter(Boolean)
  if (words.length === 0) return []
  const pattern = new RegExp(words.map(escaped).join('\\s+'), 'giu')
  pattern.lastIndex = from
  const matches: Match[] = []
  let [line, counted] = [1, 0]
  for (let found = pattern.exec(text); found && matches.length < MOST_MATCHES; found = pattern.exec(text)) {
    line += newlines(text, counted, found.index)
    counted = found.index
    matches.push({ offset: found.index, line, snippet: snippet(text, found.index, found[0].length) })
  }
  return matches
}

const escaped = (word: string): string => word.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')

function newlines(text: string, from: number, to: number): number {
  let count = 0
  for (let at = text.indexOf('\n', from); at >= 0 && at < to; at = text.indexOf('\n', at + 1)) count++
  return count
}

function snippet(text: string, index: number, length: number): string {
  const start = Math.max(text.lastIndexOf('\n', index - 1) + 1, index - AROUND)
  const lineEnd = text.indexOf('\n', index + length)
  const end = Math.min(lineEnd < 0 ? text.length : lineEnd, index + length + AROUND)
  return text.slice(wholeCharacter(text, start), wholeCharacter(text, end)).replace(/\s+/g, ' ').trim()
}
