// The bytes of a file on the wire: headers, validators, ranges, HEAD; and the weak validator of metadata.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { isProblem, jsonBody, openStage, type Request, type Stage } from './stage.ts'

let stage: Stage
let gated: string
let open: string
const text = '# Title\n\nümläut and more\n'
const size = Buffer.byteLength(text)

before(async () => {
  stage = await openStage()
  gated = await stage.publish({ name: 'Größe "x" / a.md' }, { text })
  open = await stage.publish({ visibility: 'public' }, { text, version: 3 })
})

const content = (
  id: string,
  headers: Record<string, string> = {},
  more: Request & { method?: string } = {},
) => stage.send(more.method ?? 'GET', `/v1/artifacts/${id}/content`, { ...more, headers })

test('[S1] the exact bytes come inert, with every header that keeps them so', async () => {
  const answer = await content(gated)
  assert.equal(answer.status, 200)
  assert.equal(answer.text, text)
  const { date: _, 'x-request-id': __, connection: ___, 'keep-alive': ____, ...headers } = answer.headers
  assert.deepEqual(headers, {
    'content-type': 'text/markdown; charset=utf-8',
    'content-disposition': `attachment; filename="Gro_e x a.md"; filename*=UTF-8''Gr%C3%B6%C3%9Fe%20x%20a.md`,
    'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
    'cross-origin-resource-policy': 'same-origin',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'cache-control': 'private, no-store',
    vary: 'Authorization, Cookie',
    'accept-ranges': 'bytes',
    etag: '"v1"',
    'content-length': String(size),
  })
})

test('a public file may be kept by caches that ask again', async () => {
  const answer = await content(open, {}, { as: 'nobody' })
  assert.equal(answer.headers['cache-control'], 'public, no-cache')
  assert.equal(answer.headers['x-robots-tag'], undefined)
  const preview = await stage.send('POST', '/v1/public/artifacts', {
    as: 'nobody',
    ...(await import('./stage.ts')).fileBody('x'),
  })
  assert.equal(preview.status, 201)
  assert.equal(
    (await content(preview.json.shortId, {}, { as: 'nobody' })).headers['x-robots-tag'],
    'noindex, nofollow',
  )
})

test('HEAD answers the headers of GET and no body', async () => {
  for (const path of [
    `/v1/artifacts/${gated}/content`,
    `/v1/artifacts/${gated}/content?version=1`,
    `/v1/artifacts/${gated}/metadata`,
  ]) {
    const [get, head] = [await stage.send('GET', path), await stage.send('HEAD', path)]
    assert.deepEqual([head.status, head.body.length], [200, 0])
    for (const name of ['content-length', 'etag', 'content-type', 'cache-control', 'vary'])
      assert.equal(head.headers[name], get.headers[name], `${name} of ${path}`)
  }
})

test('who has the current version is told so without its bytes', async () => {
  for (const field of ['"v3"', 'W/"v3"', '"x", "v3"', '*', '"v3","v2"']) {
    const answer = await content(open, { 'if-none-match': field })
    assert.deepEqual([answer.status, answer.body.length, answer.headers.etag], [304, 0, '"v3"'], field)
    for (const name of ['cache-control', 'vary', 'date']) assert.ok(answer.headers[name], name)
  }
  for (const field of ['"v2"', '"V3"', 'v3', '"v33"'])
    assert.equal((await content(open, { 'if-none-match': field })).status, 200, field)
  const old = await stage.send('GET', `/v1/artifacts/${open}/content?version=2`, {
    headers: { 'if-none-match': '"v2"' },
  })
  assert.equal(old.status, 304)
})

test('the right to read is asked for before the validator', async () => {
  const stranger = (await stage.service.organization()).owner
  isProblem(await content(gated, { 'if-none-match': '"v1"' }, { as: 'nobody' }), 401, 'unauthorized')
  isProblem(await content(gated, { 'if-none-match': '*' }, { as: stranger }), 404, 'not_found')
  isProblem(await content(gated, { range: 'bytes=0-1' }, { as: stranger }), 404, 'not_found')
})

