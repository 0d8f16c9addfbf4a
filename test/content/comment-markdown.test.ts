// Comments as trees of plain nodes: what Markdown becomes, what stays text, and that no body costs more than its length.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { commentTree, readMentions } from '../../src/content/markdown/comment-markdown.ts'
import {
  type CommentNode,
  holdsMarkdown,
  oneLineOf,
  paragraphsOf,
  textOf,
} from '../../src/content/markdown/comment-tree.ts'
import { namingCases, spelledCases } from '../support/naming-cases.ts'
import { fc } from '../support/properties.ts'

/** Without the attributes that every link has. */
const shown = (nodes: readonly CommentNode[]): string =>
  nodes
    .map(node => {
      if (typeof node === 'string') return node
      const { rel, target, ...own } = node.attributes
      const attributes = Object.entries(own).map(([name, value]) => ` ${name}="${value}"`)
      return `<${node.tag}${attributes.join('')}>${shown(node.children)}</${node.tag}>`
    })
    .join('')

const read = (body: string, names: string[] = []): string => shown(commentTree(body, names))

const elementsOf = (nodes: readonly CommentNode[]): Exclude<CommentNode, string>[] =>
  nodes.flatMap(node => (typeof node === 'string' ? [] : [node, ...elementsOf(node.children)]))

const linksOf = (body: string) => elementsOf(commentTree(body, [])).filter(({ tag }) => tag === 'a')

const depthOf = (nodes: readonly CommentNode[]): number =>
  Math.max(0, ...nodes.map(node => (typeof node === 'string' ? 0 : 1 + depthOf(node.children))))

test('emphasis, code, lists, quotes, rules and struck words are read, and line breaks stay as they were typed', () => {
  assert.equal(
    read('*a* **b** ~~c~~ `d *e*`'),
    '<p><em>a</em> <strong>b</strong> <del>c</del> <code>d *e*</code></p>',
  )
  assert.equal(read('one\ntwo  \nthree\n\nfour'), '<p>one\ntwo\nthree</p><p>four</p>')
  assert.equal(read('- a\n- b\n  1. c'), '<ul><li>a</li><li>b<ol><li>c</li></ol></li></ul>')
  assert.equal(read('3. a\n4. b'), '<ol start="3"><li>a</li><li>b</li></ol>')
  assert.equal(
    read('> a\n> > b\n\n---'),
    '<blockquote><p>a</p><blockquote><p>b</p></blockquote></blockquote><hr></hr>',
  )
  assert.equal(
    read('- [x] a\n- [ ] b'),
    '<ul><li><input type="checkbox" disabled="disabled" aria-label="Done" checked="checked"></input> a</li>' +
      '<li><input type="checkbox" disabled="disabled" aria-label="To do"></input> b</li></ul>',
  )
})

test('a heading is a bold paragraph, of whatever level and kind', () => {
  assert.equal(
    read('# A *b*\n###### C\nD\n==='),
    '<p><strong>A <em>b</em></strong></p><p><strong>C</strong></p><p><strong>D</strong></p>',
  )
})

test('code keeps its lines and tabs, and is reached by keyboard where it is wide', () => {
  assert.equal(read('```ts\nif (a) {\n\tb\n}\n```'), '<pre><code>if (a) {\n\tb\n}</code></pre>')
  const wide = '<pre tabindex="0" role="group" aria-label="Code">'
  assert.equal(read(`~~~\n${'x'.repeat(25)}`), `${wide}<code>${'x'.repeat(25)}</code></pre>`)
  assert.equal(read('> ```\n> a\n> ```'), `<blockquote>${wide}<code>a</code></pre></blockquote>`)
})

test('a table has its columns aligned and scrolls in a frame of its own', () => {
  assert.equal(
    read('a|b\n-|-:\n1|2'),
    '<div class="comment-table" tabindex="0" role="group" aria-label="Table"><table><thead><tr><th>a</th><th align="right">b</th></tr></thead>' +
      '<tbody><tr><td>1</td><td align="right">2</td></tr></tbody></table></div>',
  )
})

test('a second table of a comment is told from the first by its number', () => {
  const table = 'a|b\n-|-\n1|2'
  const names = [...read(`${table}\n\nand\n\n${table}`).matchAll(/aria-label="([^"]*)"/g)]
  assert.deepEqual(
    names.map(([, name]) => name),
    ['Table', 'Table 2'],
  )
})

