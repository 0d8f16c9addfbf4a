// The title and the searchable text of a file.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as content from '../../src/content/text/describe.ts'
import type { Format } from '../../src/domain/artifact.ts'

const { SEARCH_TEXT_BYTES } = content

/** The title and the text of a file whose format is known. */
async function describe(source: AsyncIterable<Uint8Array> | Uint8Array, format: Format) {
  const { title, text } = await content.describe(source, { format, folded: false })
  return { title, text: text.body }
}

const html = (text: string) => describe(Buffer.from(text), 'html')
const markdown = (text: string) => describe(Buffer.from(text), 'markdown')

const titles: [source: string, title: string | null][] = [
  ['<title>One</title><h1>Two</h1>', 'One'],
  ['<html><head><title>\n Line\n  two &amp; more </title></head>', 'Line two & more'],
  ['<h1>No title element</h1>', null],
  ['<title></title><title>Second</title>', 'Second'],
  ['<svg><title>A drawing</title></svg><title>Page</title>', 'Page'],
  ['<title>evil\u202egpj.exe\u0000</title>', 'evilgpj.exe'],
  ['<title>a</title><title>b</title>', 'a'],
  [`<title>${'x'.repeat(500)}</title>`, 'x'.repeat(200)],
  [`<title>${'😀'.repeat(300)}</title>`, '😀'.repeat(200)],
  ['<script>"<title>no</title>"</script><title>yes', 'yes'],
]

test('an HTML title is the title element, on one line, without hidden characters, at most 200 characters', async () => {
  for (const [source, title] of titles) assert.equal((await html(source)).title, title, source.slice(0, 60))
})

const headings: [source: string, title: string | null][] = [
  ['# One\n\n# Two', 'One'],
  ['text\n\n# First *heading* with `code` and [link](http://x.y)', 'First heading with code and link'],
  ['## Section\n\n# Title', 'Title'],
  ['## Section\n\n### Deeper', null],
  ['Setext\n===\n', 'Setext'],
  ['Two\nlines\n===\n', 'Two lines'],
  ['Section\n---\n\n# Title', 'Title'],
  ['Section\n---\n', null],
  ['```\n# not a heading\n```\n# Real', 'Real'],
  ['~~~~\n# no\n~~~\n~~~~\n# Real #', 'Real'],
  ['<!--\n# hidden\n-->\n# Shown', 'Shown'],
  ['---\ntitle: From the front\n---\n# Heading', 'From the front'],
  ['---\ntitle:\n---\n# Heading', 'Heading'],
  ['---\ntitle: From the front\n---\nwords', 'From the front'],
  ['---\ntitle: "Quoted: \\"yes\\""\ntags:\n  - a\n---\nwords', 'Quoted: "yes"'],
  ["---\nlayout: x\ntitle: 'It''s' # note\n---\n", "It's"],
  ['---\nauthor: A\n---\n# Heading', 'Heading'],
  ['\ufeff---\r\ntitle: Windows\r\n---\r\nwords', 'Windows'],
  ['---\rtitle: Old Mac\rauthor: A\r---\r# Heading', 'Old Mac'],
  ['---\ntitle: One\u2028two\u2029three # note\u2028still\n---\n', 'One two three'],
  ['---\ntitle: "One \\\u2028two"\n---\n', 'One two'],
  ['---\nauthor: A\u2028title: not a field\n---\n# Heading', 'Heading'],
  ['---\nauthor: A\u2028---\u2029...\ntitle: From the front\n---\n', 'From the front'],
  ['---\ntitle: \u2028\n---\n# Heading', 'Heading'],
  ['---\njust prose\n---\n# Heading', 'Heading'],
  ['<h1 align="center">Centred <b>name</b></h1>\n\n## Install', 'Centred name'],
  ['<h2>Section</h2>\n\n<h1>Name</h1>', 'Name'],
  ['#hash tag', null],
  ['plain words', null],
  ['# \n\n# Next', 'Next'],
  ['# AT&amp;T &lt;b&gt;', 'AT&T <b>'],
  ['# `**kwargs`', '**kwargs'],
]

test('a Markdown title is the front matter field, else the first heading of level 1 with its marks removed', async () => {
  for (const [source, title] of headings) assert.equal((await markdown(source)).title, title, source)
})

test('the text of HTML is what a reader sees', async () => {
  const page = `<!doctype html><title>T</title><style>p{}</style><script>let a</script>
    <h1>Hello&nbsp;<b>wor</b>ld</h1><!-- secret --><p hidden>gone<p>Two<br>lines</p>
    <div style="color:red; display : none">gone <div>gone</div></div><template>gone</template>
    <ul><li>a<li>b</ul><table><tr><td>1<td>2</table><pre>\n x\n  y</pre><noscript>gone</noscript>after`
  assert.equal((await html(page)).text, 'Hello world\n\nTwo\nlines\n\na\nb\n\n1\t2\n\n x\n  y\n\nafter')
})

test('the text of Markdown is its words, without marks, front matter, comments and addresses', async () => {
  const source =
    '---\nsecret: x\n---\n# Title\n\nSome **bold** snake_case _it_ [link](http://hidden.example) ![pic](data:AAAA)\n<!-- gone -->\n\n- [x] task\n> quote\n\n| a | b |\n|---|:-:|\n| 1 | 2 |\n\n```js\nlet x = a*b\n```\n[ref]: http://gone.example\n'
  const { text } = await markdown(source)
  assert.equal(
    text.replace(/\s+/g, ' '),
    'Title Some bold snake_case it link pic task quote a b 1 2 let x = a*b',
  )
})

