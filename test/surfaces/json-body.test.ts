// A JSON document with fields that were made elsewhere reads as if all of it had been made at once.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { JsonBytes, readJsonBytes } from '../../src/domain/json-bytes.ts'
import { jsonBody } from '../../src/surfaces/http/json-body.ts'

const made = <T>(value: T) => new JsonBytes<T>(Buffer.from(JSON.stringify(value)))

test('fields made elsewhere stand where others would, whatever they and their neighbours hold', () => {
  const odd = '"],}\u0000\u2028\ud83d\ude00\\'
  for (const [facts, wanted] of [
    [
      { from: 1, diff: made(odd) },
      { from: 1, diff: odd },
    ],
    [{ diff: made('') }, { diff: '' }],
    [{ diff: made(odd), left: undefined }, { diff: odd }],
    [
      { diff: made(odd), conflicts: made([{ line: 1 }]), note: '{}' },
      { diff: odd, conflicts: [{ line: 1 }], note: '{}' },
    ],
    [{ plain: odd }, { plain: odd }],
  ] as const) {
    const body = jsonBody(facts)
    assert.deepEqual(JSON.parse(typeof body === 'string' ? body : String(Buffer.concat(body))), wanted)
    assert.deepEqual(JSON.parse(JSON.stringify(readJsonBytes(facts))), wanted)
  }
  assert.equal(jsonBody(null), 'null')
  assert.equal(jsonBody([1]), '[1]')
})
