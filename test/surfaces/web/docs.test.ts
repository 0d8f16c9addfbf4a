// The documentation at /docs: every page, its Markdown twin, what it links to, its search, and /llms.txt.
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, test } from 'node:test'
import { problems } from '../../../src/domain/problem.ts'
import { type DocBook, docFile } from '../../../src/surfaces/web/docs/docs-book.ts'
import { docPath } from '../../../src/surfaces/web/docs/docs-results.tsx'
import { type SearchEntry, searchDocs } from '../../../src/surfaces/web/docs/docs-search.ts'
import { closeConnections, send } from '../../support/http.ts'
import { fromRoot } from '../../support/project-root.ts'
import { type Running, startService } from '../../support/service.ts'
import { isSkip } from '../../support/skip.ts'

let service: Running
let book: DocBook
before(async () => {
  const started = await startService()
  if (isSkip(started)) throw new Error(started.skip)
  service = started
  book = JSON.parse(await readFile(fromRoot('dist/docs/book.json'), 'utf8'))
})
after(async () => {
  closeConnections()
  await service.stop()
})

const get = async (path: string, headers: Record<string, string> = {}) => {
  const answer = await send(`${service.url}${path}`, { headers })
  return { status: answer.status, type: answer.headers['content-type'], text: answer.text }
}

