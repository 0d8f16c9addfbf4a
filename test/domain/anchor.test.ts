// Anchors as pure rules: where a quote is found, and where it goes when the text changes.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { textChanges } from '../../src/content/diff/text-changes.ts'
import {
  type Anchor,
  carryPassage,
  findReturned,
  locateAnchor,
  stateOf,
  type TextRange,
  toTextRange,
} from '../../src/domain/anchor.ts'
import { fc } from '../support/properties.ts'

const text =
  'One fine day the dragon woke.\nIt was hungry.\nThe dragon ate an apple, and the apple was good.\nThe end.\n'

const words = (span: { start: number; end: number } | null, of = text) =>
  span && of.slice(span.start, span.end)

function placeOf(quote: string, of = text): TextRange {
  const start = of.indexOf(quote)
  return { ...toTextRange(of, { start, end: start + quote.length }), source: null }
}

const carried = (quote: string, after: string, before = text) =>
  words(carryPassage({ before, after, changes: textChanges(before, after) }, placeOf(quote, before)), after)

test('a quote is found whatever white space parts its words', () => {
  assert.equal(words(locateAnchor(text, { textQuote: { exact: ' woke.  It was ' } })), 'woke.\nIt was')
  assert.equal(locateAnchor(text, { textQuote: { exact: 'unicorn' } }), null)
  assert.equal(locateAnchor(text, { textQuote: { exact: 'Dragon Woke' } }), null)
})

test('what stands around it decides between equal quotes, then the position', () => {
  const at = (anchor: Anchor) => locateAnchor(text, anchor)?.start
  const [first, second] = [text.indexOf('apple'), text.lastIndexOf('apple')]
  assert.equal(at({ textQuote: { exact: 'apple', prefix: 'ate an ' } }), first)
  assert.equal(at({ textQuote: { exact: 'apple', suffix: ' was good' } }), second)
  assert.equal(at({ textQuote: { exact: 'apple' }, textPosition: { start: 90, end: 95 } }), second)
  assert.equal(at({ textQuote: { exact: 'apple' } }), first)
})

test('a position alone names the words that stand there, and none beyond the end', () => {
  assert.equal(words(locateAnchor(text, { textPosition: { start: 13, end: 23 } })), 'the dragon')
  for (const textPosition of [
    { start: 5, end: 5 },
    { start: 9, end: 5 },
    { start: 0, end: 10_000 },
    { start: 29, end: 30 },
  ])
    assert.equal(locateAnchor(text, { textPosition }), null)
})

test('a passage stays through changes before, behind and inside it', () => {
  assert.equal(carried('ate an apple', `Preface.\n\n${text}`), 'ate an apple')
  assert.equal(carried('ate an apple', `${text}More.`), 'ate an apple')
  assert.equal(
    carried('The dragon ate an apple', text.replace('ate an apple', 'ate a ripe apple')),
    'The dragon ate a ripe apple',
  )
  assert.equal(carried('ate an apple', text.replace('an apple', 'a pear')), 'ate a pear')
})

test('exactly its words rewritten, in a line that still stands, is the passage changed', () => {
  assert.equal(carried('hungry', text.replace('hungry', 'thirsty')), null)
  assert.equal(carried('an apple', text.replace('ate an apple,', 'ate two pears,')), 'two pears')
  assert.equal(carried('good', text.replace('was good', 'was sour')), 'sour')
  const line = 'The budget of the castle is 42 crowns a year, says the king.\n'
  assert.equal(carried('42', line.replace('42', '41'), line), '41')
  assert.equal(carried('42', line.replace('42 crowns', '41 thalers'), line), null)
})

test('a passage that is gone is gone, also where other copies of its words stand', () => {
  assert.equal(carried('It was hungry.', text.replace('It was hungry.\n', '')), null)
  const twice = 'See below.\nA line in between that is long enough.\nSee below.\nThe end.\n'
  const without = 'A line in between that is long enough.\nSee below.\nThe end.\n'
  assert.equal(carried('See below.', without, twice), null)
})

test('a long passage that moved as it was is found where it is now', () => {
  const moved =
    'The end.\nThe dragon ate an apple, and the apple was good.\nOne fine day the dragon woke.\nIt was hungry.\n'
  const quote = 'The dragon ate an apple, and the apple was good.'
  assert.equal(carried(quote, moved), quote)
})

