// The small drawing of a page: what is seen of its structure, and that nothing of its words is.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describe } from '../../src/content/text/describe.ts'
import type { Format } from '../../src/domain/artifact.ts'
import { type Drawing, drawingIn, drawingSvg } from '../../src/domain/drawing.ts'

async function drawingOf(source: string, format: Format = 'html'): Promise<Drawing> {
  const { miniature } = await describe(Buffer.from(source), { format, folded: false })
  return drawingIn(miniature.drawing ?? '')
}

/** How many shapes a layer has. */
const shapesIn = ({ layers }: Drawing, layer: keyof Drawing['layers']): number =>
  layers[layer]?.match(/M/g)?.length ?? 0

test('headings, text, lists, tables, pictures and code each leave their own shapes', async () => {
  const html = await drawingOf('<h1>Title</h1><p>Some words of the text</p><h2>Next</h2>')
  assert.equal(shapesIn(html, 'title'), 2)
  assert.equal(shapesIn(html, 'lines'), 1)
  const table = await drawingOf('<table><tr><th>A<th>B<th>C<tr><td>1<td>2<td>3</table>')
  assert.deepEqual([shapesIn(table, 'tint'), shapesIn(table, 'lines')], [1, 3])
  const markdown = await drawingOf(
    '# Title\n\n- [x] one\n- [ ] two\n\n```\ncode\n```\n\n![p](p.png)\n',
    'markdown',
  )
  assert.deepEqual([shapesIn(markdown, 'curve'), shapesIn(markdown, 'plain')], [1, 2])
})

test('charts are drawn as what they are: bars, a curve, dots', async () => {
  const svg = (marks: string) => drawingOf(`<svg viewBox="0 0 300 100">${marks}</svg>`)
  assert.equal(shapesIn(await svg('<rect/><rect/><rect/>'), 'color'), 7)
  assert.equal(shapesIn(await svg('<path d="M0 0"/>'), 'curve'), 1)
  assert.equal(shapesIn(await svg('<circle/><circle/>'), 'tint'), 1)
  const boxes = await drawingOf('<div class="bars"><div></div><div></div><div></div><div></div></div>')
  assert.equal(shapesIn(boxes, 'color'), 7)
})

test('an icon is no chart, and a navigation is no text', async () => {
  const page = await drawingOf(
    '<nav><a href="/">Home</a></nav><svg viewBox="0 0 24 24"><path d="M0 0"/></svg><h1>Title</h1>',
  )
  assert.deepEqual([shapesIn(page, 'curve'), shapesIn(page, 'lines'), shapesIn(page, 'title')], [0, 0, 1])
})

test('the leading colours come from the style of the page, and an area filled with one is drawn in it', async () => {
  const style = ':root{--brand:#e0623a;--ink:#222}.hero{background:var(--brand)}.a{color:hsl(210 90% 40%)}'
  const page = await drawingOf(`<style>${style}</style><section class="hero"><h1>Launch</h1></section>`)
  assert.deepEqual(page.colors, ['#e0623a', '#0a66c2'])
  assert.equal(shapesIn(page, 'color'), 1)
  assert.equal(shapesIn(page, 'light'), 1)
})

test('a drawing is an image of less than 1 KB without any of the words, whatever the page', async () => {
  const hostile = '"><script>alert(1)</script>|#ff0000|<text>secret</text>'
  const pages = [
    '<h1>secret</h1>'.repeat(500),
    '<ul><li>secret</ul>'.repeat(500),
    '<table><tr><td>secret<td>b<td>c<td>d<td>e</table>'.repeat(50),
    `<p style="background:${hostile}">${hostile}</p>`.repeat(50),
    '<div>'.repeat(20_000),
    `<style>${'a{color:#f00;'.repeat(20_000)}</style>x`,
    'secret '.repeat(100_000),
    '',
  ]
  for (const page of pages)
    for (const format of ['html', 'markdown'] as const) {
      const svg = drawingSvg(await drawingOf(page, format))
      assert.ok(svg.length < 1024, `${svg.length} bytes`)
      assert.match(
        svg,
        /^<svg xmlns="http:\/\/www.w3.org\/2000\/svg" viewBox="0 0 40 52"><style>[^<]*<\/style>(<path [\w="# .-]*\/>)+<\/svg>$/,
      )
    }
})

test('a label over the title and the title itself do not open a page', async () => {
  const source = Buffer.from(
    '<title>Q3</title><p>Review</p><h1>Q3</h1><p>Revenue grew. More.</p><p>Next.</p>',
  )
  const { miniature } = await describe(source, { format: 'html', folded: false })
  assert.equal(miniature.opening, 'Revenue grew. More.')
})

test('the first sentences stand beside the drawing, without the title', async () => {
  const source = Buffer.from('<title>Plan</title><h1>Plan</h1><p>We ship in May. Then we rest.</p>')
  const { miniature } = await describe(source, { format: 'html', folded: false })
  assert.equal(miniature.opening, 'We ship in May. Then we rest.')
})
