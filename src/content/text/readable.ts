// Text for readers without a browser, in pieces, and places found in it; made in a process apart.

import type { Turn } from '../render/workers.ts'
import { type PageFile, runInWorker } from '../worker-calls.ts'
import { KeptTexts } from './kept-texts.ts'
import type { Reading } from './readable-text.ts'
import type { SearchedSlice, Slicing } from './text-search.ts'
import { sliceText } from './text-slice.ts'

const texts = new KeptTexts()

/** A file to be read, with the SHA-256 by which its text is kept. */
export interface ReadableFile extends PageFile {
  sha256: string
}

/**
 * A piece of a file as text: what a reader sees, its exact source, or its headings indented by level. `text` and `outline`
 * hold no comments, scripts, hidden elements, front matter, nor characters that nobody sees, and are made once for all who ask.
 * @throws LimitReached if it takes too long, which only a file made for that purpose does
 */
export async function readText(
  turn: Turn,
  file: ReadableFile,
  as: Reading,
  slicing: Slicing,
): Promise<SearchedSlice> {
  if (as === 'source') return runInWorker(turn, 'searchText', [file.source, slicing])
  const text = await readableText(turn, file, as)
  if (slicing.find === undefined) return sliceText(text, slicing)
  return runInWorker(turn, 'searchText', [text, slicing])
}

const readableText = (turn: Turn, { source, sha256, format }: ReadableFile, as: Reading): Promise<string> =>
  texts.get(`${sha256} ${format} ${as}`, () => runInWorker(turn, 'readable', [source, format, as]))
