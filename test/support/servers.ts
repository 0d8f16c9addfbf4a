// The program behind bin/test: starts each real server once, runs the test files against them, stops them, and counts.
import { existsSync, globSync, readFileSync, statSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { binary } from './browser.ts'
import { startPostgres } from './postgres.ts'
import { fromRoot, projectRoot } from './project-root.ts'
import type { Outcome } from './report.ts'
import { runFile } from './run-file.ts'
import { startS3 } from './s3.ts'
import { isSkip, type Skip } from './skip.ts'

const timesFile = fromRoot('.cache', 'test-times.json')
const interrupted = new AbortController()
const print = (text: string) => process.stdout.write(`${text}\n`)

interface Running {
  stop(): Promise<void>
}

/** The files named, or every test; paths are taken from the checkout. */
function testFiles(paths: string[]): string[] {
  if (paths.length === 0) return globSync('test/**/*.test.ts', { cwd: projectRoot })
  return paths.flatMap(path => {
    if (!existsSync(fromRoot(path))) throw new Error(`there is no ${path} in ${projectRoot}`)
    return statSync(fromRoot(path)).isDirectory()
      ? globSync(`${path.replace(/\/$/, '')}/**/*.test.ts`, { cwd: projectRoot })
      : [path]
  })
}

/** The longest of the last run first, so that no core waits at the end; files never run count as long. */
function slowestFirst(files: string[]): string[] {
  const times = existsSync(timesFile)
    ? (JSON.parse(readFileSync(timesFile, 'utf8')) as Record<string, number>)
    : {}
  return files.sort((a, b) => (times[b] ?? guess(b)) - (times[a] ?? guess(a)) || a.localeCompare(b))
}

const guess = (file: string) => (/^test\/(faults|browser|behaviours)\//.test(file) ? 60_000 : 3_000)

/** Puts the address where the test files look for it, or the reason why there is none. */
function announce<Server extends object>(
  variable: string,
  server: Server | Skip,
  address: (server: Server) => string,
): void {
  if (isSkip(server)) print(`skipping what needs ${variable}: ${server.skip}`)
  process.env[variable] = isSkip(server) ? `skip:${server.skip}` : address(server)
}

async function startServers(): Promise<Running[]> {
  const [cluster, [chromium, firefox, s3]] = await Promise.all([startPostgres(), installed()])
  announce('RECTO_TEST_POSTGRES', cluster, ({ url }) => url)
  // One that is there is found again by each file, together with the libraries it may need.
  if (isSkip(chromium)) announce('RECTO_TEST_CHROMIUM', chromium, String)
  if (isSkip(firefox)) announce('RECTO_TEST_FIREFOX', firefox, String)
  announce('RECTO_TEST_S3', s3, ({ url }) => url)
  return [cluster, s3].flatMap(server => (isSkip(server) ? [] : [server]))
}

/** What comes from Debian's packages, one after the other, as apt-get works for one at a time. */
async function installed() {
  return [await binary(), await binary('firefox'), await startS3()] as const
}

/** Runs one file and prints what came of it; a file in which no test matches prints nothing. */
async function runAndPrint(file: string, match: string | undefined): Promise<Outcome> {
  const outcome = await runFile(file, { match, signal: interrupted.signal })
  if (!match || outcome.passed + outcome.failed > 0) print(outcome.text)
  return outcome
}

/** One file more at a time than there are cores, as each waits now and then: for a browser, a lease, a process to end. */
async function runFiles(files: string[], match: string | undefined): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  const waiting = files.values()
  const lane = async () => {
    for (const file of waiting) {
      if (interrupted.signal.aborted) return
      outcomes.push(await runAndPrint(file, match))
    }
  }
  await Promise.all(Array.from({ length: availableParallelism() + 1 }, lane))
  return outcomes
}

async function remember(outcomes: Outcome[]): Promise<void> {
  await mkdir(fromRoot('.cache'), { recursive: true })
  await writeFile(
    timesFile,
    JSON.stringify(Object.fromEntries(outcomes.map(each => [each.file, each.milliseconds]))),
  )
}

/** Prints the last line. What goes wrong makes the exit code 1; in continuous integration a skip goes wrong. */
function conclude(outcomes: Outcome[]): void {
  const total = (count: 'passed' | 'failed' | 'skipped') =>
    outcomes.reduce((sum, each) => sum + each[count], 0)
  const [passed, failed, skipped] = [total('passed'), total('failed'), total('skipped')]
  const skipCounts = process.env.CI === 'true' && skipped > 0
  if (skipCounts) print('In continuous integration nothing may be skipped.')
  if (interrupted.signal.aborted) print('Interrupted.')
  process.exitCode = failed > 0 || skipCounts || interrupted.signal.aborted || passed === 0 ? 1 : 0
  print(`${passed} passed, ${failed} failed, ${skipped} skipped`)
}

const { values, positionals } = parseArgs({ allowPositionals: true, options: { match: { type: 'string' } } })
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => interrupted.abort())

const everything = positionals.length === 0
const files = slowestFirst(testFiles(positionals))
const servers = everything ? await startServers() : []
try {
  const outcomes = await runFiles(files, values.match)
  if (everything && !values.match && !interrupted.signal.aborted) await remember(outcomes)
  await Promise.all(servers.map(server => server.stop()))
  conclude(outcomes)
} catch (error) {
  await Promise.all(servers.map(server => server.stop()))
  throw error
}
