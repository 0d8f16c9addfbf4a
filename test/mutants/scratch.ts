// A copy of the checkout in which faults are planted, so that the checkout itself never holds one.
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { cp, mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { fromRoot, projectRoot } from '../support/project-root.ts'
import type { Mutant } from './mutant.ts'

const run = promisify(execFile)

export interface Scratch {
  root: string
  /** Applies the patch, and builds what the browser loads where a browser is to see it. */
  plant(mutant: Mutant): Promise<void>
  /** Brings back what the patch changed. */
  restore(mutant: Mutant): Promise<void>
  remove(): Promise<void>
}

/** Times are kept, so that what was built still counts as built. */
const copy = (file: string, root: string) =>
  cp(fromRoot(file), join(root, file), { recursive: true, preserveTimestamps: true })

export const isSeenByBrowser = ({ test }: Mutant) => test.startsWith('test/browser/')

export async function createScratch(): Promise<Scratch> {
  const root = await mkdtemp(join(tmpdir(), 'recto-mutants-'))
  for (const file of await checkedFiles()) await copy(file, root)
  for (const folder of ['node_modules', '.node', '.tools'])
    if (existsSync(fromRoot(folder))) await symlink(fromRoot(folder), join(root, folder))
  await copy('dist', root)
  return {
    root,
    async plant(mutant) {
      await run('git', ['apply', '--whitespace=nowarn', mutant.patch], { cwd: root })
      if (isSeenByBrowser(mutant)) await build(root)
    },
    async restore(mutant) {
      for (const file of mutant.files) await copy(file, root)
      if (!isSeenByBrowser(mutant)) return
      await rm(join(root, 'dist'), { recursive: true })
      await copy('dist', root)
    },
    remove: () => rm(root, { recursive: true, force: true, maxRetries: 10, retryDelay: 500 }),
  }
}

/** Builds with the loader of the copy, not with ours. */
const build = (root: string) =>
  run(process.execPath, ['--import', './build/typescript.js', 'build/build.ts'], { cwd: root })

/** Lists the files that git tracks or would track, as they are now. */
async function checkedFiles(): Promise<string[]> {
  const { stdout } = await run('git', ['ls-files', '-co', '--exclude-standard', '-z'], {
    cwd: projectRoot,
    maxBuffer: 1 << 26,
  })
  return stdout.split('\0').filter(file => file && existsSync(fromRoot(file)))
}
