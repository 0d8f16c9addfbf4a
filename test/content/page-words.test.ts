// One rule for all readers of text: the same words however a file is printed, and threads that keep their quotes.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { minify } from 'html-minifier-next'
import { format } from 'prettier'
import { pageText } from '../../src/content/anchors/page-text.ts'
import { carryPassages, findPassage, findQuote } from '../../src/content/anchors/reanchor.ts'
import { readableText } from '../../src/content/text/readable-text.ts'
import { fc } from '../support/properties.ts'
import { caseFile, randomPage } from '../support/real-pages.ts'

const page = (source: string) => ({ source, format: 'html' as const })
const asText = (html: string): string => readableText(html, 'html', 'text')
const oneLine = (html: string): string => asText(html).replace(/\s+/g, ' ').trim()

/** The thread's state and quote in the next version. */
async function carried(before: string, after: string, exact: string) {
  const anchor = { textQuote: { exact } }
  const found = await findPassage(page(before), anchor)
  assert.equal(found.range?.text, exact)
  const [next] = await carryPassages(page(before), page(after), [{ anchor, ...found }])
  return [next?.state, next?.range?.text]
}

test('a heading that gets another word leaves the quote below it whole', async () => {
  const [before, after] = [caseFile('glued-heading-v1.html'), caseFile('glued-heading-v2.html')]
  const quote = 'The needle sentence stands'
  assert.deepEqual(await carried(before, after, quote), ['anchored', quote])
})

test('a quote from a heading into a table is found as readers see it, and anchored', async () => {
  const html = caseFile('two-blocks.html')
  const exact = 'Onboarding events Fired during setup. Event Priority'
  const { occurs, found } = await findQuote(page(html), { exact })
  assert.deepEqual([occurs, found?.state, found?.range?.text], ['one', 'anchored', exact])
})

test('words in the labels of a drawing, and in a page within it, are text; its shapes are none', async () => {
  assert.equal(oneLine(caseFile('marp-minimal.html')), 'First slide Words of the first slide')
  const chart =
    '<p>Sales<svg><title>Chart of sales</title><style>a{}</style><defs><text>unused</text></defs><g> <text x=1>Q1</text><text>9<tspan>0</tspan><tspan x=2>in May</tspan></text> shape</g></svg>of May'
  assert.equal(oneLine(chart), 'Sales Chart of sales Q1 90 in May of May')
  assert.equal(await pageText(chart, 'html'), 'Sales Chart of sales unused Q1 90 in May of May')
  const { occurs, found } = await findQuote(page(chart), { exact: 'Chart of sales Q1' })
  assert.deepEqual(
    [occurs, found?.state, found?.range?.text],
    ['one', 'anchored', 'Chart of sales unused Q1'],
  )
})

test('what an attribute of a drawing hides is hidden as by a style, and in no other element', () => {
  const hiding = [
    'display="none"',
    'visibility="hidden"',
    'visibility="&#104;idden"',
    'opacity="0"',
    'font-size="0"',
  ]
  for (const attribute of hiding) {
    const labels = `<text ${attribute}>not</text><g ${attribute}><text>nor</text></g><text>seen</text>`
    assert.equal(
      oneLine(`<p>All<svg>${labels}</svg>here<svg ${attribute}><text>never</text></svg>`),
      'All seen here',
    )
    const html = `<p ${attribute}>shown</p>`
    assert.equal(
      oneLine(`${html}<svg><foreignObject>${html}</foreignObject></svg>`),
      'shown shown',
      attribute,
    )
  }
  const shown = ['display="inline"', 'visibility="visible"', 'opacity="0.5"', 'data-display="none"']
  for (const attribute of shown)
    assert.equal(oneLine(`<svg><text ${attribute}>seen</text></svg>`), 'seen', attribute)
})

test('every kind of block separates words, whatever it is called; what runs within a line does not', async () => {
  const blocks = 'center dialog dir hgroup menu search listing details fieldset legend figcaption dd address'
  for (const name of blocks.split(' ')) {
    const html = `<body>a<${name} open>b</${name}>c`
    assert.equal(await pageText(html, 'html'), 'a b c', name)
    assert.equal(oneLine(html), 'a b c', name)
  }
  const rows =
    '<table><tr><td>a<td>b<tr><th>c</table><ul><li>d<li>e</ul>f<br>g<hr>h<p>i<b>j</b>k&nbsp;&#32;l<wbr>m'
  for (const text of [await pageText(rows, 'html'), oneLine(rows)])
    assert.equal(text, 'a b c d e f g h ijk lm')
})

