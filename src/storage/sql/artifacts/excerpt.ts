// A few words around a match, as one line of plain text.
import { oneLine } from './words.ts'

/** Characters of a text that are read around a match, and of these the ones before it. */
export const AROUND = 320
export const BEFORE = 80

/** Drops the half words at the cut ends and says with an ellipsis where text was left out. */
export function excerpt(text: string, cutBefore: boolean, cutAfter: boolean): string {
  const head = cutBefore ? text.replace(/^\S{0,40}\s/u, '') : text
  const whole = cutAfter ? head.replace(/\s\S{0,40}$/u, '') : head
  return `${cutBefore ? '…' : ''}${oneLine(whole)}${cutAfter ? '…' : ''}`
}
