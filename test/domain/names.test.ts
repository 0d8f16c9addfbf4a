// A name is something that shows.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cleanName } from '../../src/domain/artifact.ts'

test('a name that shows nothing is none', () => {
  for (const blank of [
    '',
    ' \t\n',
    '\u200b',
    '\u200c\u200d',
    '\u00ad',
    '\u3164',
    '\u2800',
    '\u115f\u1160',
    '\u0301',
    '\u2066\u2069',
    '\ue000',
  ])
    assert.equal(cleanName(blank), null, JSON.stringify(blank))
})

test('a name keeps its letters, marks and joiners, and loses what hides or turns', () => {
  for (const name of ['Año', 'نامه\u200cها', '👩\u200d👩\u200d👧', 'क्‍ष', 'e\u0301', '日本語'])
    assert.equal(cleanName(name), name)
  assert.equal(cleanName(' a\u202eb\u200bc\u0007d\r\n e '), 'abc d e')
})
