// Words of a page that stand in our own: they are any that its author or a script of it wrote.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { shortened } from '../../../src/surfaces/web/comments/shortened.ts'
import { wordsOf, wordsOfPicked } from '../../../src/surfaces/web/comments/subject.ts'

test('words of a page are one line that nothing turns, cut between two characters', () => {
  assert.equal(shortened(' Revenue\n\t by  month ', 20), 'Revenue by month')
  assert.equal(shortened('Invoice \u202efdp.exe\u2066', 20), 'Invoice fdp.exe')
  assert.equal(shortened('a\u{1f600}\u{1f601}b', 3), 'a\u{1f600}…')
  assert.equal(shortened('\ue001', 3), '\ue001')
  assert.equal(shortened('\u200b ', 3), '')
})

test('the subject of a comment names a part and a quote so', () => {
  const part = { path: 'body', alike: 1, point: null, region: null }
  assert.equal(wordsOfPicked({ ...part, tag: 'iframe', words: 'Part \u202egnp' }), 'Frame “Part gnp”')
  const selected = { exact: `${'x'.repeat(119)}\u{1f600}\u{1f600}`, prefix: '', suffix: '' }
  assert.equal(
    wordsOf({ selected: { ...selected, start: 0, end: 121, y: 0, path: null } }),
    `“${'x'.repeat(119)}…”`,
  )
})
