// Right-to-left text stands on its own side: each block has the direction of its first letter.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { renderMarkdown } from '../../src/content/markdown/markdown.ts'
import { styleOf } from '../../src/content/render/themes/themes.ts'
import { themes } from '../../src/domain/artifact.ts'
import { comparable } from './specification-examples.ts'

const render = async (source: string, always = false) =>
  (await renderMarkdown(source, { linkRel: 'noopener', always })).html

const directed: [source: string, expected: RegExp][] = [
  ['שלום עולם\n\nHello', /^<p dir="rtl">שלום עולם<\/p><p>Hello<\/p>$/],
  ['# مرحبا', /^<h1 id="user-content-مرحبا" dir="rtl">/],
  ['123 — **שלום** a', /^<p dir="rtl">/],
  ['`npm i` اجرا کنید', /^<p dir="rtl"><code>/],
  ['Hello שלום', /^<p>Hello/],
  ['- שלום\n- Hello\n- שוב', /^<ul dir="rtl"><li>שלום<\/li><li dir="ltr">Hello<\/li><li>שוב<\/li><\/ul>$/],
  ['1. Hello\n2. שלום', /^<ol><li>Hello<\/li><li dir="rtl">שלום<\/li><\/ol>$/],
  ['> שלום\n>\n> Hello', /^<blockquote dir="rtl"><p>שלום<\/p><p dir="ltr">Hello<\/p><\/blockquote>$/],
  [
    '> [!note]- عنوان\n> نص',
    /^<details class="alert alert-note" dir="rtl"><summary class="alert-title">عنوان/,
  ],
  ['> [!NOTE]\n> نص', /^<blockquote class="alert alert-note" dir="rtl">/],
  [
    '| שם | Name |\n|---|--:|\n| א | b |',
    /<table dir="rtl"><thead><tr><th>שם<\/th><th align="right" dir="ltr">Name<\/th>.*<td>א<\/td><td align="right" dir="ltr">b/,
  ],
  ['a[^1]\n\n[^1]: שלום', /<li id="user-content-fn1" class="footnote-item" dir="rtl"><p>שלום/],
  ['```\nשלום\n```', /^<pre tabindex="0"><code>/],
  ['ߒߞߏ', /^<p dir="rtl">/],
]

test('each block has the direction of its first letter, written down where it is not that of its surroundings', async () => {
  for (const [source, expected] of directed) {
    assert.match((await render(source)).replaceAll('\n', ''), expected, source)
    assert.equal(comparable(await render(source, true)), comparable(await render(source)), source)
  }
})

test('what raw HTML holds is aligned by style, unless its author says how', () => {
  for (const theme of themes) {
    const style = styleOf(theme)
    assert.match(style, /:where\(p,.*\bli,.*\btd,.*\):not\(\[dir\],\[dir\] \*\)\{unicode-bidi:plaintext\}/)
    const sides = style.match(/[^;{}]*(?:padding|margin|border)-(?:left|right)[^;}]*/g) ?? []
    assert.deepEqual(sides, [], theme)
  }
})
