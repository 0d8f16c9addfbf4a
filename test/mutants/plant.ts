// The program behind `bin/check --faults`: plants one fault at a time in a copy of the checkout and demands that its test fails.
// With --green the tests have just passed without any fault, so each runs only once. With --since REVISION only faults in what changed.
import { execFileSync } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { extendTimeout, measurePatience } from '../support/patience.ts'
import { startPostgres } from '../support/postgres.ts'
import { projectRoot } from '../support/project-root.ts'
import type { Outcome } from '../support/report.ts'
import { runFile } from '../support/run-file.ts'
import { isSkip } from '../support/skip.ts'
import { type Mutant, readMutants } from './mutant.ts'
import { createScratch, isSeenByBrowser, type Scratch } from './scratch.ts'

/** Milliseconds after which a test hangs under its fault instead of failing, on a quiet machine. */
const LONGEST = 4 * 60_000

type Verdict = 'noticed' | 'missed' | 'hangs' | 'red without it' | 'does not load' | 'runs no test'

const print = (text: string) => process.stdout.write(`${text}\n`)

const runTest = ({ test, match }: Mutant, { root }: Scratch) =>
  runFile(test, { root, longest: extendTimeout(LONGEST), bail: true, ...(match && { match }) })

const greenRuns = new Map<string, Promise<boolean>>()

/** Tells whether the test passes without the fault; asked once for each test. */
function isGreen(mutant: Mutant, scratch: Scratch): Promise<boolean> {
  const key = `${mutant.test}\n${mutant.match}`
  const known =
    greenRuns.get(key) ??
    runTest(mutant, scratch).then(({ passed, failed, skipped }) => passed > 0 && failed + skipped === 0)
  greenRuns.set(key, known)
  return known
}

function judge({ passed, failed, text, milliseconds }: Outcome): Verdict {
  if (milliseconds >= extendTimeout(LONGEST)) return 'hangs'
  if (failed === 0) return passed === 0 ? 'runs no test' : 'missed'
  return /SyntaxError|ERR_MODULE_NOT_FOUND|TransformError/.test(text) ? 'does not load' : 'noticed'
}

async function verdictOn(mutant: Mutant, scratch: Scratch): Promise<Verdict> {
  if (!values.green && !(await isGreen(mutant, scratch))) return 'red without it'
  try {
    await scratch.plant(mutant)
    return judge(await runTest(mutant, scratch))
  } finally {
    await scratch.restore(mutant)
  }
}

/** Plants as many at a time as there are cores, each in a copy of its own. */
async function plantAll(mutants: Mutant[]): Promise<Verdict[]> {
  const verdicts: Verdict[] = []
  const waiting = mutants.values()
  const lane = async () => {
    const scratch = await createScratch()
    try {
      for (const mutant of waiting) {
        const verdict = await verdictOn(mutant, scratch)
        verdicts.push(verdict)
        print(`${verdict.padEnd(15)} ${mutant.name}: ${mutant.fault}`)
      }
    } finally {
      await scratch.remove()
    }
  }
  await Promise.all(Array.from({ length: Math.min(availableParallelism(), mutants.length) }, lane))
  return verdicts
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { green: { type: 'boolean' }, since: { type: 'string' } },
})

/** Tells whether a source that the fault changes, its test, or the fault changed since the revision that was named. */
function isWanted({ name, files, test }: Mutant): boolean {
  if (positionals.length > 0) return positionals.includes(name)
  return (
    changed === null || [...files, test, `test/mutants/${name}.patch`].some(file => changed.includes(file))
  )
}

const changed = values.since === undefined ? null : filesChangedSince(values.since)

function filesChangedSince(revision: string): string[] {
  const options = { cwd: projectRoot, encoding: 'utf8' } as const
  return execFileSync('git', ['diff', '--name-only', revision, '--'], options).split('\n')
}

const chosen = readMutants().filter(isWanted)
// Faults in what the browser loads take longest: they are built.
chosen.sort((a, b) => Number(isSeenByBrowser(b)) - Number(isSeenByBrowser(a)))
await measurePatience()
const cluster = await startPostgres()
process.env.RECTO_TEST_POSTGRES = isSkip(cluster) ? `skip:${cluster.skip}` : cluster.url
try {
  const verdicts = await plantAll(chosen)
  const noticed = verdicts.filter(verdict => verdict === 'noticed').length
  print(`${noticed} of ${chosen.length} planted faults noticed`)
  process.exitCode = noticed === chosen.length && (noticed > 0 || changed !== null) ? 0 : 1
} finally {
  if (!isSkip(cluster)) await cluster.stop()
}
