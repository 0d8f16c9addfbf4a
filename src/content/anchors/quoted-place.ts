// Finds a quote from the text for readers (`as=text`) in the text of the page: what one of them has may be missing in the other.
import { type Anchor, locateAnchor, type Span } from '../../domain/anchor.ts'
import { wholeCharacter } from '../text/text-slice.ts'
import type { There } from './aligned-texts.ts'

/**
 * The place of a quote that `visible` has once: from its first character that the page's text has to its last, with what the
 * page hides between them. Null if the page's text has nothing of the quote there.
 * @param there where a character of `visible` stands in the page's text
 */
export function quotedPlace(
  visible: string,
  textQuote: NonNullable<Anchor['textQuote']>,
  there: There,
): Span | null {
  const quoted = locateAnchor(visible, { textQuote })
  if (!quoted) return null
  const first = firstThere(visible, quoted, there)
  const last = lastThere(visible, quoted, there)
  if (first === null || last === null) return null
  const [from, to] = [there(first)!, there(last)! + widthAt(visible, last)]
  return from < to ? { start: from, end: to } : null
}

function firstThere(text: string, { start, end }: Span, there: There): number | null {
  for (let at = start; at < end; at += widthAt(text, at))
    if (!isSpace(text, at) && there(at) !== null) return at
  return null
}

function lastThere(text: string, { start, end }: Span, there: There): number | null {
  for (let at = end - 1; at >= start; at--)
    if (!isSpace(text, at) && !isSecondHalf(text, at) && there(at) !== null) return at
  return null
}

const isSpace = (text: string, at: number): boolean => /\s/.test(text[at]!)

const widthAt = (text: string, at: number): number => (text.codePointAt(at)! > 0xffff ? 2 : 1)

const isSecondHalf = (text: string, at: number): boolean => wholeCharacter(text, at) < at
