// Describes a file: its title, the text by which it is found, and how it looks in miniature.
import type { Format, Miniature } from '../../domain/artifact.ts'
import { withoutInvisible } from '../../domain/plain-text.ts'
import { foldedText, type SearchText } from '../../domain/search-text.ts'
import { cutToBytes, oneLine, TITLE_CHARACTERS } from '../characters.ts'
import { drawPage } from '../drawing/draw-page.ts'
import { HtmlShape } from '../drawing/html-shape.ts'
import { markdownShape } from '../drawing/markdown-shape.ts'
import type { PageShape } from '../drawing/page-shape.ts'
import { beginsAsHtml, LOOKED_AT } from '../html/begins-as-html.ts'
import { HtmlText } from '../html/html-text.ts'
import { markdownText } from '../markdown/markdown-text.ts'
import { openingOf } from './first-sentences.ts'

/** Contract section 3: so much extracted text counts for search, in bytes. */
export const SEARCH_TEXT_BYTES = 524_288

/** The most Markdown source that is read: marks, addresses and embedded images take part of it. */
const MARKDOWN_BYTES = 4 * SEARCH_TEXT_BYTES

/** Characters looked at between two pauses; well under a millisecond of work. */
const SLICE = 65_536

export interface Description {
  title: string | null
  text: SearchText
  format: Format
  miniature: Miniature
}

/** The request to describe a file. */
export interface Question {
  format: Format
  /** The file has no name: it is HTML where it begins as an HTML document does. */
  byBeginning?: boolean | undefined
  /** True if the words are needed folded. */
  folded: boolean
}

/**
 * The title (`<title>`; in Markdown the front matter's `title`, else the first heading of level 1, contract section 3; one line, at most 200
 * characters, no control characters) and the visible text, at most 512 KB, of a file.
 * Reads `source` only as far as needed, keeps at most 2 MB of it, and lets other work run every few
 * milliseconds, so that it never holds the event loop however large the file is.
 */
export async function describe(
  source: AsyncIterable<Uint8Array> | Uint8Array,
  { byBeginning, folded, ...named }: Question,
): Promise<Description> {
  const { start, chunks } = await withBeginning(decoded(source), byBeginning ? LOOKED_AT : 0)
  const format = byBeginning && beginsAsHtml(start) ? 'html' : named.format
  const { text, shape, ...found } =
    format === 'html' ? await describeHtml(chunks) : await describeMarkdown(chunks)
  const body = cutToBytes(withoutInvisible(text), SEARCH_TEXT_BYTES)
  const title = (found.title && oneLine(found.title, TITLE_CHARACTERS)) || null
  return {
    title,
    text: { body, words: folded ? foldedText(body) : '' },
    format,
    miniature: { drawing: drawPage(shape), opening: openingOf(body, title ?? '') },
  }
}

/** The first characters of a text, and the whole of it again. */
async function withBeginning(
  chunks: AsyncGenerator<string>,
  characters: number,
): Promise<{ start: string; chunks: AsyncIterable<string> }> {
  let start = ''
  while (start.length < characters) {
    const { value, done } = await chunks.next()
    if (done) break
    start += value
  }
  return { start, chunks: joined(start, chunks) }
}

async function* joined(start: string, rest: AsyncIterable<string>): AsyncGenerator<string> {
  yield start
  yield* rest
}

/** `describe` for several files, in their order. */
export async function describeAll(
  files: readonly (Question & { file: AsyncIterable<Uint8Array> })[],
): Promise<Description[]> {
  const all: Description[] = []
  for (const { file, ...question } of files) all.push(await describe(file, question))
  return all
}

async function describeHtml(chunks: AsyncIterable<string>): Promise<Found> {
  const reader = new HtmlText(SEARCH_TEXT_BYTES)
  const shape = new HtmlShape()
  const pause = pacer()
  for await (const chunk of chunks) {
    reader.write(chunk)
    shape.write(chunk)
    if (reader.full) break
    await pause()
  }
  reader.end()
  return { title: reader.title, text: reader.text, shape: shape.end() }
}

interface Found {
  title: string | null
  text: string
  shape: PageShape
}

async function describeMarkdown(chunks: AsyncIterable<string>): Promise<Found> {
  let source = ''
  for await (const chunk of chunks) {
    source += chunk
    if (source.length >= MARKDOWN_BYTES) break
  }
  const found = await markdownText(source, SEARCH_TEXT_BYTES, pacer())
  const title = found.title || (found.heading && (await headingWords(found.heading)))
  return { title, text: found.text, shape: markdownShape(source) }
}

/** The words of a heading by the real parser, loaded only for one that holds marks. */
async function headingWords(heading: string): Promise<string> {
  if (!/[[\]<&\\*`~_:]/.test(heading)) return heading
  const { inlineText } = await import('../markdown/markdown-inline.ts')
  return inlineText(heading.slice(0, 2000))
}

async function* decoded(source: AsyncIterable<Uint8Array> | Uint8Array): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  for await (const chunk of source instanceof Uint8Array ? [source] : source) {
    for (let at = 0; at < chunk.length; at += SLICE) {
      yield decoder.decode(chunk.subarray(at, at + SLICE), { stream: true })
    }
  }
}

/** Lets waiting work run once eight milliseconds have gone into ours. */
function pacer(): () => Promise<void> {
  let since = performance.now()
  return async () => {
    if (performance.now() - since < 8) return
    await new Promise(resolve => setImmediate(resolve))
    since = performance.now()
  }
}