test('addresses of the web and of mail become links that say nothing about who follows them', () => {
  const hrefs = (body: string) => linksOf(body).map(({ attributes }) => attributes.href)
  assert.deepEqual(hrefs('https://a.example/b_c_d?e=1. (www.b.example) <mailto:c@d.example> c@d.example'), [
    'https://a.example/b_c_d?e=1',
    'http://www.b.example',
    'mailto:c@d.example',
    'mailto:c@d.example',
  ])
  assert.deepEqual(hrefs('[a](HTTPS://b.example) [b][1]\n\n[1]: http://c.example "d"'), [
    'HTTPS://b.example',
    'http://c.example',
  ])
  for (const { attributes } of linksOf('[a](https://b.example "c") https://d.example')) {
    assert.deepEqual(Object.keys(attributes).sort(), ['href', 'rel', 'target'])
    assert.equal(attributes.rel, 'nofollow ugc noopener noreferrer')
  }
  assert.deepEqual(hrefs('README.md, ftp://a.example, //b.example, c.example, @d@e.example'), [])
})

test('any other address stays text as it was typed', () => {
  const bodies = [
    '[a](javascript:alert(1))',
    '[a](JaVaScRiPt:alert(1))',
    '<javascript:alert(1)>',
    '[a](data:text/html,b)',
    '![a](data:image/png;base64,AA)',
    '[a](vbscript:b)',
    '[a](/b)',
    '[a](#b)',
    '[a](//b.example)',
    '[a](file:///etc/passwd)',
    '[a](https://)',
  ]
  for (const body of bodies) assert.equal(read(body), `<p>${body}</p>`)
  assert.deepEqual(linksOf('[a](&#106;avascript:b) [c](java\tscript:d)\n\n[e]\n\n[e]: javascript:f'), [])
})

test('a picture is a link to it with its words, and words alone within a link', () => {
  assert.equal(
    read('![A **b**](https://c.example/d.png)'),
    '<p><a href="https://c.example/d.png">A b</a></p>',
  )
  assert.equal(
    read('![](https://c.example/d.png)'),
    '<p><a href="https://c.example/d.png">https://c.example/d.png</a></p>',
  )
  assert.equal(
    read('[![a](https://b.example)](https://c.example)'),
    '<p><a href="https://c.example">a</a></p>',
  )
})

test('raw HTML is text, and nothing carries an id or a class of its author', () => {
  const hostile = '<script>alert(1)</script>\n\n<img src=x onerror="alert(2)">\n\n<!-- a --> <b id=c>d</b>'
  assert.deepEqual([...new Set(elementsOf(commentTree(hostile, [])).map(({ tag }) => tag))], ['p'])
  assert.equal(textOf(commentTree(hostile, [])), hostile.replaceAll('\n\n', ''))
  const all = elementsOf(commentTree('# a {#b .c}\n```d" onload="e\nf\n```\n[^1]\n\n[^1]: g', []))
  assert.deepEqual(
    all.flatMap(({ attributes }) => Object.keys(attributes)),
    [],
  )
})

test('a member who is named stands out without brackets, in emphasis and links too, but not in code or after a backslash', () => {
  const names = ['Ana *Lima*']
  const mention = (name: string) => `<span class="mention">@${name}</span>`
  const ana = mention('Ana *Lima*')
  assert.equal(
    read('@[ana *lima*] **@[Ana *Lima*]** [to @[Ana *Lima*]](https://a.example)', names),
    `<p>${mention('ana *lima*')} <strong>${ana}</strong> <a href="https://a.example">to ${ana}</a></p>`,
  )
  assert.equal(
    read('@Ana *Lima*, @zoe-ann! **@zoe-ann**', [...names, 'Zoe-Ann', 'Zoe']),
    `<p>${ana}, ${mention('zoe-ann')}! <strong>${mention('zoe-ann')}</strong></p>`,
  )
  assert.equal(read('x@Zoe @Zoeann @Zoe@a.example', ['Zoe']).includes('<span'), false)
  assert.equal(
    read('`@[Ana]` \\@[Ana] @[Bob]\n\n    @[Ana]', ['Ana']),
    `<p><code>@[Ana]</code> @[Ana] @[Bob]</p><pre><code>@[Ana]</code></pre>`,
  )
  assert.equal(
    read('@[Ana](https://a.example)', ['Ana']),
    `<p>${mention('Ana')}(<a href="https://a.example">https://a.example</a>)</p>`,
  )
})

