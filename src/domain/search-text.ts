// The text by which a file is found: as excerpts show it, and its words without case and accents for indexes that do not fold them.

/** Text extracted from a file. */
export interface SearchText {
  body: string
  /** The folded words of `body`; empty if the store's index folds them itself. */
  words: string
}

/** A word without case and accents. */
export const folded = (word: string): string =>
  word
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()

/** Longest word that is indexed, and bytes of different words in one text; PostgreSQL holds 1 MB of them. */
const LONGEST_WORD = 200
const MOST_BYTES = 900_000

/** The folded words of a text, separated by spaces, as far as an index can hold them. */
export function foldedText(text: string): string {
  const words: string[] = []
  const known = new Set<string>()
  let bytes = 0
  for (const [word] of folded(text).matchAll(/[\p{L}\p{N}\p{Co}]+/gu)) {
    bytes += known.has(word) ? 2 : word.length * 3 + 10
    if (bytes > MOST_BYTES) break
    known.add(word)
    if (word.length <= LONGEST_WORD) words.push(word)
  }
  return words.join(' ')
}
