// Finding texts in texts: what is found, and that no text makes it long.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { matchesIn, onlyPlaces } from '../../src/content/text/find-matches.ts'
import { fc } from '../support/properties.ts'

const few = fc.string({
  unit: fc.constantFrom('a', 'b', 'A', ' ', '\n', 'σ', 'ς', 'Σ', '𐐀', '𐐨'),
  maxLength: 30,
})

test('a text is found where the platform finds it, once, several times or not at all', () => {
  fc.assert(
    fc.property(few, few, (text, sought) => {
      if (sought === '') return
      const start = text.indexOf(sought)
      const expected = start < 0 ? 'none' : text.indexOf(sought, start + 1) < 0 ? start : 'many'
      assert.deepEqual(onlyPlaces(text, [sought]), [expected])
    }),
    { numRuns: 2000 },
  )
})

test('a phrase is found where a pattern finds it that minds neither capitals nor white space', () => {
  fc.assert(
    fc.property(few, few, (text, find) => {
      const words = find.trim().split(/\s+/)
      const pattern = new RegExp(words.join('\\s+'), 'giu')
      const expected = find.trim() === '' ? [] : [...text.matchAll(pattern)].map(({ index }) => index)
      assert.deepEqual(
        matchesIn(text, find, 0).map(({ offset }) => offset),
        expected,
      )
    }),
    { numRuns: 2000 },
  )
})

const large = 'a'.repeat(10_000_000)

test('a long passage that nearly occurs everywhere in a large text is looked for, and the search ends', () => {
  const edge = 'a'.repeat(50_000)
  assert.deepEqual(onlyPlaces(large, [`${edge}b${edge}`, large, edge]), ['none', 0, 'many'])
})

test('a phrase that nearly occurs everywhere in a large text is looked for, and the search ends', () => {
  const find = `${'a'.repeat(240)}b`
  assert.deepEqual(matchesIn(`${large}b`, find, 0), [
    { offset: large.length - 240, line: 1, snippet: `${'a'.repeat(80)}${find}` },
  ])
})
