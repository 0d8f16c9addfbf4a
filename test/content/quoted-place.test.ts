// Quotes from the text for readers, found in the text of a page that hides some of it.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findQuote } from '../../src/content/anchors/reanchor.ts'

const placed = async (source: string, exact: string) => {
  const { occurs, found } = await findQuote({ source, format: 'html' }, { exact })
  const { start, end } = found?.range?.source ?? { start: 0, end: 0 }
  return [occurs, found?.state, source.slice(start, end)]
}

test('a quote has what the page hides inside it, however much that is', async () => {
  const much = 'home '.repeat(900)
  const page = `<p>It is shut.</p><nav hidden>${much}</nav><p>It <i hidden>${much}</i> may <i hidden>${much}</i> open.</p>`
  assert.deepEqual(await placed(page, 'is shut. It may'), [
    'one',
    'anchored',
    page.slice(page.indexOf('is shut'), page.indexOf(' <i hidden>', page.indexOf('may'))),
  ])
  assert.deepEqual(await placed(page, 'may open'), [
    'one',
    'anchored',
    page.slice(page.indexOf('may'), page.indexOf('.</p>', page.indexOf('open'))),
  ])
})

test('the same words in a hidden element are not where the quote is', async () => {
  const source =
    '<p>One.</p><p hidden>The gate is barred. Or not.</p><p>Two: <b>the gate</b>.</p><p>The gate is barred.</p>'
  const { occurs, found } = await findQuote({ source, format: 'html' }, { exact: 'The gate is barred' })
  assert.deepEqual([occurs, found?.state], ['one', 'anchored'])
  assert.equal(found?.range?.source?.start, source.lastIndexOf('The gate is'))
})

test('characters that nobody sees do not count, nor does it matter where a quote cuts a word', async () => {
  const page = '<p>It is soft&shy;ened and\u200b <s hidden>not</s> hard\u{1f600}ened 𝒜𝒷.</p>'
  const words = ['soft&shy;ened', 'ened and\u200b <s hidden>not</s> hard\u{1f600}', '\u{1f600}ened 𝒜']
  for (const [quote, written] of [
    ['softened', words[0]],
    ['tened and hard\u{1f600}', `t&shy;${words[1]}`],
    ['\u{1f600}ened 𝒜', words[2]],
  ])
    assert.deepEqual(await placed(page, quote!), ['one', 'anchored', written])
})

test('words that only one of the two texts joins are found', async () => {
  const drawn = '<p>Sales</p><svg><text>Q</text><text>1</text></svg>'
  assert.deepEqual((await placed(drawn, 'Sales Q 1')).slice(0, 2), ['one', 'anchored'])
  const joined = '<p>It is bar<i hidden>x</i>red.</p>'
  assert.deepEqual(await placed(joined, 'is barred'), ['one', 'anchored', 'is bar<i hidden>x</i>red'])
})

test('words that the parser moves out of a table are found by themselves, if they are there once', async () => {
  const table = '<table>Loose before. <tr><td>In a cell.</td></tr> Loose after.</table>'
  const { found } = await findQuote({ source: table, format: 'html' }, { exact: 'Loose after.' })
  assert.deepEqual([found?.state, found?.range?.text], ['anchored', 'Loose after.'])
})
