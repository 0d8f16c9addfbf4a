// Runs test files in a process of their own, mostly one, and reports what came of each.
import { statfsSync } from 'node:fs'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { run } from 'node:test'
import { atLength } from './at-length.ts'
import { extendTimeout } from './patience.ts'
import { projectRoot } from './project-root.ts'
import { type Outcome, report } from './report.ts'

/** Milliseconds after which a file hangs on a quiet machine; the longest takes a tenth of it where nothing else runs. */
const LONGEST_FILE = atLength(10, 40) * 60_000

/** Megabytes of heap; a test that needs more has lost its way, and would take the machine with it. */
const MEMORY = 3072

export interface RunOptions {
  /** Only tests whose name matches. */
  match?: string | undefined
  /** The checkout the file is run in; this one where none is named. */
  root?: string
  /** Milliseconds after which the file is stopped and counts as failed. */
  longest?: number
  /** Stop at the first failure. */
  bail?: boolean
  signal?: AbortSignal
  /** Beside this process's own. */
  env?: Record<string, string>
}

/** Milliseconds from the signal to end until nothing more is waited for: the runner sometimes never says that a file has ended. */
const GRACE = 10_000

/** Bytes that have to be free in memory for a file's temporary folders. */
const ROOM = 2 ** 31

/** Returns the place for temporary folders: memory where there is room, as a commit that waits for a disk proves nothing more. */
function temporary(file: string): string {
  if (file.startsWith('test/faults/')) return tmpdir()
  try {
    const { bavail, bsize } = statfsSync('/dev/shm')
    return bavail * bsize > ROOM ? '/dev/shm' : tmpdir()
  } catch {
    return tmpdir()
  }
}

/** @param file its path in the checkout */
export async function runFile(file: string, options?: RunOptions): Promise<Outcome> {
  const [outcome] = await runProcess([file], options)
  return outcome!
}

/** Runs the files one after the other in one process. */
export async function runProcess(
  files: readonly string[],
  {
    match,
    root = projectRoot,
    longest = extendTimeout(LONGEST_FILE),
    bail = false,
    signal,
    env,
  }: RunOptions = {},
): Promise<Outcome[]> {
  const [first, ...others] = files as [string, ...string[]]
  const folder = await mkdtemp(join(temporary(first), 'recto-test-'))
  // A Postgres of its own runs as another user and has to pass through.
  await chmod(folder, 0o711)
  const failed = new AbortController()
  const signals = [AbortSignal.timeout(longest), failed.signal, ...(signal ? [signal] : [])]
  const end = AbortSignal.any(signals)
  const stream = run({
    files: [join(root, others.length > 0 ? 'test/support/shared-process.ts' : first)],
    cwd: root,
    env: { ...process.env, ...env, TMPDIR: folder, RECTO_TEST_FILES: files.join(' ') },
    execArgv: [
      `--max-old-space-size=${MEMORY}`,
      ...['build/typescript.js', 'test/support/end-when-told.ts'].flatMap(module => [
        '--import',
        join(root, module),
      ]),
    ],
    signal: end,
    ...(match ? { testNamePatterns: [match] } : {}),
  })
  end.addEventListener('abort', () => setTimeout(() => stream.destroy(), GRACE).unref())
  const outcomes = await report(files, stream, {
    isPartial: Boolean(match),
    onFailure: () => bail && failed.abort(),
  })
  await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  return outcomes
}
