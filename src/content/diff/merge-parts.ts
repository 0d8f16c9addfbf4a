// The pieces of a merge: what stood as it was, what was settled, and what clashes.

/** A passage that both sides changed differently. */
export interface Conflict {
  base: string
  mine: string
  theirs: string
  /** Line in `mine` where the passage begins, counted from 1. */
  line: number
}

/** A change that needed no choice. */
export interface SettledChange {
  base: string
  merged: string
  /** The side that changed it; `both` did alike, or in words that do not touch. */
  by: 'mine' | 'theirs' | 'both'
}

/** A piece of a merge; a string stands there as it was. */
export type Part = string | SettledChange | Conflict

export const isConflict = (part: Part): part is Conflict => typeof part !== 'string' && 'mine' in part

/** Returns the text of a part after the merge. */
export const settledText = (part: string | SettledChange): string =>
  typeof part === 'string' ? part : part.merged

/** The whole text; null where something clashes. */
export function mergedText(parts: readonly Part[]): string | null {
  const texts = parts.map(part => (isConflict(part) ? null : settledText(part)))
  return texts.includes(null) ? null : texts.join('')
}
