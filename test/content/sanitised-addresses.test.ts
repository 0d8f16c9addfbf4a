// Every attribute that the sanitiser lets through either holds no address, or none that runs.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseFragment } from 'parse5'
import { commentTree } from '../../src/content/markdown/comment-markdown.ts'
import { renderMarkdown } from '../../src/content/markdown/markdown.ts'
import { linkAttributes } from '../../src/content/markdown/markdown-rules.ts'
import { isAllowedUrl, schema } from '../../src/content/markdown/schema.ts'

/** Attributes whose words are never fetched or followed; whatever is not named here must refuse a script as its address. */
const words = new Set([
  ...['abbr', 'align', 'alt', 'ariaDescribedBy', 'ariaHidden', 'ariaLabel', 'ariaLabelledBy', 'checked'],
  ...[
    'className',
    'colSpan',
    'controls',
    'dateTime',
    'dir',
    'disabled',
    'headers',
    'height',
    'hrefLang',
    'id',
  ],
  ...['lang', 'loop', 'media', 'muted', 'name', 'open', 'preload', 'reversed', 'role', 'rowSpan', 'scope'],
  ...['sizes', 'span', 'start', 'summary', 'title', 'type', 'vAlign', 'value', 'width', 'itemProp'],
])

/** Addresses by the HTML standard and its forerunners (HTML 4.01, index of attributes, type %URI). */
const addresses = [
  ...[
    'action',
    'archive',
    'background',
    'cite',
    'classId',
    'codeBase',
    'data',
    'formAction',
    'href',
    'itemId',
  ],
  ...['itemType', 'longDesc', 'lowSrc', 'manifest', 'ping', 'poster', 'profile', 'src', 'srcSet', 'useMap'],
  ...['xLinkHref', 'xmlBase'],
]

const named = Object.entries(schema.attributes!).flatMap(([tag, attributes]) =>
  attributes.map(attribute => ({ tag: tag === '*' ? 'p' : tag, name: String([attribute].flat()[0]) })),
)

/** Characters that URL parsers leave out: C0 controls and spaces before an address, tabs and line ends within it. */
const before = Array.from({ length: 33 }, (_, code) => String.fromCharCode(code))
const within = ['\t', '\n', '\r', '\r\n\t']

const runs = [
  ...['javascript:alert(1)', 'JavaScript:alert(1)', 'vbscript:x', 'javascript&colon;x', 'java&Tab;script:x'],
  ...[...before, ...within, '\u0001 \n'].map(left => `${left}javascript:alert(1)`),
  ...within.flatMap(left => [`java${left}script:alert(1)`, `j${left}avascript${left}:alert(1)`]),
]

/** Tells whether a browser runs a script where it follows the link. */
const isScript = (href: string): boolean =>
  /^(java|vb)script:$/.test(URL.parse(href, 'https://a.example/b')?.protocol ?? '')

const rendered = async (html: string): Promise<string> =>
  (await renderMarkdown(html, { linkRel: 'noopener', colours: false })).html

/** The element where HTML lets it stand. */
function standing(tag: string, attribute: string): string {
  const element = `<${tag} ${attribute}>x</${tag}>`
  if (/^(td|th|tr|col|colgroup)$/.test(tag)) return `<table>${element}</table>`
  return tag === 'source' ? `<picture>${element}</picture>` : `<div>${element}</div>`
}

test('an attribute that may hold an address holds none that runs', async () => {
  const asked = named.filter(({ name }) => !words.has(name))
  assert.ok(asked.length > 8)
  for (const { tag, name } of asked) {
    assert.ok(schema.protocols![name], `${name} of ${tag} has a list of protocols`)
    for (const address of runs) {
      const html = await rendered(standing(tag, `${name.toLowerCase()}="${address}"`))
      assert.doesNotMatch(html, /script:/i, `${name} of ${tag}`)
    }
  }
})

test('an address stands that URL parsers read as an allowed one, in raw HTML and in Markdown', async () => {
  for (const left of ['', ' ', '\n\t', '\u0001 '])
    for (const [html, tag, name] of [
      [`<p><a href="${left}HTTPS://A.example/B">x</a></p>`, 'a', 'href'],
      [`<img src="${left}HTTPS://A.example/B" alt="x">`, 'img', 'src'],
      [`<video poster="${left}HTTPS://A.example/B"></video>`, 'video', 'poster'],
      ['[x](HTTPS://A.example/B)', 'a', 'href'],
    ] as const)
      assert.equal(valueIn(await rendered(html), tag, name), 'https://A.example/B', JSON.stringify(html))
})

