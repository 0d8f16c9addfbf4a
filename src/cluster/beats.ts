// Beats of the server processes: by them each process can answer whether the whole node is ready.
import type { Worker } from 'node:cluster'

/** Milliseconds without a beat after which a process is taken to stand still; they come each second. */
const SILENCE = 10_000

export class Beats {
  readonly #last = new Map<Worker, { at: number; stuckJobs: readonly string[] }>()

  /**
   * Takes a beat, or the start of serving as the first: a process may stand still before it beats.
   * @returns why another process should get no requests, as sentences
   */
  heard(worker: Worker, stuckJobs: readonly string[]): string[] {
    const now = performance.now()
    this.#last.set(worker, { at: now, stuckJobs })
    const others = [...this.#last].filter(([other]) => other !== worker).map(([, last]) => last)
    const stuck = [...new Set(others.flatMap(last => last.stuckJobs))]
    return [
      ...(others.some(({ at }) => now - at > SILENCE) ? ['Another server process stands still.'] : []),
      ...(stuck.length > 0
        ? [`Jobs of another server process that should have ended long ago still run: ${stuck.join(', ')}.`]
        : []),
    ]
  }

  ended(worker: Worker): void {
    this.#last.delete(worker)
  }
}
