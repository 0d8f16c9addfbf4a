// What somebody who misspelled a word may have meant.
import { closest, distance } from 'fastest-levenshtein'

/** The nearest of the known words, or null where none is near enough to be a slip of the hand. */
export function nearestOf(word: string, known: readonly string[]): string | null {
  if (word.length < 2 || known.length === 0) return null
  const beginning = known.filter(each => each.startsWith(word))
  if (beginning.length === 1) return beginning[0]!
  const nearest = closest(word, [...known])
  const isNear = distance(word, nearest) <= Math.max(1, Math.floor(word.length / 3))
  return isNear || lettersOf(word) === lettersOf(nearest) ? nearest : null
}

/** The same letters in another order are a slip too, as in `lable`. */
const lettersOf = (word: string): string => [...word].sort().join('')
