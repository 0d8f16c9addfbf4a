// Every sentence that `as=text` gives of a page is a quote whose thread is anchored, whatever the page writes otherwise.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { carryPassages, type Found, findQuote, type PageFile } from '../../src/content/anchors/reanchor.ts'
import { readableText } from '../../src/content/text/readable-text.ts'
import type { Format } from '../../src/domain/artifact.ts'
import { withoutInvisible } from '../../src/domain/plain-text.ts'

interface Kind {
  file: string
  /** The words where a sentence is anchored, by sentence, where they differ from it. */
  placed?: Record<string, string>
}

const html: Record<string, Kind> = {
  'a word that touches something hidden': {
    file: '<p>Intro</p><p>Para<span hidden>SECRET</span> goes on.</p>',
    placed: { 'Para goes on.': 'ParaSECRET goes on.' },
  },
  'a term before its tooltip': {
    file: '<p>An SLA<span style="display:none">The SLA is an agreement.</span> matters. It<i hidden> It</i> is kept.</p>',
    placed: {
      'An SLA matters.': 'An SLAThe SLA is an agreement. matters.',
      'It is kept.': 'It It is kept.',
    },
  },
  'a term alone before its tooltip': {
    file: '<p>SLA<span hidden>The SLA is an agreement.</span></p><p>Another.</p>',
  },
  'a term behind its tooltip': {
    file: '<p>The <span style="display:none">SLA: The agreement. The</span>SLA matters.</p><p>It is kept.</p>',
    placed: { 'The SLA matters.': 'The SLA: The agreement. TheSLA matters.' },
  },
  'a hidden copy on either side': {
    file: '<p hidden>cat. It sleeps.</p><p>The cat.</p><p>It sleeps.</p><p hidden>The cat. It sleeps.</p>',
  },
  'characters that nobody sees': {
    file: '<p>The extra&shy;ordi\u200bnary <wbr>long<wbr>word is&#8203; here.</p><p>Next&zwj;one.</p>',
  },
  'line breaks': { file: '<p>One<br>two<br/><br>three. Four<br>\n five.</p>' },
  ruby: { file: '<p>In <ruby>漢字<rp>(</rp><rt>kanji</rt><rp>)</rp></ruby> it says so.</p>' },
  'folded details': {
    file: '<details><summary>More.</summary><p>It was folded.</p></details><p>After it.</p>',
  },
  'fields of forms': {
    file: '<form><label>Name <input value="x"></label> <select><option>First<option>Second</select> <textarea>typed</textarea><button>Send.</button></form><p>The <select><option>1</select> end.</p>',
  },
  tables: {
    file: '<table><caption>All sales.</caption><tr><th>Year<th>Sum</tr><tr><td>2024<td><p>12.</p></tr></table>',
  },
  'words that a table lets out': {
    file: '<table><tr><td>In a cell.</td></tr> Loose after.</table>',
  },
  code: {
    file: '<p>Run:</p><pre>\n  first  line\n\n\tsecond &lt;line&gt;\r\n</pre><p>Or <code>a  b</code>.</p>',
  },
  definitions: { file: '<dl><dt>Term<dd>What it means.<dt>Other<dd>Nothing.</dl>' },
  'labels of a drawing': {
    file: '<p>Sales</p><svg><defs><text>Undrawn</text></defs><title>A chart.</title><text x="1">Q<tspan>1</tspan></text><text>Q2</text></svg><p>End.</p>',
  },
  'source of diagrams': { file: '<pre class="mermaid">graph TD\n  A--&gt;B</pre><p>So it goes.</p>' },
  'character references': {
    file: '<p>Fish &amp; chips&nbsp;&mdash; &quot;good&quot; &#128512;.</p><p>A &lt;b&gt; &notit; c&ampd.</p>',
  },
  'characters of two units': {
    file: '<p>\u{1f600}<i hidden>\u{1f601}</i>\u{1f602}</p><p>𝒜<s hidden>x</s></p>',
    placed: { '\u{1f600}\u{1f602}': '\u{1f600}\u{1f601}\u{1f602}' },
  },
  'white space of all kinds': {
    file: '<p>  Much\n   white \t space,\r\n  here.\u00a0 </p>\r\n<p>And  more.</p>',
  },
  'collapsed and invisible parts': {
    file: '<p>Seen <span style="visibility:hidden">not</span> here.</p><div style="display:none"><p>Seen here.</p></div><p>Last<span style="opacity:0">x</span>.</p>',
    placed: { 'Seen here.': 'Seen not here.', 'Last.': 'Lastx.' },
  },
  mathematics: { file: '<p>We know <math><mi>E</mi></math> holds.</p>' },
  'broken markup': {
    file: '<p>One <b>bold <i>both</b> italic</i> rest.<p>Two </x>with</y> strays. <td>Cell.',
  },
  images: { file: '<p>See <img alt="a picture" src="a.png"> and <a href="#" title="t">a link</a>.</p>' },
  'a page of one line': { file: 'Only <i hidden>no</i>words.', placed: { 'Only words.': 'Only nowords.' } },
}

