// `bin/test` calls a file green only where each of its tests ran to its end, and says why it does not.
import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { after, before, test } from 'node:test'
import { fromRoot, projectRoot } from '../support/project-root.ts'
import { ends } from '../surfaces/cli/installed.ts'

let folder: string
before(async () => {
  folder = await mkdtemp(fromRoot('.cache', 'run-verdicts-'))
})
after(() => rm(folder, { recursive: true }))

const passing = `import { test } from 'node:test'; test('passes', () => undefined)`

async function ran(texts: string[], ...words: string[]) {
  const files = texts.map((_, index) => join(folder, `${index}.test.ts`))
  await Promise.all(files.map((file, index) => writeFile(file, texts[index]!)))
  const { NODE_TEST_CONTEXT: _, ...env } = process.env
  const named = files.map(file => relative(projectRoot, file))
  return ends('node', ['test/support/servers.ts', ...named, ...words], {
    cwd: projectRoot,
    env: env as Record<string, string>,
  })
}

test('a file whose process ends before its tests do has failed, also where some of them passed', async () => {
  for (const when of ['undefined', `new Promise(done => setTimeout(done, 50))`]) {
    const exit = `test('ends', async () => { await ${when}; process.exit(0) }); test('never', () => undefined)`
    const { code, stdout } = await ran([`${passing}; ${exit}`])
    assert.match(stdout, /^FAILED .*0\.test\.ts.*not ok: .*The process ended before its tests had/ms)
    assert.match(stdout, /, 1 failed, 0 skipped\n$/)
    assert.equal(code, 1)
  }
})

test('a file without a test has failed', async () => {
  for (const text of ['', `import 'node:test'`]) {
    const { code, stdout } = await ran([text])
    assert.match(stdout, /^FAILED .*has no test.*\n0 passed, 1 failed, 0 skipped\n$/ms)
    assert.equal(code, 1)
  }
})

test('names that match no test fail the run, and one file without a match does not', async () => {
  const none = await ran([passing, passing], '--match', 'zzzz')
  assert.match(none.stdout, /^0 passed, 0 failed, 0 skipped\n$/m)
  assert.doesNotMatch(none.stdout, /^ok/m)
  assert.equal(none.code, 1)
  const one = await ran([passing, passing.replace('passes', 'zzzz')], '--match', 'zzzz')
  assert.match(one.stdout, /\n1 passed, 0 failed, 0 skipped\n$/)
  assert.equal(one.code, 0)
})

test('a failure that comes after its test has ended is named', async () => {
  const late = `import { test } from 'node:test'
test('early', () => { setTimeout(() => Promise.reject(new Error('late')), 50) })`
  const { code, stdout } = await ran([late])
  assert.match(stdout, /^FAILED .*Test "early".*late/ms)
  assert.equal(code, 1)
})

test('a file that is not there and an unknown option are answered with a sentence', async () => {
  for (const [word, sentence] of [
    ['test/nope.test.ts', /^There is no test\/nope\.test\.ts in .*\.\n$/],
    ['--nonsense', /^Unknown option '--nonsense'.*\n$/],
    ['--keep-times', /^--keep-times needs a whole run: .*\n$/],
  ] as const) {
    const { code, stderr } = await ran([passing], word)
    assert.match(stderr, sentence)
    assert.equal(code, 2)
  }
})
