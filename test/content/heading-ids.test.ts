// `{#id}` after a heading is its address and no text, as documents exported from Google Docs have it.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { renderMarkdown } from '../../src/content/markdown/markdown.ts'
import { describe } from '../../src/content/text/describe.ts'
import { readableText } from '../../src/content/text/readable-text.ts'

const render = (source: string) => renderMarkdown(source, { linkRel: 'noopener' })

const firstHeading = async (source: string): Promise<[string, string] | undefined> => {
  const [entry] = (await render(source)).outline
  return entry && [entry.text, entry.id.replace('user-content-', '')]
}

const chosen: [source: string, text: string, id: string][] = [
  ['# Plan {#the-plan}', 'Plan', 'the-plan'],
  ['# **Plan** {#the-plan} ##', 'Plan', 'the-plan'],
  ['# Plan ## {#the-plan}', 'Plan', 'the-plan'],
  ['## **Plan** # {#p}', 'Plan', 'p'],
  ['> ## Plan ###\t{#p .unnumbered}', 'Plan', 'p'],
  ['## ## {#empty}', '', 'empty'],
  ['## Plan# {#p}', 'Plan#', 'p'],
  ['## Plan \\## {#p}', 'Plan ##', 'p'],
  ['Plan ## {#p}\n---', 'Plan ##', 'p'],
  ['# Plan{#the-plan}', 'Plan', 'the-plan'],
  ['Plan {#p}\n=====', 'Plan', 'p'],
  ['Two\nlines {#p}\n---', 'Two lines', 'p'],
  ['> ## Plan {#p}', 'Plan', 'p'],
  ['- ## Plan {#p}', 'Plan', 'p'],
  ['# {#empty}', '', 'empty'],
  ['# Plan {#p .unnumbered}', 'Plan', 'p'],
  ['# Plan {.unnumbered #p lang=de title="a b"}', 'Plan', 'p'],
  ['# Plan {: #p}', 'Plan', 'p'],
  ['# Plan { #p }', 'Plan', 'p'],
  ['# 計画 {#計画}', '計画', '計画'],
  ["# What's new? {#what's-new?-(2024)}", "What's new?", "what's-new?-(2024)"],
  ['# Snake {#a_b_c*d*}', 'Snake', 'a_b_c*d*'],
  ['# Escaped {#a\\_b}', 'Escaped', 'a_b'],
  ['# Raw <kbd>K</kbd> {#raw}', 'Raw K', 'raw'],
  ['<h2 id="mine">Raw</h2>', 'Raw', 'mine'],
]

test('the name in braces is the address of the heading and no text', async () => {
  for (const [source, text, id] of chosen) assert.deepEqual(await firstHeading(source), [text, id], source)
})

const dollar = ['# Plan ', '{#p}'].join('$')

test('a heading leaves the ids of footnotes to them, and has them where there are none', async () => {
  const headings = '# A {#fn1}\n\n## B {#fnref1}\n\n## C {#fn9}\n\n## D {#fn1}\n'
  const idsIn = async (source: string) =>
    [...(await render(source)).html.matchAll(/ id="user-content-([^"]+)"/g)].map(([, id]) => id)
  assert.deepEqual(await idsIn(headings), ['fn1', 'fnref1', 'fn9', 'fn1-1'])
  assert.deepEqual(await idsIn(`x[^a]\n\n${headings}\n[^a]: note`), [
    'fnref1',
    ...['fn1-1', 'fnref1-1', 'fn9-1', 'fn1-2'],
    'fn1',
  ])
})

const text: [source: string, text: string][] = [
  ['# Plan \\{#p}', 'Plan {#p}'],
  ['# Plan `{#p}`', 'Plan {#p}'],
  ['# Plan {#p} later', 'Plan {#p} later'],
  ['# Plan {p}', 'Plan {p}'],
  ['# Plan {# p #}', 'Plan {# p #}'],
  ['# Plan {#}', 'Plan {#}'],
  [dollar, dollar.slice(2)],
  ['# Plan \\foo{#1}', 'Plan \\foo{#1}'],
  [`# Plan {#${'x'.repeat(2000)}}`, `Plan {#${'x'.repeat(291)}…`],
]

test('other braces stay text', async () => {
  for (const [source, expected] of text) {
    const [found] = (await firstHeading(source))!
    assert.equal(found.slice(0, 20), expected.slice(0, 20), source)
  }
  assert.match((await render('Text {#p}')).html, /<p>Text \{#p\}<\/p>/)
})

test('no two headings have one address, and what an author chooses is written as text and behind our prefix', async () => {
  const ids = async (source: string) => (await render(source)).outline.map(({ id }) => id)
  assert.deepEqual(await ids('# A {#x}\n\n# B {#x}\n\n# x\n\n# C {#x-1}'), [
    'user-content-x',
    'user-content-x-1',
    'user-content-x-2',
    'user-content-x-1-1',
  ])
  for (const raw of ['', ' <b>b</b>']) {
    const { html } = await render(
      `# A${raw} {#"onclick=alert(1)}\n\n# B${raw} {#"><script>alert(1)</script>}`,
    )
    assert.doesNotMatch(html.replace(/ aria-label="[^"]*"/g, ''), /<script|"onclick/)
    assert.match(html, /<h1 id="user-content-&(?:quot|#x22);onclick=alert\(1\)">A/)
    assert.match((await render(`# A${raw} {#location}`)).html, /<h1 id="user-content-location">/)
  }
})

test('a document exported from Google Docs has its name, its addresses, and links that lead to them', async () => {
  const source = readFileSync(new URL('../cases/google-docs.md', import.meta.url), 'utf8')
  const { html, title, outline } = await render(source)
  assert.equal(title, 'Launch plan')
  assert.deepEqual(
    outline.map(({ text, id }) => [text, id]),
    [
      ['Launch plan', 'user-content-launch-plan'],
      ['Risks', 'user-content-risks'],
    ],
  )
  assert.match(html, /<a href="#user-content-risks">Risks<\/a>/)
  assert.equal(readableText(source, 'markdown', 'text'), 'Launch plan\n\nRisks\n\nRisks\n\nText.')
  assert.equal(readableText(source, 'markdown', 'outline'), 'Launch plan\n  Risks')
})

test('the name and the words for search are without it', async () => {
  const found = async (source: string) => {
    const { title, text: words } = await describe(Buffer.from(source), { format: 'markdown', folded: false })
    return [title, words.body.replace(/\s+/g, ' ')]
  }
  assert.deepEqual(await found('# **Plan** {#plan}\n\n## Risks {#a_b}\n\ntext {#no}'), [
    'Plan',
    'Plan Risks text {#no}',
  ])
  assert.deepEqual(await found('# Plan ## {#plan}\n\n## Risks # {#a_b}\n\ntext'), ['Plan', 'Plan Risks text'])
  assert.deepEqual(await found('Plan ## {#a_b}\n===\n\ntext'), ['Plan ##', 'Plan ## text'])
  assert.deepEqual(await found('Plan {#a_b}\n===\n\ntext'), ['Plan', 'Plan text'])
  assert.deepEqual(await found('# {#empty}\n\n# Next {#next}'), ['Next', 'Next'])
})
