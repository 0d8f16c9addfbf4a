// From the text of a page back to its file: the offsets name the words as they are written there.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { passageIn, passagesAlong } from '../../src/content/anchors/anchor-calls.ts'
import { readPage } from '../../src/content/anchors/source-places.ts'
import { FileSource } from '../../src/content/render/file-source.ts'
import type { Format } from '../../src/domain/artifact.ts'
import { fc } from '../support/properties.ts'
import { openTurn } from '../support/turn.ts'

const { workers, turn } = openTurn()
after(() => workers.close())

async function written(
  source: string,
  format: Format,
  words: string,
  nth = 0,
): Promise<[string | null, number | null]> {
  const page = await readPage(source, format)
  let start = -1
  for (let n = 0; n <= nth; n++) start = page.text.indexOf(words, start + 1)
  assert.ok(start >= 0, `${words} is not in the text`)
  const range = page.sourceOf({ start, end: start + words.length })
  return [range && source.slice(range.start, range.end), range?.line ?? null]
}

test('HTML: entities, tags, line ends and stray tags in between', async () => {
  const html = '<p>a &lt; b &amp;&#38;&#x26; c</p>\r\n<p>one\r\ntwo</i> three &notit; &unknown; 5 < 6</p>'
  assert.deepEqual(await written(html, 'html', 'a < b'), ['a &lt; b', 1])
  assert.deepEqual(await written(html, 'html', '&&& c'), ['&amp;&#38;&#x26; c', 1])
  assert.deepEqual(await written(html, 'html', 'two three'), ['two</i> three', 3])
  assert.deepEqual(await written(html, 'html', '5 < 6'), ['5 < 6', 3])
  assert.deepEqual(await written(html, 'html', '&unknown;'), ['&unknown;', 3])
})

test('HTML: the words of an attribute, a script or a comment are not the words of the page', async () => {
  const html = '<!-- hello --><a title="hello" data-x="hello">x</a><script>hello</script><b>hello</b>'
  const page = await readPage(html, 'html')
  const start = page.text.indexOf('hello')
  assert.equal(page.sourceOf({ start, end: start + 5 })?.start, html.indexOf('<b>hello') + 3)
})

test('Markdown: words are found beneath its marks, and the right one of several', async () => {
  const markdown =
    '# A *title*\n\nSome **bold** text with a [link](https://example.com/link).\n\n- bold\n- again bold\n'
  assert.deepEqual(await written(markdown, 'markdown', 'bold text'), ['bold** text', 3])
  assert.deepEqual(await written(markdown, 'markdown', 'link'), ['link', 3])
  const page = await readPage(markdown, 'markdown')
  const last = page.text.lastIndexOf('bold')
  assert.equal(page.sourceOf({ start: last, end: last + 4 })?.start, markdown.lastIndexOf('bold'))
})

test('Markdown: words of callouts, of headings with an id, beside formulas and Chinese punctuation', async () => {
  const markdown =
    '# **Launch plan** {#launch-plan}\n\n> [!info]- The *title*\n> Body here\n\nThe area \\(\\pi r^2\\) is\n\n\\[\nE = mc^2\n\\]\n\n**重要：**请在周五前\n\nשלום **עולם**\n'
  assert.deepEqual(await written(markdown, 'markdown', 'Launch plan'), ['Launch plan', 1])
  assert.deepEqual(await written(markdown, 'markdown', 'The title'), ['The *title', 3])
  assert.deepEqual(await written(markdown, 'markdown', 'Body here'), ['Body here', 4])
  assert.deepEqual(await written(markdown, 'markdown', 'The area'), ['The area', 6])
  assert.deepEqual(await written(markdown, 'markdown', '重要：请在'), ['重要：**请在', 12])
  assert.deepEqual(await written(markdown, 'markdown', 'עולם'), ['עולם', 14])
})

const piece = fc.constantFrom(
  'word',
  ' ',
  '&amp;',
  '&lt;',
  '<b>',
  '</b>',
  '\n',
  '\r\n',
  'ä',
  '🦊',
  '&#9731;',
  '</i>',
  '<br>',
)

test('HTML: whatever is written, every stretch of text is found where it stands', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(piece, { maxLength: 30 }), async pieces => {
      const html = `<!doctype html><body><p>x${pieces.join('')}y</p>`
      const { text, sourceOf } = await readPage(html, 'html')
      for (const [at, character] of [...text].entries()) {
        const start = [...text].slice(0, at).join('').length
        if (character === ' ') continue
        const range = sourceOf({ start, end: start + character.length })
        const raw = html.slice(range!.start, range!.end)
        assert.equal((await readPage(`<p>${raw}`, 'html')).text, character)
      }
    }),
    { numRuns: 100 },
  )
})

test('a large page is read apart, and says the same', async () => {
  const filler = Array.from({ length: 3000 }, (_, n) => `Paragraph ${n} has words of its own.`)
  const [before, next] = [filler, ['New here.', ...filler.slice(0, 2000), 'Changed.', ...filler.slice(2001)]]
  const page = (all: string[]) => ({ source: FileSource.of(all.join('\n\n')), format: 'markdown' as const })
  const anchor = { textQuote: { exact: 'Paragraph 1500 has words' } }
  const found = await passageIn(turn, page(before), anchor)
  assert.equal(found?.range?.source?.line, 3001)
  const gone = await passageIn(turn, page(before), {
    textQuote: { exact: 'Paragraph 2000 has words of its own.' },
  })
  const all = [
    { anchor, ...found! },
    { anchor: { textQuote: { exact: gone!.range!.text } }, ...gone! },
  ]
  const [kept, lost] = (await passagesAlong(turn, page(before), page(next), all))!
  assert.deepEqual([kept!.state, kept!.range?.source?.line, lost!.state], ['anchored', 3003, 'orphaned'])
})
