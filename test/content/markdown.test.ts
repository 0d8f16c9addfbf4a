// A Markdown page holds more than CommonMark: addresses, contents, formulas, colours, front matter.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { renderMarkdown } from '../../src/content/markdown/markdown.ts'
import { slug } from '../../src/content/markdown/outline.ts'
import { fc } from '../support/properties.ts'
import { comparable } from './specification-examples.ts'

const render = (source: string) => renderMarkdown(source, { linkRel: 'noopener' })
const html = async (source: string) => (await render(source)).html

test('headings have addresses as GitHub makes them, unique, listed in order', async () => {
  const { outline, html: page } = await render(
    '# Hello, *World*!\n\n## Größe `x_y`\n\n## Hello World\n\n## Hello World-1\n\n#\n',
  )
  assert.deepEqual(
    outline.map(({ level, id, text }) => [level, id, text]),
    [
      [1, 'user-content-hello-world', 'Hello, World!'],
      [2, 'user-content-größe-x_y', 'Größe x_y'],
      [2, 'user-content-hello-world-1', 'Hello World'],
      [2, 'user-content-hello-world-1-1', 'Hello World-1'],
      [1, 'user-content-section', ''],
    ],
  )
  assert.match(
    page,
    /<h1 id="user-content-hello-world">Hello, <em>World<\/em>!<a class="anchor" href="#user-content-hello-world"/,
  )
  assert.equal(slug('  A  b: c/d — é '), 'a--b-cd--é')
})

test('headings in raw HTML and in Markdown have addresses alike, or the ids that they bring', async () => {
  const { outline } = await render(
    '<h1 align="center">Raw <em>one</em></h1>\n\n## Two\n\n<h3 id="mine">Three</h3>\n',
  )
  assert.deepEqual(
    outline.map(({ id }) => id),
    ['user-content-raw-one', 'user-content-two', 'user-content-mine'],
  )
})

test('links within the page lead to its addresses, others open apart, without telling or following as asked', async () => {
  assert.match(await html('[x](#Part)'), /<a href="#user-content-Part">x<\/a>/)
  assert.match(await html('[x](https://a.b/)'), /<a href="https:\/\/a\.b\/" rel="noopener" target="_blank">/)
  assert.match(
    await html('<a href="//a.b" rel="opener" target="_top">x</a>'),
    /<a href="\/\/a\.b" rel="noopener" target="_blank">/,
  )
  assert.match(await html('[x](other.md)'), /<a href="other\.md">x<\/a>/)
  const preview = await renderMarkdown('https://a.b', { linkRel: 'nofollow ugc noopener' })
  assert.match(preview.html, /rel="nofollow ugc noopener"/)
})

test('front matter is not shown, and its title counts first', async () => {
  assert.deepEqual(await render('---\ntitle: "T"\nx: [1, 2]\n---\n\ntext'), {
    html: '<p>text</p>\n',
    outline: [],
    title: 'T',
  })
  assert.match(await html('---\nNot a mapping.\n---\n'), /<hr>\n<h2 id="user-content-not-a-mapping"/)
  assert.equal(await html('\ufeff---\na: b\n...\ntext'), '<p>text</p>\n')
})

const formulas: [source: string, expected: RegExp][] = [
  [
    '$a^2$ &',
    /^<p><span class="math"><span class="tex" aria-hidden="true">a<\/span><math><msup>.*<\/math><span class="tex" aria-hidden="true">\^2<\/span><\/span> &amp;<\/p>$/,
  ],
  ['it costs $5 and $10', /costs \$5 and \$10/],
  ['US$5 to US$10', /US\$5 to US\$10/],
  ['\\$a$ b$', /\$a/],
  ['$`x < y`$', /<math>.*&lt;.*<\/math>.*> &lt; y<\/span>/],
  ['$$\nx\n$$', /<math display="block"/],
  ['text $$x$$ text', /<math display="block"/],
  ['```math\n\\frac12\n```', /<mfrac>/],
  ['$\\nosuchcommand{x}$', /<code class="formula" title="[^"]+">\\nosuchcommand\{x\}<\/code>/],
  ['$\\href{javascript:alert(1)}{x}$', /^(?!.*href=)/],
  [`$${'{'.repeat(4000)}$`, /<code class="formula"/],
]

test('formulas become MathML, prices stay prices, wrong ones are shown as written', async () => {
  for (const [source, expected] of formulas)
    assert.match((await html(source)).replaceAll('\n', ''), expected, source.slice(0, 40))
})

