// The program behind the step "planted faults fit" of bin/check: each planted fault can be applied to the sources as they are.
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { projectRoot } from '../support/project-root.ts'
import { readMutants } from './mutant.ts'

const run = promisify(execFile)

/** Returns git's message for a patch that does not fit; empty for one that fits. */
const misfit = (patch: string): Promise<string> =>
  run('git', ['apply', '--check', patch], { cwd: projectRoot }).then(
    () => '',
    ({ stderr }) => stderr,
  )

const mutants = readMutants()
const said = await Promise.all(mutants.map(({ patch }) => misfit(patch)))
const misfits = mutants.filter((_, place) => said[place])
for (const { name } of misfits)
  process.stdout.write(`${name} no longer fits the sources: make its patch anew\n`)
process.stdout.write(said.join(''))
process.exitCode = misfits.length === 0 ? 0 : 1
