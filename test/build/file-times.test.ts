// Holds `bin/test` to its times: the longest files come first, and what a run keeps is short and in order.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newTimes, slowestFirst } from '../support/file-times.ts'

const ran = (file: string, seconds: number) => ({
  file,
  passed: 1,
  failed: 0,
  skipped: 0,
  milliseconds: seconds * 1000,
  text: '',
})

test('the longest files come first, and a file without a time in the middle', () => {
  const times = { 'test/a.test.ts': 3, 'test/b.test.ts': 90, 'test/c.test.ts': 10 }
  assert.deepEqual(slowestFirst(['test/a.test.ts', 'test/new.test.ts', 'test/b.test.ts'], times), [
    'test/b.test.ts',
    'test/new.test.ts',
    'test/a.test.ts',
  ])
})

test('times are whole seconds in the order of names, without short files and files that are gone', () => {
  const [here, there] = ['test/build/file-times.test.ts', 'test/domain/policy.test.ts']
  const outcomes = [ran(there, 4.6), ran('test/settings.test.ts', 2.9)]
  assert.deepEqual(
    Object.entries(newTimes(outcomes, { [here]: 5, 'test/gone.test.ts': 9, 'test/settings.test.ts': 4 })),
    [
      [here, 5],
      [there, 5],
    ],
  )
})