test('white space in a block of code is kept but at its end, and everywhere else one blank', async () => {
  const html = '<p> a\n\t b </p><pre>\n  one\n    two\n</pre><i> c</i>d'
  assert.equal(await pageText(html, 'html'), 'a b   one\n    two cd')
})

const printers: Record<string, (html: string) => Promise<string>> = {
  pretty: html => format(html, { parser: 'html' }),
  narrow: html => format(html, { parser: 'html', printWidth: 40, useTabs: true }),
  minified: html =>
    minify(html, { collapseWhitespace: true, removeComments: true, removeOptionalTags: true }),
}

test('a box within a line separates words, however it is printed, and stays in its line', async () => {
  for (const name of ['button', 'meter', 'progress']) {
    const boxes = `<p>Choose <${name}>Confirm the order</${name}><${name}> Cancel it </${name}> now</p>`
    const glued = boxes.replace(/ (<)|(>) /g, '$1$2')
    const sources = [boxes, glued, `<div>${glued.slice(3, -4)}</div>`]
    for (const source of [...sources, ...(await Promise.all(sources.map(printers.narrow!)))]) {
      assert.equal(await pageText(source, 'html'), 'Choose Confirm the order Cancel it now', source)
      assert.equal(asText(source), 'Choose Confirm the order Cancel it now', source)
    }
  }
})

/** Quotes of a page: short and long ones from all over it. */
function quotesOf(text: string, share: number): string[] {
  const at = Math.floor(share * text.length)
  return [text.slice(at, at + 30), text.slice(at, at + 120)].map(quote => quote.trim()).filter(Boolean)
}

test('end tags that a tool leaves out change no text, and what was hidden hides nothing behind it', async () => {
  for (const [html, text] of [
    ['<table><tr><td><p>Tea</p></td><td>3</td></tr></table>', 'Tea\n\n3'],
    ['<table><tr><td><p>Tea</p></td></tr><tr><th><p>Milk</p></th></tr></table>', 'Tea\n\nMilk'],
    [
      '<table><thead hidden><tr><th>h</th></tr></thead><tbody><tr><td>seen</td></tr></tbody></table><p>on</p>',
      'seen\n\non',
    ],
    [
      '<table><tbody hidden><tr><td><p>h</p></td></tr></tbody><tbody><tr><td>seen</td></tr></tbody></table>',
      'seen',
    ],
    [
      '<table><caption hidden>h</caption><thead><tr><th>seen</th></tr></thead><tfoot><tr><td>sum</td></tr></tfoot></table>',
      'seen\nsum',
    ],
    ['<p hidden>h</p><menu><li>seen</li></menu>', 'seen'],
    ['<p hidden>h</p><hgroup><h1>seen</h1></hgroup>', 'seen'],
    ['<p hidden>h</p><search>seen</search>', 'seen'],
    ['<p hidden>h</p><dialog open>seen</dialog>', 'seen'],
  ] as const) {
    assert.equal(asText(html), text, html)
    const short = await printers.minified!(html)
    assert.notEqual(short, html)
    assert.equal(asText(short), text, short)
  }
})

test('a page that a tool prints otherwise has the same text, and each thread its whole quote', async () => {
  await fc.assert(
    fc.asyncProperty(
      randomPage,
      fc.constantFrom(...Object.keys(printers)),
      fc.double({ min: 0, max: 0.9, noNaN: true }),
      async (written, printer, share) => {
        const printed = await printers[printer]!(written)
        const text = await pageText(written, 'html')
        assert.equal(await pageText(printed, 'html'), text)
        assert.equal(asText(printed), asText(written))
        for (const [before, after] of [
          [written, printed],
          [printed, written],
        ] as const)
          for (const exact of quotesOf(text, share)) {
            const anchor = { textQuote: { exact }, textPosition: { start: text.indexOf(exact), end: 0 } }
            const found = await findPassage(page(before), anchor)
            const [next] = await carryPassages(page(before), page(after), [{ anchor, ...found }])
            assert.deepEqual([next?.state, next?.range?.text], ['anchored', exact])
          }
      },
    ),
    { numRuns: 200 },
  )
})

test('a passage stored when blocks did not separate words is carried by its words', async () => {
  const before = '<h1>Nightly report</h1>\n<p>The needle   sentence.</p>'
  const range = { start: 9, end: 27, text: 'reportThe needle', prefix: '', suffix: '', source: null }
  const anchor = { textQuote: { exact: 'reportThe needle' } }
  for (const stored of [range, { ...range, start: 0, end: 3 }]) {
    const [next] = await carryPassages(page(before), page(`<p>New.</p>${before}`), [
      { anchor, state: 'anchored', range: stored },
    ])
    assert.deepEqual([next?.state, next?.range?.text], ['anchored', 'report The needle'])
  }
})
