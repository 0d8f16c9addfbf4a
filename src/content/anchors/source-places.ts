// Finds a passage of the page's text in the file: exactly for HTML, by alignment for Markdown.
import { parseFragment } from 'parse5'
import type { SourceRange, Span } from '../../domain/anchor.ts'
import type { Format } from '../../domain/artifact.ts'
import { offsetInNode, offsetInWords } from '../../domain/page-words.ts'
import { occurrencesOf } from '../../domain/phrase.ts'
import { lastAtMost } from '../../domain/sorted.ts'
import { textChanges } from '../diff/text-changes.ts'
import { type PageText, type PlacedWords, pageHtml, readPageText } from './page-text.ts'

/** A page as text, and the way back from there to its file. */
export interface ReadPage extends Pick<PageText, 'text' | 'lines' | 'hasScripts'> {
  /** Null if the passage cannot be found in the file. */
  sourceOf(span: Span): SourceRange | null
  /** Returns the offset in the text of a character of an HTML file; null if it is not in the text, and in Markdown. */
  textAt(offset: number): number | null
}

/** Longer Markdown is not aligned word by word; its passages are looked up where they stand once. */
const LONGEST_ALIGNED = 1_000_000

/** Reads the page once for any number of passages. */
export async function readPage(source: string, format: Format): Promise<ReadPage> {
  const html = await pageHtml(source, format)
  const { text, lines, words, hasScripts } = readPageText(html, format === 'html')
  const find = format === 'html' ? inHtml(source, words) : inMarkdown(source, lines)
  return {
    ...{ text, lines, hasScripts },
    sourceOf(span) {
      const place = find(span)
      return place && { ...place, line: lineAt(source, place.start) }
    },
    textAt: format === 'html' ? fromHtml(source, words) : () => null,
  }
}

/** The number of the line that holds the offset, from 1. */
export function lineAt(source: string, offset: number): number {
  let line = 1
  for (let at = source.indexOf('\n'); at >= 0 && at < offset; at = source.indexOf('\n', at + 1)) line++
  return line
}

/** The parser gives the position of each text node; inside a node characters are counted. */
function inHtml(source: string, words: PageText['words']): (span: Span) => Span | null {
  const starts = words.map(({ start }) => start)
  const offset = (at: number): number | null => {
    const placed = words[lastAtMost(starts, at)]
    if (!placed?.from) return null
    const { start, data, mode, from } = placed
    return from.start + along(source.slice(from.start, from.end), data, offsetInNode(data, mode, at - start))
  }
  return ({ start, end }) => {
    const [first, last] = [offset(start), offset(end - 1)]
    if (first === null || last === null || last < first) return null
    return { start: first, end: last + widthAt(source, last) }
  }
}

