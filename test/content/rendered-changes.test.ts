// Readers see whole words of one text changed between two pages, wherever the file puts its line breaks.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pageText } from '../../src/content/anchors/page-text.ts'
import { renderedChanges } from '../../src/content/anchors/rendered-changes.ts'

const compared = (before: string, after: string) => {
  const [a, b] = [before, after].map(source => ({ source, format: 'html' as const }))
  return renderedChanges(a!, b!, 1000)
}

/** The words that each change took away, and those that came in their place. */
const marked = async (before: string, after: string) => {
  const text = await pageText(after, 'html')
  const { changes, length } = await compared(before, after)
  assert.equal(length, text.length)
  return changes.map(([start, end, removed]) => [removed, text.slice(start, end)])
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

test('a number changes as a whole, also where markup alone parts it from the words beside it', async () => {
  const page = (churn: string, groups: string, time: string) =>
    `<p><span>Churn</span><b>${churn}</b><span>+0.3 pts</span><p>Of ${groups} people, as it was said, at ${time}. In Q3.`
  assert.deepEqual(await marked(page('2.0%', '1,200,300', '12:30'), page('2.1%', '1,200,400', '12:45')), [
    ['2.0%', '2.1%'],
    ['1,200,300', '1,200,400'],
    ['12:30', '12:45'],
  ])
  assert.deepEqual(await marked('<p>$1.24M in Q3.', '<p>$1.25M in Q4.'), [
    ['1.24M', '1.25M'],
    ['Q3', 'Q4'],
  ])
})

test('offsets count the page as it is, at both its ends', async () => {
  assert.deepEqual(await marked('<p>Old</p><p>same</p><p>gone</p>', '<p>New</p><p>same</p>'), [
    ['Old', 'New'],
    [' gone', ''],
  ])
})

test('words that went keep the white space that stood between them and what stays, and of many the first thousand characters', async () => {
  assert.deepEqual(await marked('<p>One two three.</p>', '<p>One three.</p>'), [['two ', '']])
  const [[removed]] = (await marked(`<p>${'word '.repeat(300)}</p><p>Kept.</p>`, '<p>Kept.</p>')) as [
    [string],
  ]
  assert.equal(removed.length, 1001)
  assert.ok(removed.endsWith('…'))
})

test('characters that nobody sees, or that turn the reading order, are not put back, nor is white space alone', async () => {
  assert.deepEqual(await marked('<p>Pay \u202e42\u200b now.</p>', '<p>Pay now.</p>'), [['42 ', '']])
  assert.deepEqual(await marked('<p>Pay now\u200b, please.</p>', '<p>Pay now, please.</p>'), [])
  assert.deepEqual(await marked('<p>The end.</p>', '<p>The very, very good end.</p>'), [
    ['', 'very, very good'],
  ])
  assert.deepEqual(await marked('<p>( ) is set.</p>', '<p>(one two) is set.</p>'), [['', 'one two']])
})

test('a page is scripted where a script may write its words and none of the file can be marked', async () => {
  const script = '<script>document.body.append("More")</script>'
  const of = async (before: string, after: string) => (await compared(before, after)).isScripted
  assert.equal(await of(`<div id=app></div>${script}`, `<div id=app></div>${script} `), true)
  assert.equal(await of(`<p>Old words.</p>${script}`, `<div id=app></div>${script}`), true)
  assert.equal(await of(`<p>Old words.</p>${script}`, `<p>New words.</p>${script}`), false)
  assert.equal(await of('<p>Words.</p>', '<p class=a>Words.</p>'), false)
})
