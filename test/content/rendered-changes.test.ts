// What readers see changed between two pages: whole words of one text, wherever the file puts its line breaks.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pageText } from '../../src/content/anchors/page-text.ts'
import { renderedChanges } from '../../src/content/anchors/rendered-changes.ts'

const marked = async (before: string, after: string) => {
  const [a, b] = [await pageText(before, 'html'), await pageText(after, 'html')]
  const sides = [before, after].map(source => ({ source, format: 'html' as const }))
  const { changes, lengths } = await renderedChanges(sides[0]!, sides[1]!, 1000)
  assert.deepEqual(lengths, [a.length, b.length])
  return changes.map(({ aStart, aEnd, bStart, bEnd }) => [a.slice(aStart, aEnd), b.slice(bStart, bEnd)])
}

test('in a page without white space between its blocks, words of their neighbours are not marked', async () => {
  const page = (first: string, list: string) =>
    `<h1>The report</h1><p>${first} words of it, and <b>bold</b> ones.</p><ul><li>One &amp; only${list}</ul><p>Last.</p>`
  assert.deepEqual(await marked(page('First', '<li>Two'), page('Fine first', '<li>Two<li>Three')), [
    ['First', 'Fine first'],
    ['', 'Three'],
  ])
})

test('markup that comes or goes within the same words changes nothing', async () => {
  assert.deepEqual(await marked('<p>One two three.</p>', '<p>One <b>t</b>wo <i>three</i>.</p>'), [])
})

test('offsets count the page as it is, at both its ends', async () => {
  assert.deepEqual(await marked('<p>Old</p><p>same</p><p>gone</p>', '<p>New</p><p>same</p>'), [
    ['Old', 'New'],
    ['gone', ''],
  ])
})