test('a lost passage comes back when its text does, a short one only with its old surroundings', () => {
  const before = 'The end.\n'
  const changes = textChanges(before, text)
  const back = (quote: string) => words(findReturned({ before, after: text, changes }, [placeOf(quote)]))
  assert.equal(back('The dragon ate an apple'), 'The dragon ate an apple')
  assert.equal(back('hungry'), 'hungry')
  const elsewhere = 'Somebody else is hungry too.\nThe end.\n'
  const other = { before, after: elsewhere, changes: textChanges(before, elsewhere) }
  assert.equal(findReturned(other, [placeOf('hungry')]), null)
})

test('a lost passage that is back twice is neither of the two, with its old surroundings or without them', () => {
  const before = 'The end.\n'
  const back = (
    quote: string,
    after: string,
    place: Pick<TextRange, 'text' | 'prefix' | 'suffix'> = placeOf(quote),
  ) => findReturned({ before, after, changes: textChanges(before, after) }, [place])
  const line = 'The dragon ate an apple, and the apple was good.'
  const bare = { text: line, prefix: '', suffix: '' }
  assert.notEqual(back(line, `${line}\n${before}`, bare), null)
  assert.equal(back(line, `${line}\nIn between.\n${line}\n${before}`, bare), null)
  assert.notEqual(back('hungry', text), null)
  assert.equal(back('hungry', `${text}${text}`), null)
})

test('words that stood in the text all along are no passage that came back', () => {
  const before = 'See the dragon of the eastern tower.\nThe end.\n'
  const quote = 'the dragon of the eastern tower'
  const after = `A new line of text.\n${before}`
  const lost = { text: quote, prefix: 'Feed ', suffix: ' twice a day.' }
  assert.equal(findReturned({ before, after, changes: textChanges(before, after) }, [lost]), null)
})

test('a lost short passage comes back though a neighbour of it did not, where all that stood on its other side does', () => {
  const first = 'The apples were picked in September by twelve people.\nNothing is said of plums.\n'
  const start = first.indexOf('twelve people')
  const place = { ...toTextRange(first, { start, end: start + 'twelve people'.length }), source: null }
  const back = (after: string) => {
    const span = findReturned({ before: 'Gone.\n', after, changes: textChanges('Gone.\n', after) }, [place])
    return span && after.slice(span.start, span.end)
  }
  assert.equal(
    back('The apples were picked in September by twelve people.\nThe pears came later.\n'),
    'twelve people',
  )
  assert.equal(back('The pears were picked by twelve people.\nThe pears came later.\n'), null)
})

test('a passage is anchored where its words are the quoted ones, whatever white space parts them', () => {
  assert.equal(stateOf('an  apple', 'an\napple'), 'anchored')
  assert.equal(stateOf('an apple', 'an Apple'), 'changed')
})

const word = fc.constantFrom(
  'dragon',
  'castle',
  'king',
  'moat',
  'ate',
  'the',
  'of',
  'apple',
  'tower',
  'sleeps',
)
const sentence = fc.array(word, { minLength: 3, maxLength: 9 }).map(all => `${all.join(' ')}.\n`)
const document = fc.array(sentence, { minLength: 1, maxLength: 20 }).map(all => all.join(''))

test('the changes between two texts rebuild the second from the first', () => {
  fc.assert(
    fc.property(document, document, (before, after) => {
      let [rebuilt, at] = ['', 0]
      for (const { aStart, aEnd, bStart, bEnd } of textChanges(before, after)) {
        assert.ok(aStart >= at && aEnd >= aStart && bEnd >= bStart)
        rebuilt += before.slice(at, aStart) + after.slice(bStart, bEnd)
        at = aEnd
      }
      assert.equal(rebuilt + before.slice(at), after)
    }),
    { numRuns: 300 },
  )
})

test('whatever changed, a passage is a stretch of the new text or nothing; unchanged it stays', () => {
  fc.assert(
    fc.property(document, document, fc.nat(), fc.nat(), (before, after, from, length) => {
      const start = from % before.length
      const place = {
        ...toTextRange(before, { start, end: Math.min(before.length, start + 1 + (length % 60)) }),
        source: null,
      }
      const span = carryPassage({ before, after, changes: textChanges(before, after) }, place)
      if (span) assert.ok(span.start >= 0 && span.start < span.end && span.end <= after.length)
      if (place.text.trim() !== '')
        assert.deepEqual(carryPassage({ before, after: before, changes: [] }, place), trimmed(before, place))
    }),
    { numRuns: 500 },
  )
})

/** White space at the edges of a quote may be left out. */
function trimmed(of: string, { start, end }: TextRange) {
  const inner = of.slice(start, end)
  return inner.trim() === '' ? null : { start, end }
}
