// Quotations that begin with `[!type]`: GitHub's alerts, and Obsidian's callouts with titles, folding and more types.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { renderMarkdown } from '../../src/content/markdown/markdown.ts'
import { describe } from '../../src/content/text/describe.ts'
import { readableText } from '../../src/content/text/readable-text.ts'
import { comparable } from './specification-examples.ts'

const render = async (source: string, always = false) =>
  (await renderMarkdown(source, { linkRel: 'noopener', always })).html
const html = async (source: string) => (await render(source)).replaceAll('\n', '')

const shown: [source: string, expected: string][] = [
  [
    '> [!NOTE]\n> Text',
    '<blockquote class="alert alert-note"><p><strong class="alert-title">Note</strong><br>Text</p></blockquote>',
  ],
  [
    '> [!caution]\n>\n> Text',
    '<blockquote class="alert alert-caution"><p class="alert-title">Caution</p><p>Text</p></blockquote>',
  ],
  [
    '> [!tip] A **bold** title\n> Body\n>\n> More',
    '<blockquote class="alert alert-tip"><p class="alert-title">A <strong>bold</strong> title</p><p>Body</p><p>More</p></blockquote>',
  ],
  [
    '> [!info]- Title\n> Body',
    '<details class="alert alert-info"><summary class="alert-title">Title</summary><p>Body</p></details>',
  ],
  [
    '> [!FAQ]+ Open?\n> - yes',
    '<details class="alert alert-question" open=""><summary class="alert-title">Open?</summary><ul><li>yes</li></ul></details>',
  ],
  [
    '> [!bug]-\n> Body',
    '<details class="alert alert-bug"><summary class="alert-title">Bug</summary><p>Body</p></details>',
  ],
  ['> [!tldr]', '<blockquote class="alert alert-abstract"><p class="alert-title">Tldr</p></blockquote>'],
  [
    '> [!info|wide] Title',
    '<blockquote class="alert alert-info"><p class="alert-title">Title</p></blockquote>',
  ],
  [
    '> [!own-type]- Title\n> Body',
    '<details class="alert alert-note"><summary class="alert-title">Title</summary><p>Body</p></details>',
  ],
  [
    '> [!own-type]\n> Body',
    '<blockquote class="alert alert-note"><p><strong class="alert-title">Own type</strong><br>Body</p></blockquote>',
  ],
  [
    '> [!question]- One?\n> > [!todo]+ Two\n> > Body\n>\n> After',
    '<details class="alert alert-question"><summary class="alert-title">One?</summary><details class="alert alert-todo" open=""><summary class="alert-title">Two</summary><p>Body</p></details><p>After</p></details>',
  ],
  [
    '- > [!note]- In a list\n  > Body',
    '<ul><li><details class="alert alert-note"><summary class="alert-title">In a list</summary><p>Body</p></details></li></ul>',
  ],
  [
    '> [!note] **Title\n> goes** on',
    '<blockquote class="alert alert-note"><p class="alert-title">**Title</p><p>goes** on</p></blockquote>',
  ],
  [
    '> [!note]- 注意 `x` [l](https://a.b)',
    '<details class="alert alert-note"><summary class="alert-title">注意 <code>x</code> <a href="https://a.b" rel="noopener" target="_blank">l</a></summary></details>',
  ],
]

test('callouts have their title, their type, and fold without a script', async () => {
  for (const [source, expected] of shown) {
    assert.equal(await html(source), expected, source)
    assert.equal(comparable(await render(source, true)), comparable(await render(source)), source)
  }
})

test('every type of Obsidian is known, with its aliases', async () => {
  const types: Record<string, string> = {
    ...{ abstract: 'abstract summary tldr', info: 'info', todo: 'todo', tip: 'tip hint', note: 'note' },
    ...{ success: 'success check done', question: 'question help faq', failure: 'failure fail missing' },
    ...{ warning: 'warning attention', danger: 'danger error', bug: 'bug', example: 'example' },
    ...{ quote: 'quote cite', important: 'important', caution: 'caution' },
  }
  for (const [kind, names] of Object.entries(types))
    for (const name of names.split(' '))
      assert.match(await html(`> [!${name}] x`), new RegExp(`class="alert alert-${kind}"`), name)
})

test('what only resembles a callout stays a quotation', async () => {
  for (const source of [
    '> [!]\n> x',
    '> [!note](https://a.b) x',
    '> [!note]x',
    '> \\[!note] x',
    '> `[!note]` x',
    '> x [!note] x',
    '> [!no"te] x',
    '> [ !note] x',
    `> [!${'x'.repeat(100)}] x`,
    '[!note] x',
  ])
    assert.doesNotMatch(await html(source), /alert/, source)
})

test('hostile titles are text or made safe', async () => {
  for (const mark of ['[!note]', '[!note]-', '[!x]+']) {
    const page = await render(
      `> ${mark} </summary></details><script>alert(1)</script><img src=x onerror=alert(1)> [x](javascript:alert(1))\n> Body`,
    )
    assert.doesNotMatch(page, /<script|onerror|href="javascript/)
    assert.match(page, /class="alert-title">.*<p>Body<\/p>/s)
    const inside = await render(`> ${mark} <b>bold <kbd>K</kbd>\n> Body\n\nAfter`)
    assert.match(inside, /<(summary|p) class="alert-title"><b>bold <kbd>K<\/kbd>.*<\/\1>/s)
  }
  assert.doesNotMatch(await render('> [!<b>x</b>]- Title'), /alert/)
})

test('the words are in the text and in search, two paragraphs stay two, and the mark is in neither', async () => {
  const source = '> [!info]- A *title*\n> One\n>\n> Two\n\nThree\n\n> [!WARNING]\n> Four'
  assert.equal(readableText(source, 'markdown', 'text'), 'A title\n\nOne\n\nTwo\n\nThree\n\nWarning\nFour')
  const { text } = await describe(Buffer.from(source), { format: 'markdown', folded: false })
  assert.equal(text.body.replace('\n>', ''), 'A title\nOne\nTwo\nThree\nWarning\nFour')
})
