// Finding texts in texts: what is found, and that no text makes it long.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import fc from 'fast-check'
import { placesOf } from '../../src/content/apart.ts'
import { matchesIn, onlyPlaces } from '../../src/content/finding.ts'
import { sliceText } from '../../src/content/readable.ts'
import { openTurn } from '../support/turn.ts'

const { workers, turn } = openTurn()
after(() => workers.close())

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

/** Whether other work was done while the work went on, and what it came to. */
async function beside<T>(work: Promise<T>): Promise<[T, others: number]> {
  let others = 0
  const timer = setInterval(() => others++)
  try {
    return [await work, others]
  } finally {
    clearInterval(timer)
  }
}

test('a long passage that nearly occurs everywhere in a large text is looked for apart, and the search ends', async () => {
  const edge = 'a'.repeat(50_000)
  const [places, others] = await beside(placesOf(turn, large, [`${edge}b${edge}`, large, edge]))
  assert.deepEqual(places, ['none', 0, 'many'])
  assert.ok(others > 0)
})

test('a phrase that nearly occurs everywhere in a large text is looked for apart, and the search ends', async () => {
  const find = `${'a'.repeat(240)}b`
  const [slice, others] = await beside(sliceText(turn, `${large}b`, { find, offset: 0, limit: 5 }))
  assert.deepEqual(slice.matches, [
    { offset: large.length - 240, line: 1, snippet: `${'a'.repeat(80)}${find}` },
  ])
  assert.ok(others > 0)
})
