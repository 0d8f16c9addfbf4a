// Request limits: 600 reads and 120 writes a minute per credential, fewer for anonymous callers, over all nodes together.
import type { Actor } from '../../domain/actor.ts'
import { rateLimited } from '../../operations/kernel/limits.ts'

const windowMs = 60_000
const windowSeconds = windowMs / 1000
const quotas = {
  known: { read: 600, write: 120 },
  anonymous: { read: 240, write: 30 },
}

/** The share of a limit that nodes together may let through before they have told each other. */
const UNTOLD = 0.08

export interface RequestLimits {
  /** Counts one request, perhaps after a look at what other nodes counted; rejects with 429 if the credential used its share of the last minute. */
  count(actor: Actor, kind: 'read' | 'write'): Promise<void>
}

interface Counted {
  /** Seconds since 1970. */
  second: number
  count: number
}

/** The nodes of the installation as the limits need them. */
export interface OtherNodes {
  /** Nodes that run, this one included. */
  readonly count: number
  /** Tells the others what was counted here under the name, and answers what they counted from that second on. */
  exchangeCounts(name: string, mine: readonly Counted[], since: number): Promise<readonly Counted[]>
}

/**
 * Counts what came within the last minute, for each credential and kind. `clock` is in milliseconds. Each node tells the
 * others after every few requests of a credential, so that all together let through at most a tenth more than one would.
 */
export function requestLimits(clock: () => number, nodes: OtherNodes): RequestLimits {
  const recent = new Map<string, RequestWindow>()
  const windowOf = (name: string, now: number): RequestWindow => {
    const window = recent.get(name) ?? new RequestWindow(name)
    // The latest caller stands last, so that the idle ones stand first.
    recent.delete(name)
    recent.set(name, window)
    window.slide(now)
    return window
  }
  return {
    async count(actor, kind) {
      const now = clock()
      forgetIdle(recent, now)
      const limit = quotas[actor.kind === 'anonymous' ? 'anonymous' : 'known'][kind]
      const window = windowOf(`${kind} ${actor.credential}`, now)
      const untold = Math.max(1, Math.floor((limit * UNTOLD) / nodes.count))
      if (nodes.count === 1 || window.untold < untold) return window.add(now, limit)
      await window.exchange(nodes, now)
      window.add(clock(), limit)
    },
  }
}

/** The requests of one credential and kind, counted by the second. */
class RequestWindow {
  readonly #name: string
  readonly #own = new Map<number, number>()
  /** Seconds in which something was counted that the others do not know. */
  readonly #changed = new Set<number>()
  #elsewhere: readonly Counted[] = []
  #exchange: Promise<void> | undefined
  #last = 0
  /** Requests that the others do not know of. */
  untold = 0

  constructor(name: string) {
    this.#name = name
  }

  /** Drops what is out of the window; everything where the clock was set back. */
  slide(now: number): void {
    const second = Math.floor(now / 1000)
    const isSetBack = this.#last > second + windowSeconds
    for (const past of this.#own.keys())
      if (isSetBack || past <= second - windowSeconds) this.#own.delete(past)
      else break
    this.#elsewhere = this.#elsewhere.filter(past => !isSetBack && past.second > second - windowSeconds)
  }

  /** Counts a request of now, or throws 429. */
  add(now: number, limit: number): void {
    const second = Math.floor(now / 1000)
    const counted = sum(this.#own.values()) + sum(this.#elsewhere.map(({ count }) => count))
    if (counted >= limit) throw rateLimited('requests', this.#freeAt() - now, limit, windowMs)
    this.#own.set(second, (this.#own.get(second) ?? 0) + 1)
    this.#changed.add(second)
    this.#last = second
    this.untold += 1
  }

  /** Exchanges counts with other nodes, once for all who wait for it. */
  exchange(nodes: OtherNodes, now: number): Promise<void> {
    this.#exchange ??= this.#exchangeNow(nodes, now).finally(() => {
      this.#exchange = undefined
    })
    return this.#exchange
  }

  async #exchangeNow(nodes: OtherNodes, now: number): Promise<void> {
    const told = [...this.#changed]
    const mine = told.flatMap(second => {
      const count = this.#own.get(second)
      return count === undefined ? [] : [{ second, count }]
    })
    const { untold } = this
    this.#changed.clear()
    this.untold = 0
    try {
      const since = Math.floor(now / 1000) - windowSeconds + 1
      this.#elsewhere = await nodes.exchangeCounts(this.#name, mine, since)
    } catch (error) {
      for (const second of told) this.#changed.add(second)
      this.untold += untold
      throw error
    }
  }

  /** True where nothing came within a window of now. */
  isIdle(now: number): boolean {
    const past = Math.floor(now / 1000) - this.#last
    return past >= windowSeconds || past < -windowSeconds
  }

  /** Returns the time at which the oldest second that counts is out of the window. */
  #freeAt(): number {
    const seconds = [...this.#own.keys(), ...this.#elsewhere.map(({ second }) => second)]
    return Math.min(...seconds) * 1000 + windowMs
  }
}

const sum = (counts: Iterable<number>): number => {
  let total = 0
  for (const count of counts) total += count
  return total
}

function forgetIdle(recent: Map<string, RequestWindow>, now: number): void {
  for (const [name, window] of recent) {
    if (!window.isIdle(now)) return
    recent.delete(name)
  }
}

/** Limits for RECTO_RATE_LIMITS=off, on loopback only. */
export const noLimits: RequestLimits = { count: async () => undefined }
