// Tables as text: what a spreadsheet would run is made harmless, everything else comes back as it was.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { csv } from '../../src/operations/organization/csv.ts'

const line = (...cells: (string | null)[]): string => csv([], [cells]).split('\r\n').slice(1).join('\r\n')

test('cells with commas, quotes and line breaks are quoted', () => {
  assert.equal(csv(['a', 'b'], [['1', null]]), 'a,b\r\n1,\r\n')
  assert.equal(line('a,b', 'say "x"', 'two\nlines', 'ä 🎉'), '"a,b","say ""x""","two\nlines",ä 🎉\r\n')
})

test('whatever begins a formula, also behind white space or in full width, is made text', () => {
  for (const start of ['=', '+', '-', '@', '\t', '\r', '\n', ' =', '\u00a0@', '＝', '＋', '－', '＠'])
    assert.match(line(`${start}1+1`), /^"?'/, JSON.stringify(start))
  for (const plain of ['a=1', "'", '1-2', 'x@y.org', ' a', '']) assert.equal(line(plain), `${plain}\r\n`)
})
