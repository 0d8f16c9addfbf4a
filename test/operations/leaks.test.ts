// Searching a file for our own keys: where a chunk ends makes no difference.
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { keyLength, newKey } from '../../src/operations/kernel/key-format.ts'
import { SecretScan } from '../../src/operations/kernel/secret-scan.ts'

const { key } = newKey('u')
const other = newKey('s').key
const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex')

function hashesIn(chunks: readonly string[]): string[] {
  const search = new SecretScan()
  for (const chunk of chunks) search.see(Buffer.from(chunk))
  return search.hashes.sort()
}

/** The text in chunks that end at these positions. */
const split = (text: string, ...ends: number[]): string[] =>
  [0, ...ends].map((start, index) => text.slice(start, ends[index]))

test('a key is found wherever it is split in two', () => {
  const text = `${'x'.repeat(60)} ${key} ${'y'.repeat(60)}`
  for (let end = 0; end <= text.length; end++)
    assert.deepEqual(hashesIn(split(text, end)), [hashOf(key)], `split after ${end}`)
})

test('a key is found wherever it is split in three', () => {
  const text = `x${key}y`
  for (let one = 0; one <= text.length; one++)
    for (let two = one; two <= text.length; two++)
      assert.deepEqual(hashesIn(split(text, one, two)), [hashOf(key)], `split after ${one} and ${two}`)
})

test('keys are found in chunks of every length up to two keys, several keys too', () => {
  const text = `${key}${other} and recto_u_${key}${'z'.repeat(50)}${other}`
  for (let length = 1; length <= 2 * keyLength; length++) {
    const chunks = Array.from({ length: Math.ceil(text.length / length) }, (_, n) =>
      text.slice(n * length, (n + 1) * length),
    )
    assert.deepEqual(hashesIn(chunks), [hashOf(key), hashOf(other)].sort(), `chunks of ${length}`)
  }
})

test('a key cut short by the end of the file, or with one byte missing between chunks, is none', () => {
  for (let end = 1; end < keyLength; end++) {
    assert.deepEqual(hashesIn([key.slice(0, end)]), [])
    assert.deepEqual(hashesIn([key.slice(0, end), key.slice(end + 1)]), [], `without byte ${end}`)
  }
})