test('a read that names a version by If-Match gets that one or none', async () => {
  for (const field of ['"v3"', '"v1", "v3"', '*', ''])
    assert.equal((await content(open, { 'if-match': field })).status, 200, field)
  for (const field of ['"v1"', 'W/"v3"', '"v33"']) {
    const answer = await content(open, { 'if-match': field })
    isProblem(answer, 412, 'version_conflict', field)
    assert.equal(answer.json.currentVersion, 3)
  }
  const old = await stage.send('GET', `/v1/artifacts/${open}/content?version=1`, {
    headers: { 'if-match': '"v1"' },
  })
  assert.equal(old.status, 200)
})

test('what was public is kept by no cache once it is narrowed, and may be again when it is widened', async () => {
  const id = await stage.publish({ visibility: 'public' }, { text })
  const caching = async () => (await content(id)).headers['cache-control']
  const turn = (visibility: string) => stage.send('PATCH', `/v1/artifacts/${id}`, jsonBody({ visibility }))
  assert.equal(await caching(), 'public, no-cache')
  for (const visibility of ['company', 'private']) {
    assert.equal((await turn(visibility)).status, 200)
    assert.equal(await caching(), 'private, no-store', visibility)
  }
  assert.equal((await turn('public')).status, 200)
  assert.equal(await caching(), 'public, no-cache')
})

test('a page that was read again and again is gone with the next request of each whom a change shuts out', async () => {
  const reader = (await stage.company.join('member')).session
  const narrowed = await stage.publish({ visibility: 'company' }, { text })
  const left = await stage.publish({ visibility: 'company' }, { text })
  const read = async (id: string) => {
    const paths = [`/v1/artifacts/${id}/content`, `/${id}/content`, `/${id}`]
    const answers = await Promise.all(paths.map(path => stage.send('GET', path, { as: reader })))
    return answers.map(({ status }) => status)
  }
  for (const _ of [1, 2, 3]) {
    assert.deepEqual(await read(narrowed), [200, 200, 200])
    assert.deepEqual(await read(left), [200, 200, 200])
  }
  const change = jsonBody({ visibility: 'private' })
  assert.equal((await stage.send('PATCH', `/v1/artifacts/${narrowed}`, change)).status, 200)
  for (const _ of [1, 2, 3]) {
    assert.deepEqual(await read(narrowed), [404, 404, 404])
    assert.deepEqual(await read(left), [200, 200, 200])
  }
  const out = await stage.send('POST', '/auth/sign-out', {
    headers: { origin: stage.url, 'content-type': 'application/x-www-form-urlencoded' },
    as: reader,
  })
  assert.equal(out.status, 303)
  for (const _ of [1, 2, 3]) assert.deepEqual(await read(left), [401, 404, 404])
})

const ranges: [field: string, start: number, end: number][] = [
  ['bytes=0-0', 0, 0],
  ['bytes=0-4', 0, 4],
  ['bytes=5-', 5, size - 1],
  ['bytes=-1', size - 1, size - 1],
  ['bytes=-9999', 0, size - 1],
  ['bytes=2-9999', 2, size - 1],
]

test('one range is answered with just that part', async () => {
  for (const [field, start, end] of ranges) {
    const answer = await content(gated, { range: field })
    assert.equal(answer.status, 206, field)
    assert.equal(answer.headers['content-range'], `bytes ${start}-${end}/${size}`)
    assert.equal(answer.headers['content-length'], String(end - start + 1))
    assert.deepEqual(answer.body, Buffer.from(text).subarray(start, end + 1))
    const head = await content(gated, { range: field }, { method: 'HEAD' })
    assert.deepEqual(
      [head.status, head.headers['content-length'], head.headers['content-range']],
      [200, `${size}`, undefined],
    )
  }
})

