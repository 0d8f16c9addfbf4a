// `bin/test` runs a file that failed beside others once more, alone, and says so.
import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { after, before, test } from 'node:test'
import { fromRoot, projectRoot } from '../support/project-root.ts'
import { ends } from '../surfaces/cli/installed.ts'

const passing = `import { test } from 'node:test'; test('passes', () => undefined)`
const failing = `import { test } from 'node:test'; test('fails', () => { throw new Error('broken') })`
/** Fails the first time only. */
const flaky = (mark: string) => `import { existsSync, writeFileSync } from 'node:fs'
import { test } from 'node:test'
test('fails once', () => {
  if (existsSync('${mark}')) return
  writeFileSync('${mark}', '')
  throw new Error('beside others')
})`

let folder: string
before(async () => {
  folder = await mkdtemp(fromRoot('.cache', 'second-try-'))
})
after(() => rm(folder, { recursive: true }))

async function ran(...texts: string[]) {
  const files = await Promise.all(
    texts.map(async (text, index) => {
      const file = join(folder, `${index}.test.ts`)
      await writeFile(file, text)
      return relative(projectRoot, file)
    }),
  )
  const { NODE_TEST_CONTEXT: _, ...env } = process.env
  return ends('node', ['test/support/servers.ts', ...files], {
    cwd: projectRoot,
    env: env as Record<string, string>,
  })
}

test('a file that fails only beside others passes alone, counts as flaky, and its first failure is kept', async () => {
  const { code, stdout } = await ran(passing, flaky(join(folder, 'mark')))
  assert.match(stdout, /FAILED .*1\.test\.ts.*Error: beside others.*again, alone: .*1\.test\.ts\nFLAKY {3}/s)
  const [, kept = ''] = /first failure: (.*)\n2 passed, 0 failed, 0 skipped, 1 flaky\n$/.exec(stdout) ?? []
  assert.match(await readFile(fromRoot(kept), 'utf8'), /^FAILED .*Error: beside others/s)
  await rm(fromRoot(kept))
  assert.equal(code, 0)
})

test('a run with three flaky files fails', async () => {
  const { code, stdout } = await ran(...['a', 'b', 'c'].map(mark => flaky(join(folder, mark))))
  assert.match(stdout, /\n3 passed, 0 failed, 0 skipped, 3 flaky\n$/)
  for (const [, kept = ''] of stdout.matchAll(/first failure: (.*)\n/g)) await rm(fromRoot(kept))
  assert.equal(code, 1)
})

test('a file that fails again counts as failed', async () => {
  const { code, stdout } = await ran(passing, failing)
  assert.match(stdout, /again, alone: .*1\.test\.ts\nFAILED .*1 passed, 1 failed, 0 skipped\n$/s)
  assert.doesNotMatch(stdout, /FLAKY/)
  assert.equal(code, 1)
})

test('where more than five files fail, none runs again', async () => {
  const { code, stdout } = await ran(...Array(6).fill(failing))
  assert.doesNotMatch(stdout, /again, alone/)
  assert.match(stdout, /0 passed, 6 failed, 0 skipped\n$/s)
  assert.equal(code, 1)
})
