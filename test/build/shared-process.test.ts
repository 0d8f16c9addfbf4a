// Test files that share a process: which do, and that each is reported as if it had run by itself.
import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { after, before, test } from 'node:test'
import { fromRoot, projectRoot, typescript } from '../support/project-root.ts'
import type { Outcome } from '../support/report.ts'
import { intoProcesses } from '../support/sharing.ts'
import { ends } from '../surfaces/cli/installed.ts'

const passing = `import { test } from 'node:test'; test('passes', () => undefined)`
const failing = `import { test } from 'node:test'; test('fails', () => { throw new Error('broken') })`

let folder: string
before(async () => {
  folder = await mkdtemp(fromRoot('.cache', 'shared-process-'))
})
after(() => rm(folder, { recursive: true }))

/** No name comes twice, as what was compiled is kept by name. */
let written = 0

/** Passed and failed tests of each file. */
async function together(...texts: string[]): Promise<[number, number][]> {
  const files = await Promise.all(
    texts.map(async (text, index) => {
      const file = join(folder, `${written++}-${index}.test.ts`)
      await writeFile(file, text)
      return relative(projectRoot, file)
    }),
  )
  const { NODE_TEST_CONTEXT: _, ...env } = process.env
  const words = [...typescript, 'test/build/together.program.ts', ...files]
  const { stdout } = await ends(process.execPath, words, {
    cwd: projectRoot,
    env: env as Record<string, string>,
  })
  const outcomes = JSON.parse(stdout) as Outcome[]
  assert.deepEqual(
    outcomes.map(({ file }) => file),
    files,
  )
  return outcomes.map(({ passed, failed }) => [passed, failed])
}

test('each file has its own tests, failures and failure to load', async () => {
  const counts = await together(passing, failing, `throw new Error('no tests')`, passing)
  assert.deepEqual(counts, [
    [1, 0],
    [0, 1],
    [0, 1],
    [1, 0],
  ])
})

test('where a process ends early, the file that ended it and those after it have failed', async () => {
  for (const when of ['undefined', 'new Promise(done => setTimeout(done, 50))']) {
    const ending = `import { test } from 'node:test'; test('ends', async () => { await ${when}; process.exit(0) })`
    for (const after of [[], [passing, passing]]) {
      const counts = await together(passing, ending, ...after)
      assert.deepEqual(counts.slice(1), [[0, 1], ...after.map(() => [0, 1])])
    }
  }
})

test('files share a process where they can live with the organizations and the clock of others', () => {
  const common = `import { everywhere } from '../support/world.ts'\n`
  const texts: Record<string, string> = {
    'test/behaviours/a.test.ts': common,
    'test/behaviours/b.test.ts': `${common}world.service.advance(1)`,
    'test/behaviours/c.test.ts': `${common}world.service.sweep()`,
    'test/behaviours/own-service.test.ts': `${common}await startService()`,
    'test/behaviours/provider.test.ts': `${common}import { ours } from '../support/builds.ts'`,
    'test/contract/a.test.ts': `import { openStage } from './stage.ts'`,
    'test/contract/turns-clock.test.ts': `import { openStage } from './stage.ts'\nservice.advance(1)`,
    'test/contract/counts.test.ts': `import { openStage } from './stage.ts'\nservice.rowsIn(['person'])`,
    'test/surfaces/web/a.test.ts': `import { openStage } from '../../contract/stage.ts'`,
    'test/surfaces/web/no-service.test.ts': `import { send } from '../../support/http.ts'`,
    'test/browser/a.test.ts': `import { browsing } from '../support/browsing.ts'`,
    'test/browser/b.test.ts': `import { commenting } from '../support/commenting.ts'`,
    'test/browser/own-stage.test.ts': `import { openStage } from './stage.ts'`,
    'test/faults/a.test.ts': common,
  }
  const files = Object.keys(texts)
  assert.deepEqual(
    intoProcesses(files, file => texts[file]!),
    [
      ['test/browser/a.test.ts', 'test/browser/b.test.ts'],
      ['test/behaviours/a.test.ts', 'test/contract/a.test.ts', 'test/surfaces/web/a.test.ts'],
      ['test/behaviours/b.test.ts', 'test/behaviours/c.test.ts'],
      ...files.filter(file => !/(?:behaviours|browser|contract|web)\/[abc]\./.test(file)).map(file => [file]),
    ],
  )
  const many = Array.from({ length: 20 }, (_, n) => `test/behaviours/${n}.test.ts`)
  assert.deepEqual(
    intoProcesses(many, () => common).map(({ length }) => length),
    [9, 9, 2],
  )
})
