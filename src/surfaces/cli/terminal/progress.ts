// One line of progress on a terminal, for work that takes longer than 300 ms.
import type { Sink } from '../io.ts'

const firstAfter = 300
const every = 200

export class Progress {
  readonly #sink: Sink
  readonly #start = performance.now()
  #shownAt = 0
  #width = 0

  constructor(sink: Sink) {
    this.#sink = sink
  }

  /** Replaces the line; shown only on a terminal, not at once and not too often. */
  show(line: string): void {
    const now = performance.now()
    if (!this.#sink.isTTY || now - this.#start < firstAfter || now - this.#shownAt < every) return
    this.#shownAt = now
    this.#sink.write(`\r${line.padEnd(this.#width)}`)
    this.#width = line.length
  }

  /** Takes the line away. */
  end(): void {
    if (this.#width > 0) this.#sink.write(`\r${' '.repeat(this.#width)}\r`)
    this.#width = 0
  }
}
