// Formulas between `\(…\)` and between lines `\[` and `\]`, as TeX and many agents write them, and as text their source.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { renderMarkdown } from '../../src/content/markdown/markdown.ts'
import { describe } from '../../src/content/text/describe.ts'
import { readableText } from '../../src/content/text/readable-text.ts'

/** The page without what stands around the MathML of a formula. */
const html = async (source: string) =>
  (await renderMarkdown(source, { linkRel: 'noopener' })).html
    .replaceAll('\n', '')
    .replace(
      /<span class="math"><span class="tex".*?<\/span>(<math.*?<\/math>)<span class="tex".*?<\/span><\/span>/g,
      '$1',
    )

const set: [source: string, expected: RegExp][] = [
  ['The area is \\(\\pi r^2\\) here', /^<p>The area is <math>.*<\/math> here<\/p>$/],
  ['\\(x=1\\), \\(x_1\\) and \\(\\alpha\\)', /(?:<math>.*){3}/],
  ['**\\(a^2\\)**', /<strong><math>/],
  ['| a |\n|---|\n| \\(a^2\\) |', /<td><math>/],
  ['# Area \\(a^2\\)', /<h1 id="user-content-area-a2">Area <math>/],
  ['\\(x < y, z = 1\\)', /<math>.*&lt;/],
  ['\\(\\text{a\\\\b} = \\{1\\}\\)', /<math>/],
  ['\\[\nE = mc^2\n\\]', /^<p><math display="block"/],
  ['text\n\\[\nx\n\\]\nmore', /^<p>text<\/p><p><math display="block".*<\/p><p>more<\/p>$/],
  ['- item\n\n  \\[\n  x^2\n  \\]\n- next', /<li><p>item<\/p><p><math display="block".*<\/li><li>/],
  ['- \\[\n  x^2\n  \\]', /<ul><li><p><math display="block"/],
  [
    '1. **One**\n\\[\nx^2\n\\]\n2. Two',
    /^<ol><li><strong>One<\/strong><\/li><\/ol><p><math display="block".*<\/p><ol start="2">/,
  ],
  ['- a\n\\[\n\\frac{1}{2}\n\\]', /^<ul><li>a<\/li><\/ul><p><math display="block"/],
  ['1. one\n\n   text\n\\[\nx_1\n\\]', /<p>text<\/p><\/li><\/ol><p><math display="block"/],
  ['- a\n$$\nx^2\n$$\n', /^<ul><li>a<\/li><\/ul><p><math display="block"/],
  ['\\(y = 1 \\text{ if \\(x = 2\\)}\\) end', /^<p><math>.*<\/math> end<\/p>$/],
  ['> \\[\n> x^2\n> \\]', /^<blockquote><p><math display="block"/],
  ['1. a\n   \\[\n   x\n   \\]', /<li>a<p><math display="block"/],
  ['  \\[  \na\\\\\n\nb\n \\] ', /^<p><math display="block"/],
  ['\\[\nx > 1 \\\\\n- y = 2\n\\]', /^<p><math display="block".*<\/math><\/p>$/],
  ['\\[\r\nx\r\n\\]\r\n', /^<p><math display="block"/],
]

test('formulas between the delimiters of TeX are set as mathematics', async () => {
  for (const [source, expected] of set) assert.match(await html(source), expected, source)
})

const text: [source: string, expected: string][] = [
  ['\\[TODO\\]', '<p>[TODO]</p>'],
  ['\\[TODO\\] and \\[x = 1\\]', '<p>[TODO] and [x = 1]</p>'],
  ['\\(see below\\)', '<p>(see below)</p>'],
  ['\\(\\)', '<p>()</p>'],
  ['\\( \\)', '<p>( )</p>'],
  ['\\(x=1', '<p>(x=1</p>'],
  ['\\(a\\(b_1\\)', '<p>(a<math>'],
  ['\\\\(x=1\\\\)', '<p>\\(x=1\\)</p>'],
  ['\\(a `b_c` d\\)', '<p>(a <code>b_c</code> d)</p>'],
  ['\\(a\n\nx=1\\)', '<p>(a</p><p>x=1)</p>'],
  ['`\\(x=1\\)`', '<p><code>\\(x=1\\)</code></p>'],
  ['\\[\nnever closed', '<p>[never closed</p>'],
  ['\\[\n\\]', '<p>[]</p>'],
  ['\\]', '<p>]</p>'],
  ['\\[\n\\[\nx\n\\]', '<p>[</p><p><math'],
  ['- \\[\n  x\n\nout\n\\]', '<ul><li>[x</li></ul><p>out]</p>'],
  ['> \\[\n> x\n\n\\]', '<blockquote><p>[x</p></blockquote><p>]</p>'],
]

test('brackets and parentheses that are only escaped stay text', async () => {
  for (const [source, expected] of text)
    assert.ok((await html(source)).startsWith(expected), `${source} → ${await html(source)}`)
  assert.match(await html('```\n\\[\nx\n\\]\n```'), /<pre tabindex="0"><code>\\\[x\\\]<\/code>/)
  assert.match(await html('    \\[\n    x\n    \\]'), /<pre tabindex="0"><code>/)
})

test('both formulas of the case file are set as mathematics', async () => {
  const source = readFileSync(new URL('../cases/latex-delimiters.md', import.meta.url), 'utf8')
  assert.equal((await html(source)).match(/<math/g)?.length, 2)
  assert.equal(readableText(source, 'markdown', 'text'), 'The area is \\pi r^2 and\n\nE = mc^2')
})

test('a formula in the text and in the name of a file is its source', async () => {
  const read = (source: string) => readableText(source, 'markdown', 'text')
  assert.equal(read('a $x < y$ b'), 'a x < y b')
  assert.equal(read('a $$x$$ b'), 'a x b')
  assert.equal(read('one\n\n$$\na &= b \\\\\nc &= d\n$$\n\ntwo'), 'one\n\na &= b \\\\\nc &= d\n\ntwo')
  assert.equal(read('```math\n\\frac12\n```').trim(), '\\frac12')
  assert.equal(readableText('# Area $a^2$', 'markdown', 'outline'), 'Area a^2')
  const { title } = await describe(Buffer.from('# Area `x` $a^2$'), { format: 'markdown', folded: false })
  assert.equal(title, 'Area x a^2')
})
