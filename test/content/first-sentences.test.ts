// The description of a page in the card that a link to it becomes.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DESCRIPTION, firstSentences } from '../../src/content/text/first-sentences.ts'
import { fc } from '../support/properties.ts'

test('whole sentences are kept, and the name at the beginning is left out', () => {
  const text = 'Plan\n\nThe castle costs 42 crowns a year. Nobody asked the king.\n'
  assert.equal(firstSentences(text, 'Plan'), 'The castle costs 42 crowns a year. Nobody asked the king.')
  assert.equal(firstSentences('Planning begins now.', 'Plan'), 'Planning begins now.')
  assert.equal(firstSentences('Plan', 'Plan'), null)
  assert.equal(firstSentences('', 'Plan'), null)
})

test('a long text ends with the last sentence that fits', () => {
  const sentence = 'The quick brown fox jumps over the lazy dog, again and again. '
  assert.equal(firstSentences(sentence.repeat(9), 'Fox'), sentence.repeat(3).trim())
})

test('a long sentence ends with a whole word and an ellipsis', () => {
  const found = firstSentences('word '.repeat(100), 'x')!
  assert.match(found, /^(word )+word…$/)
  assert.ok(found.length <= DESCRIPTION)
})

test('a text without spaces is cut between characters, never within one', () => {
  const found = firstSentences(`x${'🦊'.repeat(300)}`, 'name')!
  assert.ok(found.isWellFormed())
  assert.ok(found.length <= DESCRIPTION)
})

test('whatever the text, the description is one line of at most 200 characters', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme', maxLength: 600 }),
      fc.string({ maxLength: 20 }),
      (text, name) => {
        const found = firstSentences(text, name)
        if (found === null) return
        assert.ok(found.length <= DESCRIPTION, found)
        assert.ok(found.isWellFormed())
        assert.doesNotMatch(found, /[\r\n\t]/)
      },
    ),
  )
})
