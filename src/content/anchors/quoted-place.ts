// Finds a quote from the text for readers (`as=text`) in the text of the page: what one of them has may be missing in the other.
import { type Anchor, locateAnchor, occurrenceOf, type Span } from '../../domain/anchor.ts'
import { wholeCharacter } from '../text/text-slice.ts'
import type { There } from './aligned-texts.ts'

/**
 * The place of a quote that `visible` has once: from its first character that the page's text has to its last, with what the
 * page hides between them. If it has none of them, as of a formula: where the words stand there once, else the words beside
 * the quote in its line, or before it. Null if the page's text has nothing of `visible`.
 * @param there where a character of `visible` stands in the page's text
 */
export function quotedPlace(
  visible: string,
  textQuote: NonNullable<Anchor['textQuote']>,
  page: string,
  there: There,
): Span | null {
  const quoted = locateAnchor(visible, { textQuote })
  if (!quoted) return null
  const own = placeOf(visible, quoted, there)
  if (own) return own
  return occurrenceOf(page, textQuote) === 'one'
    ? locateAnchor(page, { textQuote })
    : besideQuote(visible, quoted, there)
}

function placeOf(visible: string, { start, end }: Span, there: There): Span | null {
  const first = firstThere(visible, start, end, there)
  const last = lastThere(visible, start, end, there)
  if (first === null || last === null) return null
  const [from, to] = [there(first)!, there(last)! + widthAt(visible, last)]
  return from < to ? { start: from, end: to } : null
}

/** The word before and the word after it in its line; where there is none, the nearest word before it, or else after it. */
function besideQuote(visible: string, { start, end }: Span, there: There): Span | null {
  const lineStart = visible.lastIndexOf('\n', start - 1) + 1
  const newline = visible.indexOf('\n', end)
  const lineEnd = newline < 0 ? visible.length : newline
  const before = lastThere(visible, lineStart, start, there)
  const after = firstThere(visible, end, lineEnd, there)
  const near =
    before ?? after ?? lastThere(visible, 0, start, there) ?? firstThere(visible, end, visible.length, there)
  if (near === null) return null
  const words = { start: wordAt(visible, near).start, end: wordAt(visible, after ?? near).end }
  return placeOf(visible, words, there)
}

function firstThere(text: string, start: number, end: number, there: There): number | null {
  for (let at = start; at < end; at += widthAt(text, at))
    if (!isSpace(text, at) && there(at) !== null) return at
  return null
}

function lastThere(text: string, start: number, end: number, there: There): number | null {
  for (let at = end - 1; at >= start; at--)
    if (!isSpace(text, at) && !isSecondHalf(text, at) && there(at) !== null) return at
  return null
}

/** The characters around the offset that no white space parts. */
function wordAt(text: string, at: number): Span {
  let [start, end] = [at, at]
  while (start > 0 && !isSpace(text, start - 1)) start--
  while (end < text.length && !isSpace(text, end)) end++
  return { start, end }
}

const isSpace = (text: string, at: number): boolean => /\s/.test(text[at]!)

const widthAt = (text: string, at: number): number => (text.codePointAt(at)! > 0xffff ? 2 : 1)

const isSecondHalf = (text: string, at: number): boolean => wholeCharacter(text, at) < at