test('what holds words alone is no address by the standard, and other addresses go wholly', async () => {
  for (const name of addresses) {
    assert.ok(!words.has(name), name)
    if (named.some(each => each.name === name)) continue
    for (const tag of schema.tagNames!) {
      const html = await rendered(standing(tag, `${name.toLowerCase()}="https://a.example/b"`))
      assert.doesNotMatch(html, new RegExp(` ${name}=`, 'i'), `${name} of ${tag}`)
    }
  }
})

test('every address of a srcset is looked at, not only the first', async () => {
  const kept = async (text: string) =>
    /srcset="([^"]*)"/.exec(await rendered(standing('source', `srcset="${text}"`)))?.[1]
  for (const text of ['a/b.png 1x, c.png 2x', 'https://a.example/b.png 1x', 'data:image/png;base64,AAA= 1x'])
    assert.equal(await kept(text), text)
  for (const text of [
    'a/b.png 1x, javascript:x 2x',
    'a/b 1x,javascript:x',
    'https://a.example/b,\nvbscript:x',
  ])
    assert.equal(await kept(text), undefined, text)
})

/** The value of the attribute, as a browser reads the HTML; null where the element has none. */
function valueIn(html: string, tag: string, name: string): string | null {
  const open: unknown[] = [parseFragment(html)]
  for (let node = open.pop() as Read | undefined; node; node = open.pop() as Read | undefined) {
    if (node.tagName === tag) return node.attrs?.find(each => each.name === name)?.value ?? null
    open.push(...(node.childNodes ?? []).toReversed())
  }
  return null
}

interface Read {
  tagName?: string
  attrs?: { name: string; value: string }[]
  childNodes?: Read[]
}

test('no link or picture of Markdown runs a script, whatever white space or entities its address holds', async () => {
  const asEntities = (address: string) =>
    [...address].map(letter => (/[a-z]/.test(letter) ? letter : `&#${letter.codePointAt(0)};`)).join('')
  for (const run of runs)
    for (const address of [run, asEntities(run)]) {
      for (const [source, tag, name] of [
        [`[x](<${address}>)`, 'a', 'href'],
        [`[x](${address})`, 'a', 'href'],
        [`[x]\n\n[x]: <${address}>`, 'a', 'href'],
        [`<${address}>`, 'a', 'href'],
        [`![x](<${address}>)`, 'img', 'src'],
        [`<a href="${address}">x</a>`, 'a', 'href'],
        [`<div>\n<a href='${address}'>x</a>\n</div>`, 'a', 'href'],
      ] as const) {
        const value = valueIn(await rendered(source), tag, name)
        assert.ok(value === null || !isScript(value), `${JSON.stringify(source)}: ${value}`)
      }
      assert.doesNotMatch(JSON.stringify(commentTree(`[x](<${address}>)`, [])), /"href":/)
    }
})

test('an address that a URL parser reads as a script is none that may stand', () => {
  for (const run of runs.filter(isScript)) {
    assert.equal(isAllowedUrl(run, 'href'), false, JSON.stringify(run))
    assert.equal(isAllowedUrl(run, 'src'), false, JSON.stringify(run))
  }
})

test('a link leaves the page where a URL parser says so', () => {
  const rel = 'noopener'
  const left = [...before, '\t\n'].flatMap(each => [`${each}//b.example`, `${each}https://b.example`])
  const inner = within.flatMap(each => [`/${each}/b.example`, `ht${each}tps:/${each}/b.example`])
  for (const href of [
    '//b.example',
    '\\\\b.example',
    '/\\b.example',
    'http:\\/b.example',
    ...left,
    ...inner,
  ]) {
    assert.equal(URL.parse(href, 'https://a.example/c')?.host, 'b.example', JSON.stringify(href))
    assert.deepEqual(linkAttributes(href, rel), { href, rel, target: '_blank' }, JSON.stringify(href))
  }
  for (const href of ['/b', 'b//c', ' b', '?//c', './/b', 'mailto:a@b.example'])
    assert.deepEqual(linkAttributes(href, rel), { href }, href)
  assert.deepEqual(linkAttributes(' \n#one', rel), { href: '#user-content-one' })
})