test('code is coloured by its language with classes, unknown languages and long blocks stay plain', async () => {
  const page = await html(
    '```ts\nconst x: string = "a<b" // c\n```\n\n```nosuch "x\n<b>\n```\n\n    indented\n',
  )
  assert.match(page, /<code class="language-ts"><span class="x-k">const <\/span>/)
  assert.match(page, /<span class="x-s">"?&quot;a&lt;b&quot; ?<\/span>/)
  assert.match(page, /<code class="language-nosuch">&lt;b&gt;\n<\/code>/)
  assert.match(page, /<pre tabindex="0"><code>indented/)
  assert.doesNotMatch(await html(`\`\`\`js\n${'let a = 1\n'.repeat(8000)}\`\`\``), /<span/)
})

test('alerts, tasks, footnotes and tables are marked for the themes', async () => {
  const page = await html(
    '> [!WARNING]\n> Text\n\n- [x] a\n- [ ] b\n- [ ]\n\nn[^1]\n\n| a |\n|--:|\n| b |\n\n[^1]: note',
  )
  assert.match(
    page,
    /<blockquote class="alert alert-warning">\n<p><strong class="alert-title">Warning<\/strong><br>Text/,
  )
  assert.match(
    page,
    /<li class="task-list-item"><input checked="" disabled="" type="checkbox" aria-label="Done"> a/,
  )
  assert.equal(page.match(/<input/g)?.length, 2)
  assert.match(
    page,
    /<sup class="footnote-ref"><a href="#user-content-fn1" id="user-content-fnref1">1<\/a><\/sup>/,
  )
  assert.match(page, /<li id="user-content-fn1" class="footnote-item">/)
  assert.match(page, /<div class="table" role="region" aria-label="Table" tabindex="0"><table>/)
  assert.match(page, /<td align="right">b<\/td>/)
})

test('each table is called by its caption or the heading above it, and no two alike', async () => {
  const table = '| a |\n|---|\n| b |'
  const raw = (caption: string) => `<table><caption>${caption}</caption><tr><td>x</table>`
  const page = await html(
    [
      ...[
        table,
        table,
        '## Prices in *euro* & $x$',
        table,
        table,
        '## Costs',
        raw('Rent, <b>yearly</b>'),
        raw(''),
      ],
      ...['## Costs', table, `## ${'long '.repeat(40)}`, table],
    ].join('\n\n'),
  )
  const names = [...page.matchAll(/role="region" aria-label="([^"]*)"/g)].map(([, name]) => name)
  assert.deepEqual(names, [
    'Table',
    'Table 2',
    'Table in “Prices in euro &amp; x”',
    'Table 2 in “Prices in euro &amp; x”',
    'Table “Rent, yearly”',
    'Table in “Costs”',
    'Table 2 in “Costs”',
    `Table in “${'long '.repeat(16).slice(0, 79)}…”`,
  ])
})

test('raw HTML around Markdown keeps what it frames', async () => {
  const page = await html(
    '<details>\n<summary>More</summary>\n\n**bold**\n\n```js\nlet a\n```\n\n</details>\n\nafter <kbd>K</kbd>\n',
  )
  assert.match(
    page,
    /<details>\s*<summary>More<\/summary>\s*<p><strong>bold<\/strong><\/p>\s*<pre tabindex="0"><code class="language-js"><span/,
  )
  assert.match(page, /<\/details>\s*<p>after <kbd>K<\/kbd><\/p>/)
  assert.equal(
    (await html('before\n\n<!-- a note -->\n\nafter')).replaceAll('\n', ''),
    '<p>before</p><p>after</p>',
  )
})

test('stretches sanitised one by one make the same page as the whole sanitised at once', async () => {
  const piece = fc.constantFrom(
    ...[
      '# Head\n\n',
      'text *em*\n\n',
      '<div align="center">\n\n',
      '</div>\n\n',
      '<b>x</b> y\n\n',
      '- a\n- <br> b\n\n',
      '> q\n\n',
      '<!-- c -->\n\n',
    ],
    ...[
      '| a |\n|---|\n| <sub>1</sub> |\n\n',
      '```js\nlet a\n```\n\n',
      '<details><summary>s</summary>\n\n',
      '</details>\n\n',
      '$x$\n\n',
    ],
  )
  const balanced = (source: string) =>
    ['div', 'details'].every(tag => {
      const steps = [...source.matchAll(new RegExp(`<(/?)${tag}[ >]`, 'g'))].map(([, close]) =>
        close ? -1 : 1,
      )
      const depths = steps.map((_, index) => steps.slice(0, index + 1).reduce((sum, step) => sum + step, 0))
      return depths.every(depth => depth >= 0) && (depths.at(-1) ?? 0) === 0
    })
  const nested = (source: string) => /<div.*<details.*<\/div|<details.*<div.*<\/details/s.test(source)
  await fc.assert(
    fc.asyncProperty(fc.array(piece, { maxLength: 8 }), async pieces => {
      const source = pieces.join('')
      if (!balanced(source) || nested(source)) return
      const whole = await renderMarkdown(source, { linkRel: 'noopener', always: true })
      assert.equal(comparable((await render(source)).html), comparable(whole.html))
    }),
    { numRuns: 200 },
  )
})
