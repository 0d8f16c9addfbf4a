// Fails while a sentence of the specification is neither proven by a test nor listed as open.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sourcesBelow } from './architecture/sources.ts'
import { later, pending, type Requirement, requirements } from './requirements.ts'

/** The ids in a title such as `[S3] …` or `[S3, S34] …`. */
const idsIn = (title: string) =>
  [...title.matchAll(/\[(S\d+(?:, ?S\d+)*)\]/g)].flatMap(([, ids]) => ids!.split(/, ?/))

const proven = new Set(
  sourcesBelow('test')
    .filter(({ path }) => /\.(test|suite)\.ts$/.test(path))
    .flatMap(({ strings }) => strings.flatMap(({ text }) => idsIn(text))),
)

const ids = Object.keys(requirements) as Requirement[]

test('every sentence is proven by a test, or listed as open', () => {
  const open = ids.filter(id => !proven.has(id) && !pending.includes(id) && !(id in later))
  assert.deepEqual(
    open.map(id => `${id}: ${requirements[id]}`),
    [],
  )
})

test('no sentence that a test proves is still listed as open', () => {
  assert.deepEqual(
    [...proven].filter(id => pending.includes(id as Requirement) || id in later),
    [],
  )
})

test('tests name only sentences that exist', () => {
  assert.deepEqual(
    [...proven].filter(id => !(id in requirements)),
    [],
  )
})