test('a name is drawn where a member is told of it: not in code, in addresses or in what is shown as typed', () => {
  for (const [body, times] of namingCases) {
    assert.equal(read(body, ['Bob']).split('class="mention"').length - 1, times, body)
    assert.equal(named(body).length, times, body)
  }
})

test('a member is drawn by each of their names, and the places of these are those in the body', () => {
  const bob = { name: 'Bob Lee', part: 'bob', address: 'bob@acme.example' }
  for (const [body, words] of spelledCases(bob)) {
    const names = Object.values(bob)
    const drawn = elementsOf(commentTree(body, names)).filter(
      ({ attributes }) => attributes.class === 'mention',
    )
    assert.deepEqual(
      drawn.map(({ children }) => textOf(children)),
      words.map(each => `@${each}`),
      body,
    )
    const { mentions } = readMentions(body, names)
    assert.deepEqual(
      mentions.map(({ start, length }) => body.slice(start, start + length).replace(/^@\[(.*)\]$/, '@$1')),
      words.map(each => `@${each}`),
      body,
    )
  }
})

test('a name with a stroke in a table ends where it ends in the body', () => {
  const body = 'a|b\n-|-\n@[Bob\\|Lee]|@Bob\\|Lee x'
  const places = readMentions(body, ['Bob|Lee']).mentions.map(({ start, length }) =>
    body.slice(start, start + length),
  )
  assert.deepEqual(places, ['@[Bob\\|Lee]', '@Bob\\|Lee'])
})

/** The places of a comment that name Bob. */
const named = (body: string) => readMentions(body, ['Bob']).mentions.map(({ start }) => start)

test('the places of names are found in the text as it was typed', () => {
  const marked =
    '`@Bob` §@Bob\n\n| a@b | `@Bob` |\n|--|--|\n| §@Bob | \\| \\@Bob | @Bob |\n> # a@b §@Bob #\n> -\t`@Bob` §@Bob'
  const [, ...parts] = marked.split('§')
  const body = marked.replaceAll('§', '')
  const ends = parts.map((_, index) => body.length - parts.slice(index).join('').length)
  assert.deepEqual(named(body), ends)
})

test('whatever is written, the places of names are those where they are drawn', () => {
  const piece = fc.constantFrom(
    '@',
    '@',
    '\n',
    '\n\n',
    '`',
    '```\n',
    '> ',
    '- ',
    '    ',
    '\t',
    '| ',
    '|-|-|\n',
    '# ',
    '[',
    '](https://a.b/',
    ')',
    '<',
    '>',
    '!',
    '\\',
    'www.a.b/',
    'a',
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 40 }), pieces => {
      const names = pieces.map((_, index) => `n${index}x`)
      const body = pieces.map((each, index) => (each === '@' ? `@${names[index]} ` : each)).join('')
      const drawn = elementsOf(commentTree(body, names)).filter(
        ({ attributes }) => attributes.class === 'mention',
      )
      const found = readMentions(body, names).mentions.map(({ words }) => `@${words}`)
      assert.deepEqual(
        found,
        drawn.map(({ children }) => textOf(children)),
      )
    }),
  )
})

test('a thousand signs @ hide no name', () => {
  assert.equal(named(`${'@'.repeat(5000)} @Bob`).length, 1)
})

test('marks that turn or hide words are gone, and a body of which nothing would be seen is shown as typed', () => {
  assert.equal(read('a\u202eb\u200bc\u0007 `\u2066d`'), '<p>abc <code>d</code></p>')
  for (const body of ['[a]: https://b.example', '-', '#', '> >', '![](b)'])
    assert.equal(textOf(commentTree(body, [])), body)
})

