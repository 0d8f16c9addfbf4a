// Finds a quote from the text for readers (`as=text`) in the text of the page, which also has what the page hides.
import { type Anchor, locateAnchor, type Span } from '../../domain/anchor.ts'
import { withoutInvisible } from '../../domain/plain-text.ts'
import { changes } from '../diff/changes.ts'

/**
 * Finds the place of a quote that `visible` has once, with what the page hides inside it. Both texts are aligned by words,
 * so that the same words in a hidden element elsewhere are not taken. A hidden copy right beside the
 * quote cannot be told from it: the first is taken. Null if the page's text lacks a word of the quote.
 * @param budget milliseconds for aligning them; after that a quote among much that is hidden may not be found
 */
export function quotedPlace(
  visible: string,
  textQuote: NonNullable<Anchor['textQuote']>,
  page: string,
  budget = 1000,
): Span | null {
  const quoted = locateAnchor(visible, { textQuote })
  if (!quoted) return null
  const [shown, all] = [wordsOf(visible), wordsOf(page)]
  const first = shown.starts.findLastIndex(start => start <= quoted.start)
  const last = shown.starts.findLastIndex(start => start < quoted.end)
  const differences = changes(shown.words, all.words, budget)
  if (differences.some(({ aStart, aEnd }) => aStart < aEnd && aStart <= last && aEnd > first)) return null
  const offset = (word: number, at: number): number => {
    const before = differences.findLast(({ aEnd }) => aEnd <= word)
    const now = before ? word - before.aEnd + before.bEnd : word
    return behind(page, all.starts[now]!, at - shown.starts[word]!)
  }
  return { start: offset(first, quoted.start), end: offset(last, quoted.end) }
}

interface Words {
  /** Words and single signs, without characters that nobody sees. */
  words: string[]
  starts: number[]
}

function wordsOf(text: string): Words {
  const found: Words = { words: [], starts: [] }
  for (const { 0: written, index } of text.matchAll(/[\p{L}\p{N}\p{Cf}_]+|\S/gu)) {
    const word = withoutInvisible(written)
    if (word === '') continue
    found.words.push(word)
    found.starts.push(index)
  }
  return found
}

/** The offset behind so many characters that can be seen. */
function behind(text: string, start: number, count: number): number {
  let at = start
  for (let seen = 0; seen < count && at < text.length; ) {
    const character = String.fromCodePoint(text.codePointAt(at)!)
    at += character.length
    seen += withoutInvisible(character).length
  }
  return at
}
