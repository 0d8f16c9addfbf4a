// The source of a file as numbered lines, and how much of it is shown.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { beginning } from '../../src/content/text/beginning.ts'
import { sourceLines, sourceView } from '../../src/content/text/source-lines.ts'
import { fc } from '../support/properties.ts'

/** Returns the items as a reader sees them. */
const read = (html: string): string[] =>
  [...html.matchAll(/<code>(.*?)<\/code>/gs)].map(([, line]) =>
    line!
      .replace(/<span class="x-[a-z]">|<\/span>/g, '')
      .replace(/&lt;/g, '<')
      .replace(/&gt;/g, '>')
      .replace(/&quot;/g, '"')
      .replace(/&#39;/g, "'")
      .replace(/&amp;/g, '&'),
  )

test('every line has its number as an id, and a link to itself', async () => {
  const html = await sourceLines('<p>one\r\n\r\ntwo</p>\n', 'html', true)
  assert.deepEqual(html.match(/id="L\d+"/g), ['id="L1"', 'id="L2"', 'id="L3"', 'id="L4"'])
  assert.match(html, /<li id="L3"><a href="#L3" data-line="3" aria-label="Line 3"/)
  assert.deepEqual(read(html), ['<p>one', '\n', 'two</p>', '\n'])
})

test('markup of the file is coloured and stays text', async () => {
  const html = await sourceLines('<b onclick="x">&amp;</b></code><script>alert(1)</script>', 'html', true)
  assert.match(html, /<span class="x-t">/)
  assert.deepEqual(html.match(/<\/?(?!li|a|code|span)[a-z]+/g), null)
})

test('whatever the file holds, its lines read as they were written', async () => {
  const mixture = fc.array(
    fc.constantFrom(
      '<',
      '>',
      '&',
      '"',
      "'",
      '\n',
      '`',
      '```js\n',
      '<script>',
      '<!--',
      '</code>',
      '</li>',
      'word ',
      '{',
      '\t',
      '#',
    ),
    { maxLength: 60 },
  )
  await fc.assert(
    fc.asyncProperty(mixture, fc.constantFrom('html', 'markdown'), async (pieces, format) => {
      const source = pieces.join('')
      const html = await sourceLines(source, format as 'html', true)
      assert.deepEqual(
        read(html)
          .map(line => line.replace(/^\n$/, ''))
          .join('\n'),
        source,
      )
      assert.deepEqual(
        html
          .replace(/<span class="x-[a-z]">|<\/span>|<\/?(?:li|a|code)(?: [a-z-]+="[\w #-]*")*>/g, '')
          .match(/[<>]/),
        null,
      )
    }),
    { numRuns: 60 },
  )
})

test('a file is shown from its beginning in whole lines, within bytes and lines', async () => {
  const text = 'line é\n'.repeat(100)
  const bytes = Buffer.from(text)
  assert.deepEqual(await beginning(bytes, { bytes: 10_000, lines: 1000 }), { text, isWhole: true })
  assert.deepEqual(await beginning(bytes, { bytes: 20, lines: 1000 }), {
    text: 'line é\nline é\n',
    isWhole: false,
  })
  assert.deepEqual(await beginning(bytes, { bytes: 10_000, lines: 3 }), {
    text: 'line é\n'.repeat(3),
    isWhole: false,
  })
  const single = Buffer.from('é'.repeat(100))
  assert.deepEqual(await beginning(single, { bytes: 9, lines: 10 }), { text: 'éééé', isWhole: false })
  assert.deepEqual(await beginning(Buffer.from('a\nb'), { bytes: 3, lines: 2 }), {
    text: 'a\nb',
    isWhole: true,
  })
})

test('what is kept of a source tells how much of the file it shows', async () => {
  const file = async function* (text: string) {
    yield Buffer.from(text)
  }
  assert.match(await sourceView(file('a\nb'), 'markdown', false), /^\n<li id="L1".*<li id="L2"/)
  const long = await sourceView(file('é line\n'.repeat(20_000)), 'markdown', false)
  assert.match(long, /^80000\n<li/)
  assert.equal(long.match(/<li /g)!.length, 10_001)
})
