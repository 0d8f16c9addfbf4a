// A few words around a match, as one line of plain text.
import type { SearchHit } from '../records.ts'
import { oneLine } from './words.ts'

/** Characters of a text that are read around a match, and of these the ones before it. */
export const AROUND = 320
export const BEFORE = 80

/** A found artifact with the part of its text that is shown; `start` counts from 1, `length` is that of the text. */
export interface Hit {
  shortId: string
  name: string
  around: string
  start: number
  length: number
}

export const hitOf = ({ shortId, name, around, start, length }: Hit): SearchHit => ({
  shortId,
  name,
  snippet: excerpt(around, start > 1, start + AROUND <= length),
})

/** Drops the half words at the cut ends and says with an ellipsis where text was left out. */
function excerpt(text: string, cutBefore: boolean, cutAfter: boolean): string {
  const head = cutBefore ? text.replace(/^\S{0,40}\s/u, '') : text
  const whole = cutAfter ? head.replace(/\s\S{0,40}$/u, '') : head
  return `${cutBefore ? '…' : ''}${oneLine(whole)}${cutAfter ? '…' : ''}`
}
