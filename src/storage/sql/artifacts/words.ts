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
