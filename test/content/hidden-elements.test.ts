// A word that looks like a tag of HTML takes no other word away, for any reader of a Markdown file.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { test } from 'node:test'
import { readPageText } from '../../src/content/anchors/page-text.ts'
import { findPassage } from '../../src/content/anchors/reanchor.ts'
import { hiddenElements } from '../../src/content/markdown/hidden-elements.ts'
import { renderMarkdown } from '../../src/content/markdown/markdown.ts'
import { markdownParser, specificationParser } from '../../src/content/markdown/markdown-syntax.ts'
import { describe } from '../../src/content/text/describe.ts'
import { readableText } from '../../src/content/text/readable-text.ts'
import { isAtLength } from '../support/at-length.ts'
import { examplesIn } from './specification-examples.ts'

const hidden = [...hiddenElements]
const others = (
  'html body col colgroup caption table thead tbody tfoot tr td th optgroup datalist canvas audio video picture ' +
  'source track rp rt ruby details summary dialog button input form fieldset legend label pre listing p div ' +
  'li dd dt a b marquee nobr image param area wbr slot portal foreignObject desc path mi mtext annotation-xml ' +
  'button progress meter menu search hgroup string T x-element'
).split(' ')

const capital = (name: string): string => name[0]!.toUpperCase() + name.slice(1)

/** The same text for all: white space is a matter of each reader. */
const folded = (text: string): string => text.replace(/\s+/g, ' ').trim()

async function readings(source: string): Promise<{ page: string; read: string; search: string }> {
  const { html } = await renderMarkdown(source, { linkRel: 'noopener', colours: false })
  const { text } = await describe(Buffer.from(source), { format: 'markdown', folded: false })
  const read = readableText(source, 'markdown', 'text')
  return { page: folded(readPageText(html).text), read: folded(read), search: folded(text.body) }
}

/** Ways to begin with a tag-like word, in any block. */
const places: Record<string, (tag: string) => string> = {
  paragraph: tag => `Before Array${tag} behind`,
  'begin of a paragraph': tag => `${tag} behind`,
  'second line': tag => `Before\n${tag} behind`,
  heading: tag => `## Before ${tag} behind`,
  'underlined heading': tag => `Before ${tag} behind\n---`,
  item: tag => `- Before ${tag} behind\n- next`,
  'begin of an item': tag => `- ${tag} behind\n- next`,
  quotation: tag => `> ${tag} behind\n>\n> next`,
  cell: tag => `| Before ${tag} behind | b |\n|---|---|\n| c | ${tag} next |`,
  emphasis: tag => `**Before ${tag} behind** next`,
  link: tag => `[Before ${tag} behind](https://a.b) next`,
  footnote: tag => `Before[^1]\n\n[^1]: Note ${tag} behind`,
  'inline footnote': tag => `Before^[Note ${tag} behind] next`,
  block: tag => tag,
  'block in raw HTML': tag => `<p>Before ${tag} behind</p>`,
  'block of raw HTML': tag => `<div>\n${tag} behind\n</div>`,
}

const forms: Record<string, (name: string) => string> = {
  lower: name => `<${name}>`,
  capital: name => `<${capital(name)}>`,
  upper: name => `<${name.toUpperCase()}>`,
  attributes: name => `<${name} class="a" data-b='c' d=e>`,
  'closed by itself': name => `<${name} />`,
  'an end tag': name => `</${name}>`,
}

const formsTried = new Set(isAtLength ? Object.keys(forms) : ['capital', 'attributes'])

const LATER = 'Later words of the author stay.'

async function assertLater(source: string, what: string): Promise<Awaited<ReturnType<typeof readings>>> {
  const whole = `# Title\n\n${source}\n\n${LATER}\n\n## End\n\nThe end.\n`
  const texts = await readings(whole)
  for (const [reader, text] of Object.entries(texts))
    assert.ok(text.includes(LATER) && text.includes('The end.'), `${reader}: ${what}: ${text}`)
  return texts
}

test('an unclosed tag of any element leaves what comes after it, for all readers', async () => {
  for (const name of [...hidden, ...others])
    for (const [place, put] of Object.entries(places))
      for (const [form, write] of Object.entries(forms).filter(([form]) => formsTried.has(form))) {
        const { page, read } = await assertLater(put(write(name)), `${name}, ${place}, ${form}`)
        if (place.includes('footnote')) continue
        assert.equal(read, page, `${name}, ${place}, ${form}`)
        if (put('').includes('behind')) assert.match(page, /behind/, `${name}, ${place}, ${form}: ${page}`)
      }
})

test('the words after such a tag can be commented on', async () => {
  for (const name of [...hidden, ...others]) {
    const source = `Type <${capital(name)}> here.\n\n${LATER}\n`
    const { state, range } = await findPassage(
      { source, format: 'markdown' },
      { textQuote: { exact: LATER } },
    )
    assert.equal(state, 'anchored', name)
    assert.equal(source.slice(range!.source!.start, range!.source!.end), LATER)
  }
})

test('a tag that a page never shows is a word in running text, as it is written', async () => {
  for (const name of hidden)
    for (const place of ['paragraph', 'second line', 'heading', 'item', 'cell', 'emphasis', 'block'])
      for (const form of ['lower', 'capital', 'upper']) {
        const tag = forms[form]!(name)
        const texts = await assertLater(places[place]!(tag), `${tag} ${place}`)
        for (const [reader, text] of Object.entries(texts))
          assert.ok(text.includes(tag), `${reader} ${place} ${text}`)
      }
})

