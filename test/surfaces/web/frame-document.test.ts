// The frame document: one for everybody, kept for ever, and nothing else on its path.

import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { frameDocuments } from '../../../src/surfaces/viewer/frame.ts'
import { headerTable } from '../../../src/surfaces/viewer/headers.ts'
import { profileNames } from '../../../src/surfaces/viewer/profiles.ts'
import { sameScript } from './same-script.ts'

const make = (script = 'const a=1;a', url = 'http://localhost:4400') =>
  frameDocuments({
    url,
    scripts: sameScript(script),
    drawing: '/assets/diagrams.js',
    diagrams: '/assets/page-diagrams.js',
    headers: headerTable({ url, frameSources: [url], inlineScripts: [] }),
  })
const frames = make()
const get = (path: string, more = {}) => frames.answer({ method: 'GET', path, ...more })
const path = `/frame/${frames.build}/html`

test('every profile is answered, with the hash of the script that stands in it and, for Markdown, the one file it may fetch', () => {
  for (const profile of profileNames) {
    const { status, headers, body } = get(`/frame/${frames.build}/${profile}`)!
    const script = /<script[^>]*>([\s\S]*?)<\/script>/.exec(body)![1]!
    const hash = `'sha256-${createHash('sha256').update(script).digest('base64')}'`
    assert.equal(status, 200)
    const part = /md|print/.test(profile) ? ' http://localhost:4400/assets/page-diagrams.js' : ''
    if (part) assert.ok(headers['Content-Security-Policy']!.includes(`script-src ${hash}${part};`))
    assert.match(body, /data-app="http:\/\/localhost:4400"/)
  }
})

test('the build changes with the script and with the app, so that its address can be kept for ever', () => {
  assert.equal(frames.build, make().build)
  assert.notEqual(frames.build, make('const a=2;a').build)
  assert.notEqual(frames.build, make('const a=1;a', 'http://localhost:4401').build)
})

test('a frame of another build is shown by this one, but not kept', () => {
  const other = get('/frame/0123456789abcdef/html')!
  assert.equal(other.body, get(path)!.body)
  assert.equal(other.headers['Cache-Control'], 'no-store')
})

test('it answers GET alone, no service worker, and sends a tab to the app', () => {
  assert.equal(frames.answer({ method: 'POST', path })!.status, 405)
  assert.equal(frames.answer({ method: 'HEAD', path })!.headers.Allow, 'GET')
  assert.equal(get(path, { serviceWorker: 'script' })!.status, 403)
  const tab = get(path, { destination: 'document' })!
  assert.deepEqual([tab.status, tab.headers.Location], [302, 'http://localhost:4400'])
  assert.equal(get(path, { destination: 'iframe' })!.status, 200)
})

test('other paths are not its own', () => {
  for (const odd of [
    '/',
    '/frame/',
    '/frame/x/html',
    `${path}/`,
    `${path}x`,
    `/frame/${frames.build}/constructor`,
  ])
    assert.equal(get(odd), null, odd)
})

test('a script that could not stand inline is refused when the program starts', () => {
  for (const bad of ['import a from "b";a', 'const a=1;export{a}', 'x="</script>"', 'x="<!--"'])
    assert.throws(() => make(bad), TypeError, bad)
})
