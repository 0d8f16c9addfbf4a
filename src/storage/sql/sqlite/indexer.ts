// Indexes texts after the transaction that wrote them: many at once cost half as much, and only a search waits for it, not for long.
import { Problem } from '../../../domain/problem.ts'
import type { Executor } from '../engine/engine.ts'
import type { Freshness } from './text.ts'

/** Milliseconds until written texts are indexed without a search, and between portions of them. */
const LATER = 40
/** Beyond so many waiting texts there is no pause between portions, so that the rest cannot grow for ever. */
const BACKLOG = 2000
/** Milliseconds until a portion that failed is tried again. */
const AFTER_FAILURE = 5000
/** Milliseconds after which a search waits for no further portion, as while thousands of texts come in. */
const PATIENCE = 2000

export class SqliteIndexer implements Freshness {
  readonly #index: () => Promise<number>
  readonly #reading: Executor
  #timer: NodeJS.Timeout | null = null
  #stopped = false

  /** @param index brings a portion of what waits into the index, and answers of how many texts */
  constructor(index: () => Promise<number>, reading: Executor) {
    this.#index = index
    this.#reading = reading
  }

  wake(): void {
    if (!this.#timer) this.#schedule(LATER)
  }

  async catchUp(): Promise<void> {
    const end = performance.now() + PATIENCE
    for (let left = await this.#countWaiting(); left > 0 && performance.now() < end; ) {
      const indexed = await this.#index().catch(laterIfRefused)
      if (indexed === 0) return
      left -= indexed
    }
  }

  stop(): void {
    this.#stopped = true
    if (this.#timer) clearTimeout(this.#timer)
  }

  #schedule(pause: number): void {
    if (this.#stopped) return
    this.#timer = setTimeout(() => void this.#portion(), pause).unref()
  }

  async #portion(): Promise<void> {
    try {
      if ((await this.#countWaiting(1)) > 0) await this.#index()
      const left = await this.#countWaiting(BACKLOG)
      this.#timer = null
      if (left > 0) this.#schedule(left < BACKLOG ? LATER : 0)
    } catch {
      this.#schedule(AFTER_FAILURE)
    }
  }

  /** Counts the texts that wait, no further than `most`. */
  async #countWaiting(most = Number.MAX_SAFE_INTEGER): Promise<number> {
    const counted = 'select count(*) as waiting from (select 1 from stale_text limit ?)'
    const [row] = await this.#reading.select(counted, [most])
    return (row as { waiting: number }).waiting
  }
}

/** Lets a search go on if nothing can be written, as on a full disk: it finds the indexed texts, and the rest when there is room. */
function laterIfRefused(error: unknown): number {
  if (error instanceof Problem) return 0
  throw error
}
