// The words of a search as people write them; nothing they contain is syntax to a database.

/** The words of a query, at most 20, lower-cased; marks and punctuation separate or belong as when text is indexed. */
export function wordsOf(text: string): string[] {
  const words =
    text
      .slice(0, 1000)
      .toLowerCase()
      .match(/[\p{L}\p{N}\p{M}\p{Co}]+/gu) ?? []
  return words.filter(word => /[^\p{M}]/u.test(word)).slice(0, 20)
}

/** Does the last word stand for all that begin with it? One letter would stand for half of all texts. */
export const endsUnfinished = (words: readonly string[]): boolean => (words.at(-1)?.length ?? 0) > 1

/** A token that stands for an organization in an index of words. */
export const scopeWord = (organizationId: string | null): string =>
  organizationId === null ? 'unclaimed' : `o${organizationId.toLowerCase().replace(/[^a-z0-9]/g, '')}`

/** One line of plain text. */
export const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim()

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
