// How many messages of one frame the shell hears.

import { limits } from './protocol.ts'

/** Lets `rate` messages through a second after a first `burst`; `now` in milliseconds. */
export function rateLimit(now: number): (now: number) => boolean {
  let left: number = limits.burst
  let last = now
  return at => {
    left = Math.min(limits.burst, left + ((at - last) / 1000) * limits.rate)
    last = at
    left -= 1
    return left >= 0
  }
}