const markdown: Record<string, Kind> = {
  'marks of notes': {
    file: 'The price rose[^1] in May. It fell.[^b]\n\n[^1]: Source.\n[^b]: Another source.\n\n    It goes on.\n',
    placed: {
      'The price rose[1] in May.': 'The price rose1 in May.',
      'It fell.[2]': 'It fell.2',
    },
  },
  'a note twice, and one in the text': {
    file: 'Once[^a] and twice[^a] here.\n\nAn inline note^[Written here.] ends.\n\n[^a]: Source.\n',
    placed: {
      'Once[1] and twice[1:1] here.': 'Once1 and twice1 here.',
      'An inline note[2] ends.': 'An inline note2 ends.',
    },
  },
  formulas: {
    file: 'We know $E = mc^2$ holds. Then \\(c_1\\) follows.\n\nThe sum $`a_b`$.\n\n$x^2$ is first.\n\nLast is $y_2$\n',
  },
  'a formula by itself': {
    file: 'It is said:\n\n$$\nE = mc^2\n$$\n\nSo:\n\n\\[\nF = ma\n\\]\n\n```math\nG = 1\n```\n\nThe end.\n',
  },
  'a formula first': { file: '$$\na^2\n$$\n\nThe words.\n' },
  'formulas in cells': {
    file: '| Name | Value |\n|---|---|\n| $q_1$ | Seven |\n| Eight | $q_2$ |\n',
  },
  'a formula that cannot be set': { file: 'Here is $\\frac{a$ wrong.\n' },
  'a formula that touches words and a note': {
    file: 'The n$^{th}$ time, $k$-fold[^1] or so.\n\n[^1]: Source.\n',
    placed: { 'The n^{th} time, k-fold[1] or so.': 'The n^{th} time, k-fold1 or so.' },
  },
  lists: { file: '- [ ] Open.\n- [x] Done.\n  1. First.\n  2. Second.\n\n* Star.\n' },
  callouts: {
    file: '> [!NOTE]\n> Be careful.\n\n> [!tip]- Folded title\n> It is inside.\n\n> [!warning] *Own* title\n> Mind it.\n',
  },
  images: { file: '![alt text](a.png "title") and [a link](http://a.example "t") <http://b.example>.\n' },
  code: {
    file: 'Do `a  b`.\n\n```mermaid\ngraph TD; A-->B\n```\n\n```js\nlet  a = 1\n\nb()\n```\n\n    indented\n',
  },
  'headings and tables': {
    file: '# The *title* {#own}\n\n| A | B |\n|---|---|\n| **One.** | Two<br>lines. |\n\nSetext\n===\n',
  },
  'signs and breaks': {
    file: 'Hard  \nbreak \\* and &copy; -- "quotes" ~~gone~~.\\\nEnd.\n\n---\n\n# \n\nAfter.\n',
  },
  'what HTML would hide': {
    file: '<div hidden>Menu.</div>\n\nWord<span hidden>SECRET</span> goes on.\n\n<details><summary>More.</summary>\n\nFolded.\n\n</details>\n',
  },
  'front matter and comments': {
    file: '---\ntitle: T\n---\n\nBefore <!-- not this --> it.\n\n<!-- nor\nthis -->\n\nAfter.\n',
  },
  'a drawing that is not let through': {
    file: 'Before.\n\n<svg><text>Drawn.</text></svg>\n\nAfter.\n',
  },
}

const sentencesOf = (text: string): string[] =>
  text.split(/[\n\t]+|(?<=[.!?]) /).filter(sentence => sentence.trim() !== '')

const folded = (text: string): string => withoutInvisible(text).replace(/\s+/g, ' ').trim()

/** Returns what readers see between a mark at the start of the place in the file and one at its end. */
function readIn({ source, format }: PageFile, { range }: Found): string {
  const { start, end } = range?.source ?? { start: 0, end: 0 }
  const marked = `${source.slice(0, start)}⟦${source.slice(start, end)}⟧${source.slice(end)}`
  return folded(/⟦([^⟧]*)⟧/.exec(readableText(marked, format, 'text'))?.[1] ?? '')
}

/** An unrelated paragraph before all others. */
const next = (file: string, format: Format): string => {
  if (format === 'html') return `<p>News of the day.</p>${file}`
  const matter = /^---\n(?:.+\n)*---\n/.exec(file)?.[0] ?? ''
  return `${matter}News of the day.\n\n${file.slice(matter.length)}`
}

for (const [format, kinds] of [
  ['html', html],
  ['markdown', markdown],
] as const)
  for (const [name, { file, placed = {} }] of Object.entries(kinds))
    test(`${format}: ${name}`, async () => {
      const text = readableText(file, format, 'text')
      const sentences = sentencesOf(text)
      const [before, after] = [
        { source: file, format },
        { source: next(file, format), format },
      ]
      const outcome: unknown[] = []
      for (const exact of sentences) {
        const { occurs, found } = await findQuote(before, { exact })
        if (!found) {
          outcome.push([exact, occurs])
          continue
        }
        const [carried] = await carryPassages(before, after, [{ anchor: { textQuote: { exact } }, ...found }])
        const states = [found.state, carried?.state]
        const words = [found, carried].map(place => folded(place?.range?.text ?? ''))
        outcome.push([exact, ...states, ...words, ...(format === 'html' ? [readIn(before, found)] : [])])
      }
      const wanted = sentences.map(exact => {
        const words = folded(placed[exact] ?? exact)
        return [exact, 'anchored', 'anchored', words, words, ...(format === 'html' ? [folded(exact)] : [])]
      })
      assert.deepEqual(outcome, wanted)
      assert.deepEqual(
        Object.keys(placed).filter(sentence => !sentences.includes(sentence)),
        [],
      )
    })
