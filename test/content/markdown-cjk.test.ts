// Emphasis beside Chinese, Japanese and Korean punctuation, where CommonMark's own rule shows the asterisks.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { commentTree } from '../../src/content/markdown/comment-markdown.ts'
import { renderMarkdown } from '../../src/content/markdown/markdown.ts'
import { describe } from '../../src/content/text/describe.ts'
import { readableText } from '../../src/content/text/readable-text.ts'

const html = async (source: string) => (await renderMarkdown(source, { linkRel: 'noopener' })).html

const emphasized: [source: string, expected: string][] = [
  ['**重要：**请在周五前完成。', '<strong>重要：</strong>请在'],
  ['他说**「明天」**再来。', '他说<strong>「明天」</strong>再来'],
  ['**価格は100円です。**次の', '<strong>価格は100円です。</strong>次の'],
  ['**이 별표(*)는**괄호 **“인용”**입니다', '<strong>“인용”</strong>입니다'],
  ['**스크립트(script)**라고 쓴다', '<strong>스크립트(script)</strong>라고'],
  ['*注意！*この行', '<em>注意！</em>この'],
  ['これは*「強調」*です', 'これは<em>「強調」</em>です'],
  ['~~旧价（含税）~~已取消', '<del>旧价（含税）</del>已取消'],
  ['***注意：***先读', '<em><strong>注意：</strong></em>先读'],
  ['**［必須］**入力', '<strong>［必須］</strong>入力'],
  ['**A．**项', '<strong>A．</strong>项'],
  ['请点**[这里](x.md)**。继续', '请点<strong><a href="x.md">这里</a></strong>。'],
  ['运行**`npm test`**命令', '运行<strong><code>npm test</code></strong>命令'],
  ['**𠮷、**野家', '<strong>𠮷、</strong>野家'],
  ['| a |\n|---|\n| **注：**无 |', '<strong>注：</strong>无'],
  ['- **注：**无', '<strong>注：</strong>无'],
]

test('bold, italics and strikethrough end and begin beside Chinese, Japanese and Korean punctuation', async () => {
  for (const [source, expected] of emphasized)
    assert.ok((await html(source)).includes(expected), `${source} → ${await html(source)}`)
})

test('stars and underscores beside other scripts are read as CommonMark has them', async () => {
  const same: [string, RegExp][] = [
    ['a**"b"**c', /a\*\*&quot;b&quot;\*\*c|a\*\*"b"\*\*c/],
    ['5 * 3 * 2', /5 \* 3 \* 2/],
    ['snake_case_name', /snake_case_name/],
    ['日本 ** 日本 **', /日本 \*\* 日本 \*\*/],
    ['价格_含税_元', /价格_含税_元/],
  ]
  for (const [source, expected] of same) assert.match(await html(source), expected)
})

test('the case file has bold text on each line and no asterisk, in its page, text, name and comments', async () => {
  const source = readFileSync(new URL('../cases/cjk-bold.md', import.meta.url), 'utf8')
  const page = await html(source)
  assert.equal(page.match(/<strong>/g)?.length, 3)
  assert.doesNotMatch(page, /\*/)
  assert.doesNotMatch(readableText(source, 'markdown', 'text'), /\*/)
  const { title } = await describe(Buffer.from('# **重要：**请看'), { format: 'markdown', folded: false })
  assert.equal(title, '重要：请看')
  assert.doesNotMatch(JSON.stringify(commentTree(source, [])), /\*/)
})