test('a range outside is 416 with the size, and what is no range is the whole file', async () => {
  for (const field of [`bytes=${size}-`, 'bytes=9999-', 'bytes=-0']) {
    const answer = await content(gated, { range: field })
    isProblem(answer, 416, 'range_not_satisfiable', field)
    assert.equal(answer.headers['content-range'], `bytes */${size}`)
  }
  for (const field of ['lines=1-2', 'bytes=a-b', 'bytes=4-2', 'bytes=0-1,3-4', 'bytes=', 'bytes=-'])
    assert.equal((await content(gated, { range: field })).status, 200, field)
  for (const condition of ['"v2"', 'W/"v1"', 'Sat, 29 Oct 2044 19:43:31 GMT'])
    assert.equal((await content(gated, { range: 'bytes=0-1', 'if-range': condition })).status, 200, condition)
  assert.equal((await content(gated, { range: 'bytes=0-1', 'if-range': '"v1"' })).status, 206)
})

test('a file that is hidden from somebody and one that is not there are the same to them, however they are asked for', async () => {
  for (const as of ['nobody', (await stage.service.organization()).owner] as const)
    for (const rest of ['content', 'content?as=page', 'content?version=1', 'content?version=1&as=page']) {
      const answers = [gated, '1111111111', 'nothing'].map(id => stage.send('GET', `/${id}/${rest}`, { as }))
      const [hidden, ...missing] = await Promise.all(answers)
      assert.equal(hidden?.status, 404, rest)
      for (const { status, text } of missing) assert.deepEqual([status, text], [404, hidden?.text], rest)
    }
})

test('a large file comes in whole and in part', async () => {
  const long = 'ä0123456789'.repeat(400_000)
  const id = await stage.publish({}, { text: long })
  assert.equal((await content(id)).text, long)
  const part = await content(id, { range: 'bytes=1000000-1000010' })
  assert.deepEqual(part.body, Buffer.from(long).subarray(1_000_000, 1_000_011))
})

test('versions that are no numbers are bad input, and those that are not there are missing', async () => {
  for (const version of ['0', '-1', '1.5', 'x', '', '1e3', '99999999999999999999']) {
    for (const path of [`/v1/artifacts/${open}/content?`, `/${open}/content?`, `/${open}/content?as=page&`])
      isProblem(await stage.send('GET', `${path}version=${version}`), 422, 'invalid_input', path + version)
  }
  isProblem(await stage.send('GET', `/v1/artifacts/${open}/content?version=4`), 404, 'not_found')
  isProblem(
    await stage.send('GET', `/v1/artifacts/${open}/content?version=1`, { as: 'nobody' }),
    404,
    'not_found',
  )
})

test('metadata has a weak validator of its own that follows its settings', async () => {
  const id = await stage.publish()
  const metadata = (headers = {}) => stage.send('GET', `/v1/artifacts/${id}/metadata`, { headers })
  const first = await metadata()
  assert.match(first.headers.etag!, /^W\/"m[\w-]+"$/)
  assert.equal((await metadata({ 'if-none-match': first.headers.etag })).status, 304)
  await stage.send('PATCH', `/v1/artifacts/${id}`, jsonBody({ name: 'Other' }))
  const second = await metadata({ 'if-none-match': first.headers.etag })
  assert.deepEqual([second.status, second.json.version], [200, 1])
  assert.notEqual(second.headers.etag, first.headers.etag)
  assert.deepEqual((await stage.send('GET', `/v1/artifacts/${id}`)).json, second.json)
})

test('a diff comes as JSON or as text, as the caller prefers', async () => {
  const path = `/v1/artifacts/${open}/diff?from=1&to=2`
  const json = await stage.send('GET', path)
  assert.match(json.headers['content-type']!, /^application\/json/)
  const plain = await stage.send('GET', path, { headers: { accept: 'text/x-diff' } })
  assert.equal(plain.headers['content-type'], 'text/x-diff; charset=utf-8')
  assert.equal(plain.text, json.json.diff)
})
