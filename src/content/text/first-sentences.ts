// The first sentences of a page's text: for the card that a link to it becomes, and for lists.
import { oneLine } from '../characters.ts'

/** Characters of a description. */
export const DESCRIPTION = 200

/** The most characters of a text that are looked at. */
const LOOKED_AT = 2000

/** A description that ends with a sentence before so many characters goes on to the last whole word instead. */
const LEAST = 60

/**
 * As many whole sentences of `text` as fit into 200 characters, on one line; where the first is longer, its whole words and
 * an ellipsis. The page's own name at the beginning is left out, because a card shows it already. Null if nothing is left.
 */
export function firstSentences(text: string, name: string): string | null {
  const whole = withoutName(oneLine(text.slice(0, LOOKED_AT), LOOKED_AT), name)
  if (whole.length <= DESCRIPTION) return whole || null
  const room = whole.slice(0, DESCRIPTION)
  const end = lastSentenceEnd(room)
  return end >= LEAST ? room.slice(0, end) : `${wholeWords(room)}…`
}

/** Characters of a line that is no heading, label or name any more. */
const PROSE = 60

/** Returns the beginning of a page after its name and labels: the first line that is prose, or else its first words. */
export function openingOf(text: string, name: string): string | null {
  const lines = text.slice(0, LOOKED_AT).split('\n')
  const prose = lines.find(
    line => line.length >= PROSE || /[.!?。！？]$/u.test(line.slice(0, PROSE).trimEnd()),
  )
  return prose === undefined ? firstSentences(text, name) : firstSentences(prose, '')
}

function withoutName(text: string, name: string): string {
  const rest = text.startsWith(name) ? text.slice(name.length) : text
  return /^[\p{L}\p{N}]/u.test(rest) ? text : rest.trim()
}

/** Returns the end of the last sentence that ends in `text`. */
function lastSentenceEnd(text: string): number {
  let end = 0
  for (const { index } of text.matchAll(/[.!?。！？](?=\s|$)|[。！？]/gu)) end = index + 1
  return end
}

function wholeWords(text: string): string {
  const cut = text.slice(0, DESCRIPTION - 1)
  const space = cut.lastIndexOf(' ')
  return (space > LEAST ? cut.slice(0, space) : cut)
    .toWellFormed()
    .replace(/(?<![\ufffd\s,;:–—-])[\ufffd\s,;:–—-]+$/u, '')
}
