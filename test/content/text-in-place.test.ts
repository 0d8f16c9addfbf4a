// Words of an HTML page replaced in its source: one text changes, every other byte stays, and what cannot be proven is refused.
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import MarkdownIt from 'markdown-it'
import { type DefaultTreeAdapterTypes, parse } from 'parse5'
import { markTexts, type NewText, replaceTexts } from '../../src/content/html/text-in-place.ts'
import { fromRoot } from '../support/project-root.ts'

/** The texts of the page as the frame would name them. */
function textsOf(html: string): NewText[] {
  const found: NewText[] = []
  const visit = (node: DefaultTreeAdapterTypes.Node) => {
    if (!('childNodes' in node)) return
    const mark =
      'attrs' in node
        ? (node.attrs.find(({ name }) => name === 'data-recto-text')?.value ??
          (node.tagName === 'body' ? 'body' : undefined))
        : undefined
    const texts = node.childNodes.filter(child => child.nodeName === '#text' && 'value' in child)
    for (const [index, text] of texts.entries()) {
      const was = 'value' in text ? text.value : ''
      if (mark !== undefined && /\S/.test(was)) found.push({ node: `${mark}.${index}`, was, text: was })
    }
    for (const child of node.childNodes) visit(child)
  }
  visit(parse(markTexts(html)!.replace(/^\ufeff/, '')))
  return found
}

/** The source after the text that reads `was` reads `text`. */
function after(html: string, was: string, text: string) {
  const found = textsOf(html).find(each => each.was === was)
  assert.ok(found, `no text reads ${JSON.stringify(was)} in ${html}`)
  return replaceTexts(html, [{ ...found, text }])
}

/** Evenly spread, the first and the last among them. */
const some = <T>(all: readonly T[], count: number): T[] =>
  all.filter(
    (_, index) => index % Math.max(1, Math.floor(all.length / count)) === 0 || index === all.length - 1,
  )

describe('a text in its place', () => {
  const cases: [html: string, was: string, text: string, source: string][] = [
    ['<p>One</p>', 'One', 'Two', '<p>Two</p>'],
    [
      '<P CLASS=a>One <b>two</b> three',
      ' three',
      ' & <four>',
      '<P CLASS=a>One <b>two</b> &amp; &lt;four&gt;',
    ],
    ['<ul><li>One<li>Two</ul>', 'One', 'Eins', '<ul><li>Eins<li>Two</ul>'],
    ['<p>a&nbsp;b &copy; c</p>', 'a\u00a0b \u00a9 c', 'a\u00a0b \u00a9 d', '<p>a&nbsp;b &copy; d</p>'],
    ['<p>AT&T and more', 'AT&T and more', 'AT&T and less', '<p>AT&T and less'],
    ['<p>a & b', 'a & b', 'a &lt; b', '<p>a &amp;lt; b'],
    ['<pre>\none\r\ntwo</pre>', 'one\ntwo', 'one\n2', '<pre>\none\r\n2</pre>'],
    ['<p>One</p>\r\n<p>Two</p>\r\n', 'Two', 'Zwei', '<p>One</p>\r\n<p>Zwei</p>\r\n'],
    ['One <i>two</i>', 'One ', 'Eins ', 'Eins <i>two</i>'],
    ['\ufeff<p>One', 'One', '', '\ufeff<p>'],
    ['<p>\u{1f600} one</p>', '\u{1f600} one', '\u{1f601} one', '<p>\u{1f601} one</p>'],
    ['<table><tr><td>1<td>1</table>', '1', '2', '<table><tr><td>2<td>1</table>'],
  ]
  for (const [html, was, text, source] of cases)
    test(`${JSON.stringify(html)} becomes ${JSON.stringify(source)}`, () => {
      assert.deepEqual(after(html, was, text), { source })
    })

  test('what stands elsewhere, reads otherwise, or cannot be told from its like is refused', () => {
    const html = '<p>One</p>'
    const [{ node }] = textsOf(html) as [NewText]
    assert.deepEqual(replaceTexts(html, [{ node, was: 'Two', text: 'x' }]), { refused: 0, why: 'unknown' })
    assert.deepEqual(replaceTexts(html, [{ node: '99.0', was: 'One', text: 'x' }]), {
      refused: 0,
      why: 'unknown',
    })
    const twice = { node, was: 'One', text: 'x' }
    assert.deepEqual(replaceTexts(html, [twice, twice]), { refused: 1, why: 'unproven' })
    assert.equal(markTexts('<p data-recto-text=1>One</p>'), null)
    // The parser makes two elements from one tag here; neither can be named.
    assert.ok(!textsOf('<b><p>One</b>Two</p>').some(({ was }) => was === 'One'))
  })

  test('words that scripts, styles and templates hold are none of the page', () => {
    const html =
      '<style>a{}</style><script>one()</script><template>two</template><noscript>three</noscript><p>four'
    assert.deepEqual(
      textsOf(html).map(({ was }) => was),
      ['four'],
    )
  })

  test('several texts change at once', () => {
    const html = '<h1>One</h1><p>Two <a href=x>three</a> four'
    const texts = textsOf(html).map(each => ({ ...each, text: each.was.toUpperCase() }))
    assert.deepEqual(replaceTexts(html, texts), { source: '<h1>ONE</h1><p>TWO <a href=x>THREE</a> FOUR' })
  })
})

describe('pages that other people wrote', () => {
  const read = (path: string) => ({ path, html: readFileSync(fromRoot(path), 'utf8') })
  const found = (pattern: string) => globSync(pattern, { cwd: fromRoot('.') }).sort()
  const written = some(found('node_modules/**/README.md'), 40).map(read)
  const markdown = new MarkdownIt({ html: true, linkify: true })
  const pages = [
    ...found('node_modules/**/*.html').map(read),
    ...written.map(({ path, html }) => ({ path, html: markdown.render(html) })),
  ]
    .filter(({ html }) => html.length > 0 && html.length < 300_000 && !html.includes('\ufffd'))
    .flatMap(({ path, html }) => {
      const unix = html.replaceAll('\r\n', '\n')
      return [
        { path, html },
        { path: `${path}, with the line breaks of Windows`, html: unix.replaceAll('\n', '\r\n') },
      ]
    })

  test('keep every other byte when one of their texts changes', () => {
    const counts = { pages: 0, texts: 0, refused: 0 }
    for (const { path, html } of pages) {
      const all = textsOf(html)
      counts.pages += 1
      for (const text of some(all, 8)) {
        counts.texts += 1
        const put = replaceTexts(html, [{ ...text, text: `${text.was}<&>` }])
        if ('refused' in put) counts.refused += 1
        else assert.equal(without(put.source, '&lt;&amp;&gt;'), html, path)
      }
    }
    assert.ok(counts.pages > 20 && counts.texts > 100, JSON.stringify(counts))
    assert.ok(counts.refused * 50 <= counts.texts, JSON.stringify(counts))
  })

  test('are shown with marks and nothing else', () => {
    for (const { path, html } of pages)
      assert.equal(markTexts(html)!.replace(/ data-recto-text="[^"]*"/g, ''), html, path)
  })
})

/** The text without the one place where these words stand more than before. */
function without(source: string, words: string): string {
  const at = source.indexOf(words)
  return source.slice(0, at) + source.slice(at + words.length)
}
