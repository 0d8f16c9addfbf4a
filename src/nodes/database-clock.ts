// The time that all nodes of an installation share: the database's, followed by a clock of this process that nobody sets.

/** Times that the database's clock is asked in a row: the quickest answer is the most exact one. */
const SAMPLES = 3

export class DatabaseClock {
  readonly #ask: () => Promise<number>
  #offset: number | null = null

  /** @param ask answers the milliseconds since 1970 by the database's clock */
  constructor(ask: () => Promise<number>) {
    this.#ask = ask
  }

  /** Milliseconds since 1970; `synchronize` must have succeeded once. */
  readonly now = (): number => {
    if (this.#offset === null) throw new Error('The clock of the database was never read.')
    return Math.floor(performance.now() + this.#offset)
  }

  /** Milliseconds that this machine's clock is ahead of the database's. */
  get skew(): number {
    return Date.now() - this.now()
  }

  /** Reads the database's clock again, which drifts from ours. */
  async synchronize(): Promise<void> {
    let best = { took: Number.POSITIVE_INFINITY, offset: 0 }
    for (let sample = 0; sample < SAMPLES; sample += 1) {
      const began = performance.now()
      const theirs = await this.#ask()
      const took = performance.now() - began
      if (took < best.took) best = { took, offset: theirs - (began + took / 2) }
    }
    this.#offset = best.offset
  }
}
