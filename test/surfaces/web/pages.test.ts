// Pages are made of the same elements whatever people write into them.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { type DefaultTreeAdapterTypes, parse } from 'parse5'
import { hashSource } from '../../../src/surfaces/viewer/inline-script.ts'
import { inlineSources } from '../../../src/surfaces/web/layout/document.tsx'
import { plain, returnPath } from '../../../src/surfaces/web/layout/text.ts'
import { missingPage } from '../../../src/surfaces/web/page/missing-page.tsx'
import { codePage } from '../../../src/surfaces/web/sign-in/sign-in-pages.tsx'
import { emptyBuild, plainWords, sampleArtifact, samplePages, type Words } from './sample-pages.ts'

const { assets, remove } = emptyBuild()
after(remove)

const hostile = [
  '"><script>alert(1)</script>',
  `'"><img src=x onerror=alert(1)>`,
  '</title></head><body onload=alert(1)>',
  '</textarea></noscript></style></script><svg/onload=alert(1)>',
  '<!--',
  '--!><p>',
  ']]><![CDATA[<b>',
  '&lt;script&gt;alert(1)&lt;/script&gt; &#x3c;b&#x3e; &amp;',
  'javascript:alert(1)//',
  'data:text/html,<script>alert(1)</script>',
  '$' + '{7*7} {{7*7}} <%= 7*7 %>',
  'invoice\u202Egpj.exe \u2066hidden\u2069 \u200Bzero\uFEFF',
  'line\u2028break\u2029and\r\nSet-Cookie: a=b\u0000\u0007',
  'half \uD800 character',
  '\ue000url\ue001 \ue000menu\ue001',
  '<'.repeat(200),
  '\\"; alert(1); //',
]

type Node = DefaultTreeAdapterTypes.Node

/** The markup within somebody’s words: what Markdown makes of a line, and the mark of what was looked for. */
const marked = /^(<(em|strong|del|code|mark) >|<\/>)*$/

/** Names of elements and attributes, depth first. */
function shape(node: Node): string {
  const within = 'childNodes' in node ? node.childNodes.map(shape).join('') : ''
  const children = node.nodeName === 'bdi' && marked.test(within) ? '' : within
  if (!('tagName' in node)) return node.nodeName === '#comment' ? '<!>' : children
  const names = node.attrs.map(({ name }) => name).sort()
  return `<${node.tagName} ${names.join(' ')}>${children}</>`
}

function attributes(node: Node): { element: string; name: string; value: string }[] {
  const own = 'attrs' in node ? node.attrs.map(attr => ({ ...attr, element: node.nodeName })) : []
  return [...own, ...('childNodes' in node ? node.childNodes.flatMap(attributes) : [])]
}

const same = (text: string): Words => ({
  name: text,
  person: text,
  email: text,
  organization: text,
  message: text,
})

