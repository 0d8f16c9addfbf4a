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

/** Characters of a line, beside its indentation. */
const WIDTH = 100

/** The minutes that the files of each folder took together, longest first, on few lines. */
export function describeMinutes(outcomes: Outcome[]): string {
  const sums = new Map<string, number>()
  for (const { file, milliseconds } of outcomes) {
    const parts = file.split('/')
    const folder = parts.slice(0, Math.min(2, parts.length - 1)).join('/')
    sums.set(folder, (sums.get(folder) ?? 0) + milliseconds / 60_000)
  }
  const entries = [...sums].sort(([, a], [, b]) => b - a)
  return wrap(`Minutes: ${entries.map(([folder, minutes]) => `${folder} ${minutes.toFixed(1)}`).join(', ')}`)
}

/** Breaks after commas. */
function wrap(text: string): string {
  const lines = ['']
  for (const part of text.split(/(?<=, )/)) {
    if (lines.at(-1)!.length + part.length > WIDTH) lines.push('')
    lines[lines.length - 1] += part
  }
  return lines.map(line => line.trimEnd()).join('\n  ')
}
