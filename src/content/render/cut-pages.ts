// Pages whose rendering was cut off for others: when each may be tried again, and how much time is secured to it then.
import { LRUCache } from 'lru-cache'

/** Milliseconds of processor time secured to the first attempt, and of rest after it. Both double with each attempt. */
const FIRST = { secured: 2000, rest: 15_000 }

/** How long a page that nobody opens is remembered. */
const REMEMBERED = 3_600_000

interface Cut {
  times: number
  until: number
}

/**
 * A page that is opened while it rests is not tried: opening it over and over costs the others nothing. What is secured
 * doubles, so that a page which fits its own limits is rendered in the end, however busy others are, and all attempts
 * together cost at most twice the last. Kept in memory: a new start tries anew.
 */
export class CutPages {
  readonly #cut = new LRUCache<string, Cut>({ max: 10_000, ttl: REMEMBERED })
  readonly #first: typeof FIRST

  constructor(first: Partial<typeof FIRST> = {}) {
    this.#first = { ...FIRST, ...first }
  }

  /** True while the page is not to be tried. */
  isResting(name: string, now: number): boolean {
    return now < (this.#cut.get(name)?.until ?? 0)
  }

  /** Milliseconds of processor time before which the next attempt is not cut off. */
  securedFor(name: string): number {
    return this.#first.secured * 2 ** this.#times(name)
  }

  /** An attempt was cut off. */
  note(name: string, now: number): void {
    const times = this.#times(name)
    this.#cut.set(name, { times: times + 1, until: now + this.#first.rest * 2 ** times })
  }

  #times(name: string): number {
    return this.#cut.get(name)?.times ?? 0
  }
}