test('every page is there with its own address in place of the example, and its Markdown beside it', async () => {
  for (const path of book.paths) {
    const page = await get(docPath(path))
    assert.deepEqual([page.status, page.type], [200, 'text/html; charset=utf-8'], path)
    assert.doesNotMatch(page.text, /recto\.example\.com/, path)
    assert.equal(page.text.match(/<h1/g)?.length, 1, path)
    const twin = await get(`/docs/${docFile(path)}.md`)
    assert.deepEqual([twin.status, twin.type], [200, 'text/markdown; charset=utf-8'], path)
    assert.match(twin.text, /^# /, path)
  }
})

test('the ways to do a thing stand below each other, each with its name, until a script makes tabs of them', async () => {
  const { text } = await get('/docs/share')
  const [group] = /<div class="doc-tabs">.*?(?=<p>|<h)(?!<p class="doc-tab-name)/s.exec(text)!
  assert.deepEqual(
    [...text.matchAll(/<p class="doc-tab-name">(\w+)<\/p><pre/g)].map(([, name]) => name),
    ['Terminal', 'curl', 'Agent'],
  )
  assert.doesNotMatch(group, /hidden/)
  assert.doesNotMatch(text, /@@tab/)
  assert.match((await get('/docs/share.md')).text, /^```sh tab=Terminal\nrecto share/m)
})

test('every table of a page has a name of its own', async () => {
  for (const path of book.paths) {
    const { text } = await get(docPath(path))
    const names = [...text.matchAll(/role="region" aria-label="([^"]*)"/g)].map(([, name]) => name)
    assert.equal(new Set(names).size, names.length, path)
  }
})

test('every link inside the documentation leads somewhere, to the very heading', async () => {
  const ids = new Map<string, Set<string>>()
  const pages = new Map<string, string>()
  for (const path of book.paths) {
    const { text } = await get(docPath(path))
    pages.set(docPath(path), text)
    ids.set(docPath(path), new Set([...text.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id!)))
  }
  const others = new Set<string>()
  for (const [from, text] of pages)
    for (const [, target = ''] of text.matchAll(/ (?:href|src)="([^"]+)"/g)) {
      const { origin, pathname, hash } = new URL(target, `${service.url}${from}`)
      if (origin !== service.url) continue
      if (!pathname.startsWith('/docs') || !pages.has(pathname)) others.add(pathname)
      else if (hash)
        assert.ok(ids.get(pathname)?.has(decodeURIComponent(hash.slice(1))), `${from} → ${target}`)
    }
  for (const path of others) {
    const { status } = await get(path, { accept: 'text/html', 'sec-fetch-mode': 'navigate' })
    assert.ok([200, 302, 303].includes(status), `${path} answers ${status}`)
  }
})

test('every problem code has the page that its type leads to', async () => {
  for (const code of Object.keys(problems)) {
    const { status, text } = await get(`/docs/problems/${code}`)
    assert.equal(status, 200, code)
    assert.ok(text.includes(`<code>${code}</code>`), code)
  }
  assert.equal((await get('/docs/problems/no_such_code')).status, 404)
})

test('every route of the API description stands in the reference', async () => {
  const document = JSON.parse((await get('/v1/openapi.json')).text)
  const reference = await Promise.all(
    book.paths.filter(path => path.startsWith('api/')).map(async path => (await get(docPath(path))).text),
  )
  for (const [path, methods] of Object.entries<Record<string, unknown>>(document.paths))
    for (const method of Object.keys(methods).filter(name => name !== 'parameters'))
      assert.ok(
        reference.some(text => text.includes(`>${method.toUpperCase()} ${path}<`)),
        `${method} ${path}`,
      )
})

test('llms.txt lists every page of the contents as Markdown', async () => {
  const { status, type, text } = await get('/llms.txt')
  assert.deepEqual([status, type], [200, 'text/markdown; charset=utf-8'])
  assert.match(text, /^# Recto\n\n> /)
  for (const { pages } of book.sections)
    for (const { path, title } of pages)
      assert.ok(text.includes(`- [${title}](${service.url}/docs/${docFile(path)}.md): `), path)
})

test('each page of the contents leads to the one before and the one after', async () => {
  const order = book.sections.flatMap(({ pages }) => pages)
  for (const [at, { path }] of order.entries()) {
    const { text } = await get(docPath(path))
    for (const [rel, to] of [
      ['prev', order[at - 1]],
      ['next', order[at + 1]],
    ] as const) {
      const links = [...text.matchAll(/href="([^"]+)" rel="(prev|next)"/g)].filter(found => found[2] === rel)
      assert.deepEqual(
        links.map(found => found[1]),
        to ? [docPath(to.path)] : [],
        path,
      )
    }
  }
})

test('an address with a slash at its end leads to the page', async () => {
  for (const [path, to] of [
    ['/docs/', '/docs'],
    ['/docs/start/', '/docs/start'],
    ['/docs/?q=1', '/docs?q=1'],
    ['/docs//evil.example//', undefined],
  ] as const) {
    const { status, headers } = await send(`${service.url}${path}`)
    if (to) assert.deepEqual([status, headers.location], [303, to], path)
    else assert.ok(status === 404 || headers.location?.startsWith('/docs/'), path)
  }
})

test('what is not there is missing, whatever the path tries', async () => {
  for (const path of ['no-such-page', '../package.json', '%2e%2e/book.json', 'index', 'pages/start', 'a/b/c'])
    assert.equal((await get(`/docs/${path}`)).status, 404, path)
  for (const path of ['/docs/files/..%2fbook.json', '/docs/files/none.png', '/docs/none.md'])
    assert.equal((await get(path)).status, 404, path)
})

test('the search finds by title first, and by every word', async () => {
  const entries: SearchEntry[] = JSON.parse((await get('/docs/search.json')).text)
  assert.equal(searchDocs(entries, 'publish')[0]?.page, 'Publish')
  assert.equal(searchDocs(entries, 'VERSION_CONFLICT')[0]?.path, 'problems/version_conflict')
  assert.ok(
    searchDocs(entries, 'restore version').every(({ page, heading, text }) =>
      /restore/i.test(page + heading + text),
    ),
  )
  assert.deepEqual(searchDocs(entries, 'publish zzzz'), [])
  assert.deepEqual(searchDocs(entries, ' \u0000<> '), [])
})

test('the search answers without a script too, and shows what was asked as text', async () => {
  const found = await get('/docs/search?q=merge')
  assert.match(found.text, /href="\/docs\/history#two-writers-at-once"/)
  const hostile = await get(`/docs/search?q=${encodeURIComponent('"><script>alert(1)</script>')}`)
  assert.doesNotMatch(hostile.text, /<script>alert/)
  assert.equal((await get('/docs/search')).status, 200)
})

test('a picture and a file of the guides are served as what they are', async () => {
  const picture = await get('/docs/files/comment.png')
  assert.deepEqual([picture.status, picture.type], [200, 'image/png'])
  const file = await get('/docs/files/nginx.conf')
  assert.deepEqual([file.status, file.type], [200, 'text/plain; charset=utf-8'])
})
