// A value is made once for each object.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { memoizeByObject } from '../../src/domain/memoize.ts'

test('is made once for an object, also where it is null, and anew for an equal one', () => {
  let made = 0
  const count = memoizeByObject(({ answer }: { answer: string | null }) => {
    made += 1
    return answer
  })
  for (const answer of ['yes', null, '']) {
    made = 0
    const object = { answer }
    assert.deepEqual([count(object), count(object), count({ answer })], [answer, answer, answer])
    assert.equal(made, 2)
  }
})

test('what throws is asked again', () => {
  let calls = 0
  const picky = memoizeByObject((_: object) => {
    calls += 1
    if (calls === 1) throw new Error('not yet')
    return calls
  })
  const object = {}
  assert.throws(() => picky(object), /not yet/)
  assert.equal(picky(object), 2)
})
