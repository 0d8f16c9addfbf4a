// Comparing a secret that was given with the one that is right.
import { timingSafeEqual } from 'node:crypto'

/** Whether both are the same, in a time that does not tell how much of the one is right. */
export function isSameSecret(given: string | Uint8Array, expected: string | Uint8Array): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)]
  return a.length === b.length && timingSafeEqual(a, b)
}
