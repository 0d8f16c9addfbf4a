// A piece of a text, and the places where a phrase occurs in it.
import { type Match, matchesIn } from './find-matches.ts'
import { type Piece, sliceText, type TextSlice } from './text-slice.ts'

/** Which piece, and what to look for. */
export interface Slicing extends Piece {
  find?: string | undefined
}

export interface SearchedSlice extends TextSlice {
  matches?: Match[]
}

/**
 * `sliceText`; with `find` also the first fifty places, from `offset` to the end of the whole text, where it occurs:
 * capitals and small letters are alike, and so are all runs of white space.
 */
export function searchText(text: string, slicing: Slicing): SearchedSlice {
  const slice = sliceText(text, slicing)
  const { find } = slicing
  return { ...slice, ...(find !== undefined && { matches: matchesIn(text, find, slice.offset) }) }
}
