// Addresses are found in what people paste, as mail programs and lists write them.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addressesIn } from '../../src/domain/pasted-addresses.ts'

test('addresses are found between blanks, commas, semicolons and lines', () => {
  assert.deepEqual(addressesIn(' a@x.example b@x.example,c@x.example;\r\nd@x.example\n'), [
    'a@x.example',
    'b@x.example',
    'c@x.example',
    'd@x.example',
  ])
  assert.deepEqual([addressesIn(undefined), addressesIn(' , ;\n')], [[], []])
})

test('names beside addresses, as mail programs write them, are left out', () => {
  const pasted =
    'Ana Lee <ana@x.example>, "Doe, Hans" <hans@x.example>; <mia@x.example>\nli@x.example Bo<bo@x.example>'
  assert.deepEqual(addressesIn(pasted), [
    'ana@x.example',
    'hans@x.example',
    'mia@x.example',
    'li@x.example',
    'bo@x.example',
  ])
})

test('words that are no address stay, to be named', () => {
  assert.deepEqual(addressesIn('ana, <b@x.example'), ['ana', '<b@x.example'])
})

test('a text of a million signs is read in one go', () => {
  for (const sign of ['"', '<', '<a', '" ', 'a ']) assert.ok(Array.isArray(addressesIn(sign.repeat(500_000))))
})
