// Keeps the planted faults alive: each still fits the sources and names a test that exists.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { readMutants } from '../mutants/mutant.ts'
import { fromRoot, projectRoot } from '../support/project-root.ts'

const run = promisify(execFile)
const mutants = readMutants()

const fits = (patch: string) =>
  run('git', ['apply', '--check', patch], { cwd: projectRoot }).then(
    () => true,
    () => false,
  )

test('each planted fault fits the sources as they are', async () => {
  const fitting = await Promise.all(mutants.map(({ patch }) => fits(patch)))
  assert.deepEqual(
    mutants.filter((_, place) => !fitting[place]).map(({ name }) => name),
    [],
  )
})

test('each planted fault changes the product alone, and names a test file that exists', () => {
  const wrong = mutants.filter(
    ({ test, files }) =>
      !existsSync(fromRoot(test)) || files.length === 0 || files.some(file => !file.startsWith('src/')),
  )
  assert.deepEqual(
    wrong.map(({ name }) => name),
    [],
  )
})
