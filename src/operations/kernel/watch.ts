// Waiting for changes: one look at the store for all who wait, however many they are and whichever process wrote.
import type { FeedReading, Watched } from '../../storage/records.ts'

export type { Watched }

/** The marks of the things watched, to be compared later. */
export type Seen = ReadonlyMap<Watched, string | undefined>

export interface Patience {
  /** Milliseconds to wait at most. */
  ms: number
  /** Ends the wait early, as when a client goes. */
  signal?: AbortSignal | undefined
}

/** Milliseconds between two looks while nobody in this process says that something was written. */
const EVERY = 400

/** Milliseconds between two looks at least, however much is written. */
const LEAST = 100

interface Waiter {
  seen: Seen
  wake(changed: boolean): void
}

type Marks = Pick<FeedReading, 'marks'>

/**
 * Lets callers wait for a change of what is watched. While somebody waits, the marks of everything that is
 * waited for are read together, a few times a second; a write in this process brings the next look forward.
 */
export class Watch {
  readonly #feed: Marks
  readonly #waiters = new Set<Waiter>()
  #timer: NodeJS.Timeout | undefined
  #looking = false
  #rung = false
  #lastLook = 0
  #closed = false

  constructor(feed: Marks) {
    this.#feed = feed
  }

  /** The number of callers who wait now. */
  get size(): number {
    return this.#waiters.size
  }

  /** True once the server stops: no wait lasts any more. */
  get isClosed(): boolean {
    return this.#closed
  }

  /** Reads the marks of the things now; to be called before reading what is to be followed. */
  async see(things: readonly Watched[]): Promise<Seen> {
    const marks = await this.#marks(things)
    return new Map(things.map(thing => [thing, marks.get(keyOf(thing))]))
  }

  /** True once one of the things differs from what was seen; false when patience ended or the server stops. */
  changed(seen: Seen, { ms, signal }: Patience): Promise<boolean> {
    if (this.#closed || signal?.aborted) return Promise.resolve(false)
    return new Promise(resolve => {
      const waiter: Waiter = {
        seen,
        wake: changed => {
          clearTimeout(timer)
          signal?.removeEventListener('abort', stop)
          this.#waiters.delete(waiter)
          resolve(changed)
        },
      }
      const stop = () => waiter.wake(false)
      const timer = setTimeout(stop, ms)
      signal?.addEventListener('abort', stop, { once: true })
      this.#waiters.add(waiter)
      this.#schedule(EVERY)
    })
  }

  /** Says that something was written here; a hint, nothing depends on it. */
  ring(): void {
    if (this.#waiters.size === 0) return
    this.#rung = true
    if (!this.#looking) this.#schedule(0)
  }

  /** Ends every wait, now and from now on. */
  close(): void {
    this.#closed = true
    clearTimeout(this.#timer)
    for (const waiter of [...this.#waiters]) waiter.wake(false)
  }

  #schedule(ms: number): void {
    if (this.#looking || this.#closed || (this.#timer && !this.#rung)) return
    clearTimeout(this.#timer)
    const soonest = this.#lastLook + LEAST - performance.now()
    this.#timer = setTimeout(() => void this.#look(), Math.max(ms, soonest, 0)).unref()
  }

  async #look(): Promise<void> {
    this.#looking = true
    this.#rung = false
    this.#lastLook = performance.now()
    try {
      const waiting = [...this.#waiters]
      const marks = await this.#marks(waiting.flatMap(({ seen }) => [...seen.keys()]))
      for (const waiter of waiting) if (differs(waiter.seen, marks)) waiter.wake(true)
    } catch {
      // The store does not answer now; those who wait have patience of their own.
    }
    this.#looking = false
    this.#timer = undefined
    if (this.#waiters.size > 0) this.#schedule(this.#rung ? 0 : EVERY)
  }

  async #marks(things: readonly Watched[]): Promise<Map<string, string>> {
    const all = new Map<string, string>()
    for (const kind of kinds) {
      const ids = new Set(things.filter(thing => thing.kind === kind).map(({ id }) => id))
      if (ids.size === 0) continue
      for (const [id, mark] of await this.#feed.marks(kind, [...ids])) all.set(keyOf({ kind, id }), mark)
    }
    return all
  }
}

const kinds = ['feed', 'policy', 'artifact', 'credential'] as const

const keyOf = ({ kind, id }: Watched): string => `${kind} ${id}`

const differs = (seen: Seen, marks: ReadonlyMap<string, string>): boolean =>
  [...seen].some(([thing, mark]) => marks.get(keyOf(thing)) !== mark)
