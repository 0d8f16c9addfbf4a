// The program behind bin/test: starts each real server once, runs the test files against them, stops them, and counts.
import { existsSync, globSync, statSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { isAtLength } from './at-length.ts'
import { conclude, describeMinutes } from './conclude.ts'
import { fetchPackages } from './debian-packages.ts'
import { keepTimes, slowestFirst } from './file-times.ts'
import { measurePatience } from './patience.ts'
import { prepareTemplate, startPostgres } from './postgres.ts'
import { fromRoot, projectRoot } from './project-root.ts'
import { runAgain, runFiles } from './run-files.ts'
import { startS3 } from './s3.ts'
import { chooseSeed } from './seed.ts'
import { isSkip, type Skip } from './skip.ts'

const interrupted = new AbortController()
const print = (text: string) => process.stdout.write(`${text}\n`)

interface Running {
  stop(): Promise<void>
}

/** The files named, or every test of this run; paths are taken from the checkout. */
function testFiles(paths: string[]): string[] {
  if (paths.length === 0) return testsBelow('test')
  return paths.flatMap(path => {
    if (!existsSync(fromRoot(path))) refuse(`There is no ${path} in ${projectRoot}.`)
    return statSync(fromRoot(path)).isDirectory() ? testsBelow(path.replace(/\/$/, '')) : [path]
  })
}

/** Those that end with `.full.test.ts` are left to a run at length. */
function testsBelow(folder: string): string[] {
  const files = globSync(`${folder}/**/*.test.ts`, { cwd: projectRoot })
  return files.filter(file => isAtLength || !file.endsWith('.full.test.ts'))
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
  const [cluster, s3] = await Promise.all([startPostgres(), startS3()])
  announce('RECTO_TEST_POSTGRES', cluster, ({ url }) => url)
  if (!isSkip(cluster)) await prepareTemplate(cluster.url)
  announce('RECTO_TEST_S3', s3, ({ url }) => url)
  return [cluster, s3].flatMap(server => (isSkip(server) ? [] : [server]))
}

/** Without one of them a run in continuous integration would fail at its end; it ends here. */
async function requirePackages(): Promise<void> {
  const missing = await fetchPackages()
  for (const reason of missing) print(`skipping what needs this package: ${reason}`)
  if (missing.length === 0 || process.env.CI !== 'true') return
  print(
    'No test ran: in continuous integration nothing may be skipped, and these packages of Debian are missing.',
  )
  process.exit(1)
}

/** Ends the program over a mistake in how it was called. */
function refuse(mistake: string): never {
  process.stderr.write(`${mistake}\n`)
  process.exit(2)
}

function readArguments() {
  const options = { match: { type: 'string' }, 'keep-times': { type: 'boolean' } } as const
  try {
    return parseArgs({ allowPositionals: true, options })
  } catch (error) {
    return refuse((error as Error).message)
  }
}

const { values, positionals } = readArguments()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => interrupted.abort())

const isWhole = positionals.length === 0 && !values.match
if (values['keep-times'] && !isWhole) refuse('--keep-times needs a whole run: name no file and no test.')
const files = slowestFirst(testFiles(positionals))
const { signal } = interrupted
const batch = { match: values.match, signal, print }
if (isWhole) await rm(fromRoot('.reports', 'flaky'), { recursive: true, force: true })
const seed = chooseSeed()
process.env.RECTO_TEST_SEED = `${seed}`
if (isAtLength)
  print(`Random inputs have the seed ${seed}; RECTO_TEST_SEED=${seed} gives the same ones again.`)
const patience = await measurePatience()
if (patience > 1) print(`This machine is busy: limits of time are ${patience} times as long.`)
if (positionals.length === 0) await requirePackages()
const servers = positionals.length === 0 ? await startServers() : []
try {
  const outcomes = await runAgain(await runFiles(files, batch), batch)
  await Promise.all(servers.map(server => server.stop()))
  if (isWhole) print(describeMinutes(outcomes))
  process.exitCode = conclude(outcomes, { isInterrupted: signal.aborted, print })
  if (values['keep-times'] && process.exitCode === 0) keepTimes(outcomes)
} catch (error) {
  await Promise.all(servers.map(server => server.stop()))
  throw error
}