const reference = /^&(?:#[xX][0-9a-fA-F]{1,6}|#\d{1,7}|[A-Za-z][A-Za-z0-9]{1,31});?/

const meanings = new Map<string, string>()

/** Returns the character that a character reference stands for. */
function meaning(text: string): string {
  const known = meanings.get(text)
  if (known !== undefined) return known
  const [node] = parseFragment(text).childNodes
  const value = node && 'value' in node ? node.value : text
  if (meanings.size < 1000) meanings.set(text, value)
  return value
}

/** The way back from the file. Where the parser moved words out of a table, some cannot be found. */
function fromHtml(source: string, words: PageText['words']): (offset: number) => number | null {
  let inOrder: (PlacedWords & { from: Span })[] | null = null
  let starts: number[] = []
  return offset => {
    inOrder ??= words.filter(isFromFile).sort((one, other) => one.from.start - other.from.start)
    if (starts.length === 0) starts = inOrder.map(({ from }) => from.start)
    const placed = inOrder[lastAtMost(starts, offset)]
    if (!placed || offset >= placed.from.end) return null
    const { start, data, mode, from } = placed
    return (
      start + offsetInWords(data, mode, said(source.slice(from.start, from.end), data, offset - from.start))
    )
  }
}

const isFromFile = (words: PlacedWords): words is PlacedWords & { from: Span } => words.from !== null

/** Counts the characters that the raw text says before the offset: none of a reference before its end. */
function said(raw: string, value: string, offset: number): number {
  if (raw.length === value.length) return offset
  let count = 0
  for (let at = 0; at < raw.length; ) {
    const step = stepAt(raw, at)
    at += step.raw
    if (at > offset) break
    count += step.said
  }
  return count
}

/** Returns the length of the raw text that makes the first `count` characters of what it says. */
function along(raw: string, value: string, count: number): number {
  if (raw.length === value.length) return count
  let at = 0
  for (let said = 0; said < count && at < raw.length; ) {
    const step = stepAt(raw, at)
    at += step.raw
    said += step.said
  }
  while (at < raw.length && stepAt(raw, at).said === 0) at += stepAt(raw, at).raw
  return at
}

/** Reads one character of the raw text, one reference, one tag that the parser dropped, or a carriage return. */
function stepAt(raw: string, at: number): { raw: number; said: number } {
  const character = raw[at]
  if (character === '&') {
    const written = reference.exec(raw.slice(at, at + 40))?.[0]
    const said = written === undefined ? '&' : meaning(written)
    if (written !== undefined && said !== written) {
      const rest = said.length > 1 && written.endsWith(said.slice(1)) ? said.length - 1 : 0
      return { raw: written.length - rest, said: said.length - rest }
    }
  }
  if (character === '<' && /[A-Za-z/!?]/.test(raw[at + 1] ?? '')) {
    const close = raw.indexOf('>', at)
    return { raw: (close < 0 ? raw.length : close + 1) - at, said: 0 }
  }
  if (character === '\r' && raw[at + 1] === '\n') return { raw: 1, said: 0 }
  return { raw: 1, said: 1 }
}

/** Returns the width in the file of the character that begins there. */
function widthAt(source: string, at: number): number {
  const written = source[at] === '&' ? reference.exec(source.slice(at, at + 40))?.[0] : undefined
  return written !== undefined && meaning(written) !== written ? written.length : 1
}

/** Finds a passage in the file by its words if they occur once, else by alignment: the text is the file without its marks. */
export function inMarkdown(source: string, text: string): (span: Span) => Span | null {
  let aligned: ((at: number) => number) | null = null
  return ({ start, end }) => {
    const words = text.slice(start, end)
    const [only, second] = occurrencesOf(source, words)
    if (only && !second) return only
    if (text.length + source.length > LONGEST_ALIGNED) return null
    aligned ??= alignment(text, source)
    const guess = { start: aligned(start), end: aligned(end - 1) + 1 }
    return nearest(source, words, guess.start) ?? (guess.end > guess.start ? guess : null)
  }
}

/** The most characters between the place where a passage should stand and the place of its words. */
const NEAR = 200

function nearest(source: string, words: string, wanted: number): Span | null {
  const from = Math.max(0, wanted - NEAR)
  const around = source.slice(from, wanted + NEAR + 2 * words.length)
  const distance = ({ start }: Span) => Math.abs(from + start - wanted)
  const near = [...occurrencesOf(around, words)].filter(span => distance(span) <= NEAR)
  const [found] = near.sort((one, other) => distance(one) - distance(other))
  return found ? { start: from + found.start, end: from + found.end } : null
}

function alignment(text: string, source: string): (at: number) => number {
  const list = textChanges(text, source, 2000)
  const starts = list.map(({ aStart }) => aStart)
  return at => {
    const change = list[lastAtMost(starts, at)]
    if (!change) return at
    if (at >= change.aEnd) return at - change.aEnd + change.bEnd
    return Math.min(change.bStart + (at - change.aStart), Math.max(change.bStart, change.bEnd - 1))
  }
}
