// A run before a commit leaves some tests to a run at length: such a test is not there, and counts as nothing.
import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { after, before, test } from 'node:test'
import { fromRoot, projectRoot } from '../support/project-root.ts'
import { ends } from '../surfaces/cli/installed.ts'

let folder: string
before(async () => {
  folder = await mkdtemp(fromRoot('.cache', 'at-length-'))
})
after(() => rm(folder, { recursive: true }))

/** The last line of `bin/test` for the file or folder; a browser is asked for and opened by none. */
async function counted(path: string, full: '' | '1'): Promise<string> {
  const { NODE_TEST_CONTEXT: _, ...inherited } = process.env
  const browsers = { RECTO_TEST_CHROMIUM: 'node', RECTO_TEST_FIREFOX: 'node' }
  const env = { ...inherited, ...browsers, RECTO_TEST_FULL: full } as Record<string, string>
  const words = ['test/support/servers.ts', relative(projectRoot, path)]
  const { stdout } = await ends('node', words, { cwd: projectRoot, env })
  return stdout.trimEnd().split('\n').at(-1)!
}

async function writeSuite(suite: string): Promise<string> {
  const file = join(folder, `${suite}.test.ts`)
  await writeFile(
    file,
    `import { test } from 'node:test'
import { ${suite} } from '${fromRoot('test/support/in-browsers.ts')}'
${suite}('a suite', browserName => test(browserName, () => undefined))`,
  )
  return file
}

test('a journey runs in both browsers always', async () => {
  assert.equal(await counted(await writeSuite('inBrowsers'), ''), '2 passed, 0 failed, 0 skipped')
})

test('another suite runs in one, without a skip, and in both at length', async () => {
  const file = await writeSuite('inBrowsersAtLength')
  assert.equal(await counted(file, ''), '1 passed, 0 failed, 0 skipped')
  assert.equal(await counted(file, '1'), '2 passed, 0 failed, 0 skipped')
})

test('a file for a full run runs at length, and where it is named', async () => {
  const below = await mkdtemp(join(folder, 'files-'))
  const text = `import { test } from 'node:test'; test('passes', () => undefined)`
  const full = join(below, 'a.full.test.ts')
  for (const file of [full, join(below, 'b.test.ts')]) await writeFile(file, text)
  assert.equal(await counted(below, ''), '1 passed, 0 failed, 0 skipped')
  assert.equal(await counted(below, '1'), '2 passed, 0 failed, 0 skipped')
  assert.equal(await counted(full, ''), '1 passed, 0 failed, 0 skipped')
})