/** Addresses that may stand in a page: our own and the one that has Cursor install ours, and in a frame those of the content host. */
const ours =
  /^(\/(?!\/)|#|https:\/\/recto\.example(\/|$)|cursor:\/\/anysphere\.cursor-deeplink\/mcp\/install\?name=recto&config=[\w%]+$)/
const framed = /^https:\/\/x\.pages\.example\/frame\//

test('recovery codes stand each on a line of their own, to read and to copy', () => {
  const html = samplePages(assets)['security-confirmed']!()
  assert.match(html, /<code[^>]*>(?:\w{4}(?:-\w{4}){3}\n){9}\w{4}(?:-\w{4}){3}<\/code>/)
})

for (const name of Object.keys(samplePages(assets)))
  test(`no text adds an element, an attribute or an address to the page "${name}"`, () => {
    const usual = shape(parse(samplePages(assets)[name]!()))
    for (const text of hostile) {
      const html = samplePages(assets, same(text))[name]!()
      const document = parse(html)
      assert.equal(shape(document), usual, text)
      for (const { element, name: attribute, value } of attributes(document))
        if (/^(href|src|action|formaction)$/.test(attribute))
          assert.match(value, element === 'iframe' ? framed : ours, `${element} ${attribute}`)
      assert.doesNotMatch(
        html,
        /[\u202a-\u202e\u2066-\u2069\u200b\u2028\u2029]|(?!\n)\p{Cc}/u,
        'invisible marks',
      )
      assert.ok(html.isWellFormed())
    }
  })

for (const name of Object.keys(samplePages(assets)))
  test(`the page "${name}" holds no inline script but those its policy names, no style or handler`, () => {
    const html = samplePages(assets)[name]!()
    for (const [, script = ''] of html.matchAll(/<script(?![^>]* src=)[^>]*>([\s\S]*?)<\/script>/g))
      assert.ok(inlineSources(assets).includes(hashSource(script)), script)
    assert.doesNotMatch(html, /<style|\sstyle=|\son[a-z]+=/)
    assert.match(html, /^<!doctype html>\n<html lang="en"/)
    assert.equal(html.match(/<h1/g)?.length, 1, 'one first heading')
  })

test('the name of a page reaches its title without marks that turn the reading order', () => {
  const html = sampleArtifact(assets, { ...plainWords, name: 'a\u202Eb\tc\nd' })
  assert.match(html, /<title>ab c d<\/title>/)
})

test('only a public page carries its name for cards of links', () => {
  assert.match(sampleArtifact(assets, plainWords), /<meta property="og:title" content="Recto"/)
  const open = sampleArtifact(assets, plainWords, { audience: { visibility: 'public' } })
  assert.match(open, /<meta property="og:title" content="Third-quarter results"/)
})

test('the shell asks search engines to stay away unless it is to be listed', () => {
  assert.match(sampleArtifact(assets, plainWords), /<meta name="robots" content="noindex"/)
  assert.doesNotMatch(sampleArtifact(assets, plainWords, { indexed: true }), /name="robots"/)
})

test('an older version is fetched and saved as that version, Markdown as a page', () => {
  const html = sampleArtifact(assets, plainWords, {
    format: 'markdown',
    saved: { version: 2, currentVersion: 4, updatedAt: new Date() },
  })
  assert.match(html, /\/aB3dEfGh1J\/content\?version=2&amp;as=page/)
  assert.match(html, /href="\/aB3dEfGh1J\/content\?version=2" download/)
})

test('the page for what is missing lets nobody know what that is: it asks who is there, and holds nothing else', () => {
  const html = missingPage({ assets })
  assert.match(html, /<form method="post" action="\/auth\/code"/)
  assert.doesNotMatch(html, /type="hidden"/)
})

test('the page for a code carries the address and the way back, to the next step and to another code', () => {
  const html = codePage({ assets, next: '/app', email: 'ana@acme.example', isSent: true })
  for (const [name, value] of Object.entries({ email: 'ana@acme.example', next: '/app' }))
    assert.equal(html.split(`<input type="hidden" name="${name}" value="${value}"`).length - 1, 2, name)
})

test('a sign-in returns to a path of this app and nowhere else', () => {
  for (const good of ['/', '/app', '/aB3dEfGh1J@3?thread=1#x', '/claim/7Hq2kZ'])
    assert.equal(returnPath(good), good)
  for (const bad of [
    undefined,
    '',
    'app',
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    '\\\\evil.example',
    'https://evil.example',
    'javascript:alert(1)',
    '/a\r\nSet-Cookie: a=b',
    '/\u2028',
    `/${'a'.repeat(3000)}`,
  ])
    assert.equal(returnPath(bad), '/app', JSON.stringify(bad))
})

test('ordinary names in any script stay as they are', () => {
  for (const name of [
    'Résumé, 2026',
    '日本語の報告',
    'דוח שנתי',
    '👩‍👩‍👧 family'.replace(/\u200d/g, ''),
    '«A» & <B>',
  ])
    assert.equal(plain(name), name)
})

const formsOf = (node: Node): Node[] => [
  ...(node.nodeName === 'form' ? [node] : []),
  ...('childNodes' in node ? node.childNodes.flatMap(formsOf) : []),
]

test('every form of the dashboard says which organization its page was made for', () => {
  let seen = 0
  for (const [name, page] of Object.entries(samplePages(assets)))
    for (const form of formsOf(parse(page()))) {
      const said = attributes(form)
      const own = (attribute: string) => said.find(each => each.element === 'form' && each.name === attribute)
      const action = own('action')?.value ?? ''
      if (own('method')?.value !== 'post' || !/^\/app\/(?!organization$)/.test(action)) continue
      seen++
      assert.ok(
        said.some(each => each.name === 'name' && each.value === 'organization'),
        `${name}: ${action}`,
      )
    }
  assert.ok(seen > 20, `${seen} forms`)
})
