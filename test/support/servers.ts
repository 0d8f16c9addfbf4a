// The program behind bin/test: starts each real server once, runs the test files against them, stops them, and counts.
import { existsSync, globSync, readFileSync, statSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { isAtLength } from './at-length.ts'
import { binary } from './browser.ts'
import { laneFirefox } from './lane-firefox.ts'
import { prepareTemplate, startPostgres } from './postgres.ts'
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

/** The files named, or every test of this run; paths are taken from the checkout. */
function testFiles(paths: string[]): string[] {
  if (paths.length === 0) return testsBelow('test')
  return paths.flatMap(path => {
    if (!existsSync(fromRoot(path))) throw new Error(`there is no ${path} in ${projectRoot}`)
    return statSync(fromRoot(path)).isDirectory() ? testsBelow(path.replace(/\/$/, '')) : [path]
  })
}

/** Those that end with `.full.test.ts` are left to a run at length. */
function testsBelow(folder: string): string[] {
  const files = globSync(`${folder}/**/*.test.ts`, { cwd: projectRoot })
  return files.filter(file => isAtLength || !file.endsWith('.full.test.ts'))
}

/** The longest of the last run first, so that no core waits at the end; files never run count as long. */
function slowestFirst(files: string[]): string[] {
  const times = existsSync(timesFile)
    ? (JSON.parse(readFileSync(timesFile, 'utf8')) as Record<string, number>)
    : {}
  return files.sort((a, b) => (times[b] ?? guess(b)) - (times[a] ?? guess(a)) || a.localeCompare(b))
}

/** The longest of all come first in any case: nothing else would be left to run beside them. */
const guess = (file: string) => {
  if (/\/(linear|editor-conflicts|webrtc-firefox|pages-light|pages-dark)\.test/.test(file)) return 90_000
  return /^test\/(faults|browser|behaviours)\//.test(file) ? 60_000 : 3_000
}

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
  const [cluster, [chromium, shell, firefox, s3]] = await Promise.all([startPostgres(), installed()])
  announce('RECTO_TEST_POSTGRES', cluster, ({ url }) => url)
  if (!isSkip(cluster)) await prepareTemplate(cluster.url)
  // One that is there is found again by each file, together with the libraries it may need.
  if (isSkip(chromium)) announce('RECTO_TEST_CHROMIUM', chromium, String)
  if (isSkip(shell)) announce('RECTO_TEST_SHELL', shell, String)
  if (isSkip(firefox)) announce('RECTO_TEST_FIREFOX', firefox, String)
  announce('RECTO_TEST_S3', s3, ({ url }) => url)
  return [cluster, s3].flatMap(server => (isSkip(server) ? [] : [server]))
}

/** What comes from Debian's packages, one after the other, as apt-get works for one at a time. */
async function installed() {
  const browsers = [await binary(), await binary('shell'), await binary('firefox')] as const
  return [...browsers, await startS3()] as const
}

/** Runs one file and prints what came of it; a file in which no test matches prints nothing. */
async function runAndPrint(
  file: string,
  match: string | undefined,
  env: Record<string, string>,
): Promise<Outcome> {
  const outcome = await runFile(file, { match, signal: interrupted.signal, env })
  if (!match || outcome.passed + outcome.failed > 0) print(outcome.text)
  return outcome
}

/** One file more at a time than there are cores, as each waits now and then: for a browser, a lease, a process to end. */
async function runFiles(files: string[], match: string | undefined): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  const waiting = files.values()
  const lane = async () => {
    const firefox = laneFirefox()
    try {
      for (const file of waiting) {
        if (interrupted.signal.aborted) return
        const address = files.length > 1 && usesFirefox(file) ? await firefox.address() : undefined
        const outcome = await runAndPrint(file, match, address ? { RECTO_TEST_LANE_FIREFOX: address } : {})
        outcomes.push(outcome)
        // What failed may have left a window behind.
        if (outcome.failed > 0) await firefox.stop()
      }
    } finally {
      await firefox.stop()
    }
  }
  await Promise.all(Array.from({ length: availableParallelism() + 1 }, lane))
  return outcomes
}

/** Files that may be tried again; more say that something is broken. */
const FEW = 3

/**
 * Tries what failed beside other files once more by itself, where that is little. One that passes then counts as passed and as
 * unstable: its first failure stays in what is printed, for somebody to mend.
 */
async function tryAgain(outcomes: Outcome[], match: string | undefined): Promise<Outcome[]> {
  const failed = outcomes.filter(outcome => outcome.failed > 0)
  if (outcomes.length === 1 || failed.length > FEW) return outcomes
  const second = new Map<string, Outcome>()
  for (const { file } of failed) {
    if (interrupted.signal.aborted) break
    print(`again, by itself: ${file}`)
    const outcome = await runAndPrint(file, match, {})
    second.set(file, { ...outcome, unstable: outcome.failed === 0 })
  }
  return outcomes.map(outcome => second.get(outcome.file) ?? outcome)
}

const firefoxSuite = isAtLength ? /\binBrowsers(AtLength)?\(/ : /\binBrowsers\(/

const usesFirefox = (file: string) =>
  file.startsWith('test/browser/') && firefoxSuite.test(readFileSync(fromRoot(file), 'utf8'))

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
  const unstable = outcomes.filter(each => each.unstable)
  for (const { file } of unstable) print(`unstable: ${file} passed only by itself; its failure is above`)
  print(`${passed} passed, ${failed} failed, ${skipped} skipped`)
}

const { values, positionals } = parseArgs({ allowPositionals: true, options: { match: { type: 'string' } } })
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => interrupted.abort())

const everything = positionals.length === 0
const files = slowestFirst(testFiles(positionals))
const servers = everything ? await startServers() : []
try {
  const outcomes = await tryAgain(await runFiles(files, values.match), values.match)
  if (everything && !values.match && !interrupted.signal.aborted) await remember(outcomes)
  await Promise.all(servers.map(server => server.stop()))
  conclude(outcomes)
} catch (error) {
  await Promise.all(servers.map(server => server.stop()))
  throw error
}
