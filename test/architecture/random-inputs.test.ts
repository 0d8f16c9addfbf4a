// Holds every property to the seed of the run.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sourcesBelow } from './sources.ts'

test('fast-check is imported in one place, which sets the seed', () => {
  const importing = [...sourcesBelow('test'), ...sourcesBelow('bench')].filter(({ imports }) =>
    imports.some(({ to, typesOnly }) => to === 'fast-check' && !typesOnly),
  )
  assert.deepEqual(
    importing.map(({ path }) => path),
    ['test/support/properties.ts'],
  )
})
