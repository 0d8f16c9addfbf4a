// Runs one test file in a process of its own and reports what came of it.
import { join } from 'node:path'
import { run } from 'node:test'
import { projectRoot } from './project-root.ts'
import { type Outcome, report } from './report.ts'

/** Milliseconds after which a file hangs; the longest takes a tenth of it where nothing else runs. */
const LONGEST_FILE = 10 * 60_000

/** Megabytes of heap; a test that needs more has lost its way, and would take the machine with it. */
const MEMORY = 3072

export interface RunOptions {
  /** Only tests whose name matches. */
  match?: string | undefined
  /** The checkout the file is run in; this one where none is named. */
  root?: string
  /** Milliseconds after which the file is stopped and counts as failed. */
  longest?: number
  signal?: AbortSignal
}

/** @param file its path in the checkout */
export async function runFile(
  file: string,
  { match, root = projectRoot, longest = LONGEST_FILE, signal }: RunOptions = {},
): Promise<Outcome> {
  const signals = [AbortSignal.timeout(longest), ...(signal ? [signal] : [])]
  const stream = run({
    files: [join(root, file)],
    cwd: root,
    execArgv: [`--max-old-space-size=${MEMORY}`, '--import', join(root, 'build', 'typescript.ts')],
    signal: AbortSignal.any(signals),
    ...(match ? { testNamePatterns: [match] } : {}),
  })
  return report(file, stream)
}
