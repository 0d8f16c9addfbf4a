// Runs several test files beside each other, and what failed once more by itself.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { isAtLength } from './at-length.ts'
import { laneFirefox } from './lane-firefox.ts'
import { measurePatience } from './patience.ts'
import { fromRoot } from './project-root.ts'
import type { Outcome } from './report.ts'
import { runFile, runProcess } from './run-file.ts'
import { intoProcesses } from './sharing.ts'

export interface Batch {
  /** Only tests whose name matches. */
  match: string | undefined
  /** Its end keeps further files from starting. */
  signal: AbortSignal
  print(text: string): void
}

/** Runs the files of one process and prints their outcomes; a file in which no test matches prints nothing. */
async function runAndPrint(
  files: readonly string[],
  batch: Batch,
  env: Record<string, string>,
): Promise<Outcome[]> {
  const { match, signal, print } = batch
  const outcomes = await runProcess(files, { match, signal, env })
  for (const { text, passed, failed, skipped } of outcomes)
    if (!match || passed + failed + skipped > 0) print(text)
  return outcomes
}

/** One process more at a time than there are cores, as each waits now and then: for a browser, a lease, a process to end. */
export async function runFiles(files: string[], batch: Batch): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  const waiting = (batch.match ? files.map(file => [file]) : intoProcesses(files)).values()
  const lane = async () => {
    const firefox = laneFirefox()
    try {
      for (const together of waiting) {
        if (batch.signal.aborted) return
        const address = files.length > 1 && together.some(usesFirefox) ? await firefox.address() : undefined
        const own = await runAndPrint(together, batch, address ? { RECTO_TEST_LANE_FIREFOX: address } : {})
        outcomes.push(...own)
        // A failed file may have left a window behind.
        if (own.some(({ failed }) => failed > 0)) await firefox.stop()
      }
    } finally {
      await firefox.stop()
    }
  }
  await Promise.all(Array.from({ length: availableParallelism() + 1 }, lane))
  return outcomes
}

const firefoxSuite = isAtLength ? /\binBrowsers(AtLength)?\(/ : /\binBrowsers\(/

const usesFirefox = (file: string) =>
  file.startsWith('test/browser/') && firefoxSuite.test(readFileSync(fromRoot(file), 'utf8'))

/** Files that run again at most; more failed files say that the change is broken. */
const MOST_AGAIN = 5

/** Runs each failed file once more, alone. A file that passes then counts as passed and as flaky, and its first failure is kept. */
export async function runAgain(outcomes: Outcome[], batch: Batch): Promise<Outcome[]> {
  const failed = outcomes.filter(outcome => outcome.failed > 0)
  if (outcomes.length === 1 || failed.length === 0) return outcomes
  const count = failed.filter(({ unbegun }) => !unbegun).length
  if (count > MOST_AGAIN) {
    batch.print(`${count} files failed: more than ${MOST_AGAIN}, so none of them runs again.`)
    return outcomes
  }
  const second = new Map<string, Outcome>()
  for (const first of failed) {
    if (batch.signal.aborted) break
    batch.print(`again, alone: ${first.file}`)
    second.set(first.file, await runAlone(first, batch))
  }
  return outcomes.map(outcome => second.get(outcome.file) ?? outcome)
}

async function runAlone(first: Outcome, batch: Batch): Promise<Outcome> {
  const { match, signal, print } = batch
  await measurePatience()
  const outcome = await runFile(first.file, { match, signal })
  const flaky = outcome.failed === 0 && !first.unbegun
  print(flaky ? outcome.text.replace(/^ok {6}/, 'FLAKY   ') : outcome.text)
  if (flaky) print(`  first failure: ${keepFailure(first)}`)
  return { ...outcome, flaky }
}

/** Writes the text of the failure where people find it after the run; answers the path. */
function keepFailure({ file, text }: Outcome): string {
  const path = `.reports/flaky/${file.replace(/^test\//, '').replaceAll('/', '-')}.txt`
  mkdirSync(fromRoot('.reports/flaky'), { recursive: true })
  writeFileSync(fromRoot(path), `${text}\n`)
  return path
}
