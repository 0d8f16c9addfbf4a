// Prints the last lines of a test run and says by the exit code whether it passed.
import type { Outcome } from './report.ts'

/** Flaky files that a run may have and still pass. */
const MOST_FLAKY = 2

export interface Ending {
  isInterrupted: boolean
  print(text: string): void
}

/** Prints the last line and answers the exit code: 1 for a failure, too many flaky files, nothing run, or a skip in continuous integration. */
export function conclude(outcomes: Outcome[], { isInterrupted, print }: Ending): 0 | 1 {
  const total = (count: 'passed' | 'failed' | 'skipped') =>
    outcomes.reduce((sum, each) => sum + each[count], 0)
  const [passed, failed, skipped] = [total('passed'), total('failed'), total('skipped')]
  const flaky = outcomes.filter(each => each.flaky).length
  const skipCounts = process.env.CI === 'true' && skipped > 0
  if (skipCounts) print('In continuous integration nothing may be skipped.')
  if (flaky > MOST_FLAKY) print(`${flaky} files are flaky; a run with more than ${MOST_FLAKY} fails.`)
  if (isInterrupted) print('Interrupted.')
  print(`${passed} passed, ${failed} failed, ${skipped} skipped${flaky > 0 ? `, ${flaky} flaky` : ''}`)
  return failed > 0 || flaky > MOST_FLAKY || skipCounts || isInterrupted || passed === 0 ? 1 : 0
}
