// Holds each planted fault to its form: it changes the product alone and names a test that exists. Whether it fits the sources is a step of bin/check.
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { test } from 'node:test'
import { readMutants } from '../mutants/mutant.ts'
import { fromRoot } from '../support/project-root.ts'

const mutants = readMutants()

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
