// A few words around a match, as one line of plain text.
import { oneLine } from './words.ts'

/** Characters of a text that are read around a match, and of these the ones before it. */
export const AROUND = 320
export const BEFORE = 30

/** A half word before the match, shorter than what is read before it: never a piece of the match. */
const halfWord = /^\S{0,29}\s/u

/** Drops the half words at the cut ends and says with an ellipsis where text was left out. */
export function excerpt(text: string, cutBefore: boolean, cutAfter: boolean): string {
  const head = cutBefore ? text.replace(halfWord, '') : text
  const whole = cutAfter ? head.replace(/\s\S{0,40}$/u, '') : head
  return `${cutBefore ? '…' : ''}${oneLine(whole)}${cutAfter ? '…' : ''}`
}
