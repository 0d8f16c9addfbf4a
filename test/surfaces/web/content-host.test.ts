// Which host shows which page, and what is refused as such a host.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { contentUrlMistake } from '../../../src/domain/content-url.ts'
import { contentOrigins } from '../../../src/surfaces/viewer/content-host.ts'

const secret = 'a secret of the test'

test('on localhost every artifact has its own host below localhost', () => {
  const origins = contentOrigins({ url: 'http://localhost:4400', secret })
  const label = origins.label('0193a5c2')
  assert.match(label, /^[a-z2-7]{24}$/)
  assert.equal(origins.origin('0193a5c2'), `http://${label}.localhost:4400`)
  assert.deepEqual(origins.sources, ['http://*.localhost:4400', 'http://localhost:4400'])
  assert.equal(origins.fallback, 'http://localhost:4400')
  assert.equal(origins.warning, null)
})

test('a label is the same for ever, another for each artifact and each secret, and names neither', () => {
  const one = contentOrigins({ url: 'http://localhost:4400', secret })
  const other = contentOrigins({ url: 'http://localhost:4400', secret: 'another' })
  assert.equal(one.label('a'), contentOrigins({ url: 'https://x.example', secret }).label('a'))
  assert.equal(new Set([one.label('a'), one.label('b'), other.label('a')]).size, 3)
})

test('elsewhere the host of the app stands in, and the operator is told what that means', () => {
  const origins = contentOrigins({ url: 'https://recto.example', secret })
  assert.equal(origins.origin('a'), 'https://recto.example')
  assert.deepEqual(origins.sources, ['https://recto.example'])
  assert.equal(origins.isContentHost('recto.example'), false)
  assert.match(origins.warning!, /RECTO_CONTENT_URL/)
})

test('a template of another domain is used as it is, with the app as a second source', () => {
  const origins = contentOrigins({
    url: 'https://recto.example',
    contentUrl: 'https://p-{label}.pages.example:8443',
    secret,
  })
  assert.equal(origins.origin('a'), `https://p-${origins.label('a')}.pages.example:8443`)
  assert.deepEqual(origins.sources, ['https://*.pages.example:8443', 'https://recto.example'])
  assert.equal(origins.warning, null)
})

test('only a host with a whole label is a content host', () => {
  const origins = contentOrigins({
    url: 'https://recto.example',
    contentUrl: 'https://{label}.pages.example',
    secret,
  })
  const label = origins.label('a')
  assert.ok(origins.isContentHost(`${label}.pages.example`))
  assert.ok(origins.isContentHost(`${label.toUpperCase()}.PAGES.EXAMPLE`))
  for (const host of [
    undefined,
    '',
    'recto.example',
    'pages.example',
    `${label}.pages.example:443`,
    `${label}xpages.example`,
    `x${label}.pages.example`,
    `${label.slice(1)}.pages.example`,
    `${label}.pages.example.evil.example`,
    `${label}.pages.example\n`,
  ])
    assert.equal(origins.isContentHost(host), false, String(host))
})

test('a template that no browser could use is refused with its reason', () => {
  const mistake = (contentUrl: string) => contentUrlMistake('https://recto.example', contentUrl)
  assert.equal(mistake('https://{label}.pages.example'), null)
  assert.equal(mistake('https://pages.example'), null)
  assert.match(mistake('http://{label}.pages.example')!, /https/)
  assert.match(mistake('https://{label}.pages.example/')!, /origin alone/)
  assert.match(mistake('https://{label}.pages.example/x')!, /origin alone/)
  assert.match(mistake('https://pages.{label}.example')!, /first part/)
  assert.match(mistake('ftp://{label}.pages.example')!, /http/)
  assert.match(mistake('pages')!, /http/)
  assert.throws(
    () => contentOrigins({ url: 'https://recto.example', contentUrl: 'nonsense', secret }),
    TypeError,
  )
})

test('a content host below the host of the app is used, with a warning', () => {
  const origins = contentOrigins({
    url: 'https://recto.example',
    contentUrl: 'https://{label}.recto.example',
    secret,
  })
  assert.match(origins.warning!, /one site/)
})
