// The turn of one tenant at processes of its own, for tests of what is done in them.
import { createWorkers, type WorkerOptions } from '../../src/content/render/workers.ts'

/** Processes of their own, and the turn of one tenant at them. */
export function openTurn(options: Partial<WorkerOptions> = {}) {
  const workers = createWorkers(options)
  return { workers, turn: workers.turn(async () => 'tests') }
}