test('an element closed in another block, or in the same one, leaves what comes after it', async () => {
  for (const name of [...hidden, ...others])
    for (const [open, close] of [
      [`<${name}>`, `</${name}>`],
      [`<${name} class="a">`, `</${name.toUpperCase()}>`],
    ] as const)
      for (const source of [
        `Before ${open} within ${close} behind`,
        `Before ${open}\n\n${LATER}\n\nthen ${close} behind`,
        `- Before ${open}\n\n- then ${close} behind`,
        `## Before ${open}\n\n${LATER}\n\n## then ${close} behind`,
        `<p>Before ${open} within ${close} behind</p>`,
        `<p>Before ${open} within</p>\n\n${LATER}\n\n<p>then ${close} behind</p>`,
        `| Before ${open} | then ${close} behind |\n|---|---|\n| c | d |`,
      ]) {
        const { page, read } = await assertLater(source, source)
        assert.equal(read, page, source)
        assert.match(page, /behind/, source)
      }
})

test('what is closed within its own block and no prose stays hidden: styles, scripts, drawings, forms', async () => {
  for (const source of [
    '<style>\n.a { color: red }\n\n.secret b {}\n</style>',
    '<style scoped>\n.secret {}\n</style>\n<table><tr><td>cell</td></tr></table>',
    '<script type="text/javascript">\nif (1 < secret) document.write("<svg>")\n\n</script>',
    '<svg viewBox="0 0 1 1">\n<title>secret</title><style>.a{}</style>\n<text>secret</text>\n</svg>',
    '<select>\n<option>secret<option>secret\n</select>',
    '<head><title>secret</title></head>',
    '<link rel="secret" href="x">',
    '<template>\n<p>secret</p>\n</template>',
  ]) {
    const { page, read, search } = await assertLater(source, source)
    for (const text of [page, search]) assert.doesNotMatch(text, /secret|color|[<>]/, source)
    assert.equal(read, page)
  }
  const inline = await readings('A sign <svg width="1"><path d="secret"/><text>secret</text></svg> here.')
  assert.equal(inline.page, 'A sign here.')
  assert.equal(inline.read, inline.page)
})

test('a player plays, and hides nothing behind it', async () => {
  const sources = [
    'A <video src="a.mp4"> here',
    '<video controls>\n<source src="a.mp4">',
    '<audio src="a.mp3">',
  ]
  for (const source of sources) {
    await assertLater(source, source)
    const { html } = await renderMarkdown(source, { linkRel: 'noopener' })
    assert.match(html, /<(video|audio)[^>]*>\s*(<source[^>]*>)?<\/\1>/, html)
  }
})

test('a fold in running text that nothing closes folds nothing', async () => {
  const html = async (source: string) => (await renderMarkdown(source, { linkRel: 'noopener' })).html
  assert.equal(await html('A <Details> word\n\nLater'), '<p>A &lt;Details&gt; word</p>\n<p>Later</p>\n')
  for (const source of [
    '- a <details><summary>s</summary>\n\n  b\n\n  </details>',
    'a <details>b</details>',
    '<details>\n<summary>s</summary>\n\nb',
  ])
    assert.match(await html(source), /<details>/, source)
})

test('a tag without its end leaves what comes after it', async () => {
  for (const name of [...hidden, 'div', 'table', 'a', 'p'])
    for (const rest of ['', ' ', ' of the page', ' title="of', " title='of", ' title=', '/'])
      await assertLater(`<${name}${rest}`, `<${name}${rest}`)
})

test('the outline and the title name the tag as it is written', async () => {
  const { outline, title } = await renderMarkdown('# The <Select> component', { linkRel: 'noopener' })
  assert.deepEqual(
    [outline[0]!.text, outline[0]!.id, title],
    ['The <Select> component', 'user-content-the-select-component', 'The <Select> component'],
  )
  const described = await describe(Buffer.from('# The <Select> component'), {
    format: 'markdown',
    folded: false,
  })
  assert.equal(described.title, 'The <Select> component')
})

/** Examples that come out otherwise than in the specifications, and why. */
const cut = 'the block ends within a tag: the rest of it is words'
const unclosed = 'nothing closes the element: its tag is a word, and what comes after it is Markdown'
const closed = 'an element that a page never shows is removed with its content'
const differing = {
  commonmark: {
    ...{ 156: cut, 157: cut, 158: cut, 170: closed, 171: closed, 172: closed },
    ...{ 173: unclosed, 176: closed, 178: closed },
  },
  github: {
    ...{ 126: cut, 127: cut, 128: cut, 140: closed, 141: closed, 142: unclosed, 145: closed, 147: closed },
    653: 'the words are those of the example, with > written as &gt;',
  },
}

test('the examples of the specifications come out as written, but for those listed above', () => {
  const specification = createRequire(import.meta.url).resolve('commonmark-spec/spec.txt')
  const files = { commonmark: specification, github: new URL('./fixtures/gfm-spec.txt', import.meta.url) }
  const [strict, ours] = [specificationParser(), markdownParser()]
  for (const name of ['commonmark', 'github'] as const) {
    const examples = examplesIn(readFileSync(files[name], 'utf8'))
    const found = examples.filter(({ markdown }) => strict.render(markdown) !== ours.render(markdown))
    assert.deepEqual(
      found.map(({ number }) => number),
      Object.keys(differing[name]).map(Number),
    )
    for (const { number, markdown, html } of name === 'github'
      ? found.filter(({ number }) => number === 653)
      : [])
      assert.equal(ours.render(markdown).replaceAll('&gt;', '>'), html, String(number))
  }
})
