// `bin/test` tries a file that failed beside others once more by itself, and says so.
import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { after, before, test } from 'node:test'
import { fromRoot, projectRoot } from '../support/project-root.ts'
import { ends } from '../surfaces/cli/installed.ts'

const passing = `import { test } from 'node:test'; test('passes', () => undefined)`
const failing = `import { test } from 'node:test'; test('fails', () => { throw new Error('broken') })`
/** Fails the first time only. */
const unstable = (mark: string) => `import { existsSync, writeFileSync } from 'node:fs'
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

test('a file that fails only beside others passes by itself, and both are told', async () => {
  const { code, stdout } = await ran(passing, unstable(join(folder, 'mark')))
  assert.match(stdout, /FAILED .*1\.test\.ts.*Error: beside others.*again, by itself: .*1\.test\.ts\nok /s)
  assert.match(
    stdout,
    /unstable: .*1\.test\.ts passed only by itself; its failure is above\n2 passed, 0 failed, 0 skipped\n$/,
  )
  assert.equal(code, 0)
})

test('a file that fails again counts as failed', async () => {
  const { code, stdout } = await ran(passing, failing)
  assert.match(stdout, /again, by itself: .*1\.test\.ts\nFAILED .*1 passed, 1 failed, 0 skipped\n$/s)
  assert.doesNotMatch(stdout, /unstable/)
  assert.equal(code, 1)
})

test('where many fail none is tried again', async () => {
  const { code, stdout } = await ran(failing, failing, failing, failing)
  assert.doesNotMatch(stdout, /again, by itself/)
  assert.match(stdout, /0 passed, 4 failed, 0 skipped\n$/s)
  assert.equal(code, 1)
})
