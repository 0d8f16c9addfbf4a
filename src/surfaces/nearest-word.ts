// Finds the word that was meant by a misspelled one: a command, a flag, or an argument or a tool of MCP.
import { distance } from 'fastest-levenshtein'

/** Characters of a word that somebody may have misspelled. */
const LONGEST = 40

/** Returns the nearest of the known words, or null where none is near enough to be a slip of the hand. */
export function nearestOf(word: string, known: readonly string[]): string | null {
  if (word.length < 2 || word.length > LONGEST) return null
  const beginning = known.filter(each => each.startsWith(word))
  if (beginning.length === 1) return beginning[0]!
  const most = Math.max(1, Math.min(2, Math.floor(word.length / 4)))
  const [nearest] = known
    .map(each => ({ each, slips: countSlips(word, each, most) }))
    .filter(({ slips }) => slips <= most)
    .sort((one, other) => one.slips - other.slips)
  return nearest?.each ?? null
}

/** Returns the Levenshtein distance, where a swap of neighbours, as in `lable`, is one step too (Damerau), once in a word. */
function countSlips(word: string, known: string, most: number): number {
  const steps = distance(word, known)
  // Without the swap it is two steps, so nothing farther comes near enough.
  if (steps > most + 1) return steps
  return Math.min(steps, ...swapsOf(word).map(each => 1 + distance(each, known)))
}

/** Returns the word with each pair of neighbours swapped. */
const swapsOf = (word: string): string[] =>
  Array.from(
    { length: word.length - 1 },
    (_, at) => word.slice(0, at) + word[at + 1] + word[at] + word.slice(at + 2),
  )
