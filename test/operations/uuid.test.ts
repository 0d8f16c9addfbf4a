// Identifiers of version 7 (RFC 9562).
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { uuid } from '../../src/operations/kernel/uuid.ts'

test('identifiers of one moment sort as they were made, after those of earlier moments', () => {
  const made = [1, 2].flatMap(second => Array.from({ length: 2000 }, () => uuid(second * 1000)))
  assert.deepEqual(made.toSorted(), made)
  assert.equal(new Set(made).size, made.length)
  for (const id of made)
    assert.match(id, /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
})