test('what is nested too deep is shown as typed, and no tree is deeper than a browser draws with ease', () => {
  for (const body of [
    `${'> '.repeat(10_000)}words`,
    `${'>'.repeat(10_000)}words`,
    `${'- '.repeat(5000)}words`,
  ])
    assert.equal(read(body), `<p>${body}</p>`)
  const emphasis = `${'*a **b '.repeat(700)}words${' c** d*'.repeat(700)}`
  assert.match(textOf(commentTree(emphasis, [])), /words/)
  for (const body of [emphasis, `${'['.repeat(5000)}a${']'.repeat(5000)}`, `${'> '.repeat(25)}${emphasis}`])
    assert.ok(depthOf(commentTree(body, [])) <= 60)
})

test('a comment of thousands of parts is shown as typed', () => {
  const row = (pieces: number) => '*a* '.repeat(pieces).trim()
  assert.equal(elementsOf(commentTree(row(1500), [])).length, 1501)
  assert.equal(read(row(2000)), `<p>${row(2000)}</p>`)
  assert.equal(paragraphsOf('a\n\n'.repeat(3000)).length, 1)
})

test('a body without signs of Markdown is read alike with the parser and without it', () => {
  const piece = fc.constantFrom(
    'a',
    'Ä',
    ' ',
    '  ',
    '\n',
    '\n\n',
    '\t',
    '.',
    '!',
    '(1)',
    '-b',
    '1.c',
    '"',
    'www',
    ':',
  )
  const body = fc.array(piece, { maxLength: 40 }).map(pieces => `x${pieces.join('')}`)
  fc.assert(
    fc.property(body, text => {
      if (!holdsMarkdown(text)) assert.equal(read(text), shown(paragraphsOf(text)), JSON.stringify(text))
    }),
    { numRuns: 2000 },
  )
  for (const text of ['Plain words.\n\nWith (some) marks: 1.5, a-b; "c"!', 'über 3 Zeilen\r\nund mehr'])
    assert.equal(holdsMarkdown(text), false, text)
  for (const text of ['- a', '1. a', 'a\n---', '    a', 'https://a.b', 'WWW.a.b', '@a', '<b>', 'a\n==='])
    assert.equal(holdsMarkdown(text), true, text)
})

test('in one line a comment keeps its emphasis and code, loses its links, and is cut at its length', () => {
  const line = (body: string, most = 100) => shown(oneLineOf(commentTree(body, []), most))
  assert.equal(
    line('# Now\n\n- *a*\n- [b `c`](https://d.example)\n\n![e](https://f.example)'),
    '<strong>Now</strong> <em>a</em> b <code>c</code>  e',
  )
  assert.equal(line('**abcdef** ghi', 8), '<strong>abcdef</strong> g…')
  assert.equal(line('a **bcdef** ghi', 4), 'a <strong>bc…</strong>')
})

/** Characters the parser looks at, one by one, while it reads the body: time is another on every machine. */
function looks(body: string): number {
  const { charCodeAt } = String.prototype
  let count = 0
  const counting = {
    charCodeAt(this: string, at: number) {
      count += 1
      return charCodeAt.call(this, at)
    },
  }
  Object.assign(String.prototype, counting)
  try {
    commentTree(body, ['Ana'])
  } finally {
    Object.assign(String.prototype, { charCodeAt })
  }
  return count
}

const hostile =
  '>|> |>\n|- |1. |  - |*a|**|_a_ |*a **b |***a |a*|*_|~|~~|`|`a|``` |```\n|[|[]|![|[a](|![a](b|[a][|[a]: b "\n|[a]: b\n|<|<a|<http:|&|&a;|\\|@|@[|@[Ana]|' +
  'http:|https://a.b |www.a.b |a@b.c |mailto:|//a|a|a |\t|\n|\n\n|#|# |(|-a\n|x\n-\n'

test('no body makes the parser look at its characters more often than in proportion to its length', () => {
  const pieces = [...hostile.split('|'), '|', '|-', 'a|b\n-|-\n', '-a|-b\n']
  for (const piece of pieces) {
    const [half, whole] = [5000, 10_000].map(length => looks(piece.repeat(length / piece.length))) as [
      number,
      number,
    ]
    assert.ok(whole <= 2.2 * half + 100, `${JSON.stringify(piece)}: ${half}, then ${whole}`)
    assert.ok(whole <= 100 * 10_000, `${JSON.stringify(piece)}: ${whole}`)
  }
})