test('the text ends at 512 KB of bytes, not in the middle of a character', async () => {
  for (const [format, source] of [
    ['html', `<p>${'é€ '.repeat(300_000)}`],
    ['markdown', 'é€ '.repeat(300_000)],
  ] as const) {
    const { text } = await describe(Buffer.from(source), format)
    const size = Buffer.byteLength(text)
    assert.ok(size <= SEARCH_TEXT_BYTES && size > SEARCH_TEXT_BYTES - 4, `${format}: ${size}`)
    assert.ok(!text.includes('\ufffd'))
  }
})

test('a stream in any cutting is described like the whole, also across tags, entities and characters', async () => {
  const page =
    '<html><head><title>Größe &amp; Maß</title></head><body class="x"><p style="display:none">no</p><h1>Ü &euro; 5</h1>text'
  const whole = await html(page)
  assert.deepEqual(whole, { title: 'Größe & Maß', text: 'Ü € 5\n\ntext' })
  const bytes = Buffer.from(page)
  for (const size of [1, 2, 3, 7, 20]) {
    const cut = (async function* () {
      for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
    })()
    assert.deepEqual(await describe(cut, 'html'), whole, `by ${size}`)
  }
})

const hostile: [what: string, format: 'html' | 'markdown', source: string][] = [
  ['one huge image', 'html', `<title>t</title><img src="data:${'A'.repeat(2e7)}">`],
  ['tags only', 'html', '<p a="b"></p>'.repeat(1e6)],
  ['open tags', 'html', '<div>'.repeat(2e6)],
  ['stray end tags in a deep nest', 'html', '<div>'.repeat(3e5) + '</x>'.repeat(3e5)],
  ['brackets', 'markdown', '['.repeat(2e6)],
  ['link openers', 'markdown', '[a]('.repeat(5e5)],
  ['tag openers', 'markdown', '<a '.repeat(7e5)],
  ['stars', 'markdown', '*a_ '.repeat(5e5)],
  ['backticks', 'markdown', `${'`'.repeat(2e6)}`],
  ['comments', 'markdown', '<!-- '.repeat(4e5)],
  ['hashes', 'markdown', `# ${'# '.repeat(1e6)}`],
  ['blank heading', 'markdown', `#${' '.repeat(2e6)}x`],
  ['dashes', 'markdown', `${'- '.repeat(1e6)}x`],
  ['table rule', 'markdown', `|${'-|'.repeat(1e6)}x`],
  ['quotes', 'markdown', '> '.repeat(1e6)],
]

test('other work goes on while hostile files are described, and all of them end', async () => {
  let turns = 0
  for (const [what, format, source] of hostile) {
    const bytes = Buffer.from(source)
    const timer = setInterval(() => turns++)
    const { text } = await describe(bytes, format)
    clearInterval(timer)
    assert.ok(Buffer.byteLength(text) <= SEARCH_TEXT_BYTES, what)
  }
  assert.ok(turns >= 10, `${turns} turns`)
})

test('headings keep their words, whatever hashes and blanks close them', async () => {
  for (const [source, title] of [
    ['# a #', 'a'],
    ['# a ##  ', 'a'],
    ['# a#', 'a#'],
    ['# #\n\n# b', 'b'],
    ['#\ta # b #', 'a # b'],
    [`# a${' '.repeat(16_000)}x`, 'a'],
  ] as const)
    assert.equal((await markdown(source)).title, title, source.slice(0, 20))
})

test('underscores are marks at the edges of words, and rules of tables no text', async () => {
  const { text } = await markdown('_it_ __so__ snake_case\n\n| a_ | b |\n|:--|---:|\n|-|\n- | -\n')
  assert.equal(text.replace(/\s+/g, ' '), 'it so snake_case a b')
})

const unnamed: [source: string, format: Format][] = [
  ['<!doctype html><p>page', 'html'],
  ['\n<!-- a note -->\n<html>', 'html'],
  ['# a heading\n<html>', 'markdown'],
  ['<div>a readme</div>', 'markdown'],
  [`${' '.repeat(19_000)}<html>`, 'html'],
  [`${' '.repeat(21_000)}<html>`, 'markdown'],
  ['', 'markdown'],
]

for (const [source, format] of unnamed)
  test(`a file without a name that begins ${JSON.stringify(source.trim().slice(0, 20))} after ${source.length} characters is ${format}`, async () => {
    const pieces = (async function* () {
      for (let at = 0; at < source.length; at += 4000) yield Buffer.from(source.slice(at, at + 4000))
    })()
    const question = { format: 'markdown', byBeginning: true, folded: false } as const
    assert.equal((await content.describe(pieces, question)).format, format)
  })

test('a file that has a name keeps its format whatever it begins with', async () => {
  const question = { format: 'markdown', folded: false } as const
  assert.equal((await content.describe(Buffer.from('<!doctype html>'), question)).format, 'markdown')
})

test('an unnamed file is described whole, its beginning included', async () => {
  const question = { format: 'markdown', byBeginning: true, folded: true } as const
  const { title, text } = await content.describe(Buffer.from('# Één\n\nÀ la carte'), question)
  assert.deepEqual([title, text], ['Één', { body: 'Één\nÀ la carte', words: 'een a la carte' }])
})
