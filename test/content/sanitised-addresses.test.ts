// Every attribute that the sanitiser lets through either holds no address, or none that runs.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { renderMarkdown } from '../../src/content/markdown/markdown.ts'
import { schema } from '../../src/content/markdown/schema.ts'

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

const runs = [
  'javascript:alert(1)',
  'JavaScript:alert(1)',
  'java\tscript:alert(1)',
  'vbscript:x',
  '\u0001javascript:x',
]

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
