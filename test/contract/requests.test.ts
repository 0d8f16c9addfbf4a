// Requests that are wrong in themselves: addresses, methods, hosts, bodies, headers. Nothing stays behind and nothing breaks.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { text as textOf } from 'node:stream/consumers'
import { before, test } from 'node:test'
import { open, send } from '../support/http.ts'
import { within } from '../support/until.ts'
import { fileBody, isProblem, jsonBody, openStage, type Stage } from './stage.ts'

let stage: Stage
let id: string

before(async () => {
  stage = await openStage()
  id = await stage.publish({ visibility: 'company' })
})

test('[S62] the API lives below /v1, and what is not there is a problem', async () => {
  for (const path of ['/v1', '/v1/', '/v1/nothing', `/v1/artifacts/${id}/nothing`, '/v1/artifacts/'])
    isProblem(await stage.send('GET', path), 404, 'not_found', path)
  assert.notEqual((await stage.send('GET', '/v2/artifacts')).status, 200)
})

const methods: [path: string, method: string, allowed: string[]][] = [
  ['/v1/artifacts', 'PUT', ['GET', 'HEAD', 'POST']],
  ['/v1/artifacts', 'DELETE', ['GET', 'HEAD', 'POST']],
  ['/v1/artifacts/{id}', 'POST', ['DELETE', 'GET', 'HEAD', 'PATCH', 'PUT']],
  ['/v1/artifacts/{id}/content', 'PUT', ['GET', 'HEAD']],
  ['/v1/artifacts/{id}/metadata', 'OPTIONS', ['GET', 'HEAD']],
  ['/v1/artifacts/{id}/edits', 'GET', ['POST']],
  ['/v1/public/artifacts', 'GET', ['POST']],
  ['/v1/claims', 'PATCH', ['POST']],
  ['/v1/search', 'POST', ['GET', 'HEAD']],
  ['/{id}', 'PUT', ['GET', 'HEAD', 'POST']],
  ['/{id}/content', 'DELETE', ['GET', 'HEAD']],
  ['/auth/code', 'GET', ['POST']],
  ['/healthz', 'POST', ['GET', 'HEAD']],
]

test('a method that an address does not take is 405 with those it does', async () => {
  for (const [path, method, allowed] of methods) {
    const answer = await stage.send(method, path.replace('{id}', id))
    isProblem(answer, 405, 'method_not_allowed', `${method} ${path}`)
    assert.deepEqual(answer.headers.allow?.split(', ').sort(), allowed, path)
  }
})

test('an address that some would read as another one is no address', async () => {
  const paths = [
    `/v1/artifacts/%2e%2e/artifacts/${id}`,
    `/v1/./artifacts/${id}`,
    `/${id}/%2E`,
    '/assets/../app',
  ]
  for (const path of [...paths, '/\\evil.example', '/v1/\\me', `/v1/artifacts/${id}/..?a=b`]) {
    const { host, hostname, port } = new URL(stage.url)
    const socket = connect(Number(port), hostname)
    const key = `Authorization: Bearer ${stage.company.owner.key}`
    socket.end(`GET ${path} HTTP/1.1\r\nHost: ${host}\r\n${key}\r\nConnection: close\r\n\r\n`)
    const answer = await textOf(socket)
    assert.match(answer, /^HTTP\/1.1 404 /, path)
    assert.match(answer, /"code":"not_found"/, path)
    assert.match(answer, /x-request-id: \S/i, path)
  }
  assert.equal((await stage.send('GET', `/v1/artifacts/${id}?name=/../%2e`)).status, 200)
})

test('a host that is not this server is misdirected; its health is told to anybody', async () => {
  const { port } = new URL(stage.url)
  for (const host of ['evil.example', `localhost.evil.example:${port}`, 'localhost:1', 'localhost']) {
    const answer = await stage.send('GET', '/v1/artifacts', { headers: { host } })
    isProblem(answer, 421, 'misdirected_request', host)
    for (const path of ['/healthz', '/readyz'])
      assert.equal((await stage.send('GET', path, { headers: { host } })).status, 200, path)
  }
  assert.equal(
    (await stage.send('GET', '/v1/artifacts', { headers: { host: `LOCALHOST:${port}` } })).status,
    200,
  )
})

test('every answer has an id of its own', async () => {
  const paths = [
    '/v1/artifacts',
    '/v1/nothing',
    '/healthz',
    '/',
    `/v1/artifacts/${id}/content`,
    '/v1/openapi.json',
    '/nothing',
  ]
  const answers = await Promise.all(paths.map(path => stage.send('GET', path)))
  const ids = answers.map(({ headers }) => headers['x-request-id'])
  assert.ok(ids.every(Boolean))
  assert.equal(new Set(ids).size, paths.length)
})

test('a credential that is none is 401 everywhere, also where nobody would do', async () => {
  const open = await stage.publish({ visibility: 'public' })
  const { key } = stage.company.owner
  const wrong = [
    'Bearer x',
    `Bearer ${key}x`,
    `Basic ${key}`,
    'Bearer',
    `Bearer ${key.slice(0, -1)}`,
    `bearer  ${key} ${key}`,
    '',
  ]
  for (const authorization of wrong) {
    for (const path of [
      `/v1/artifacts/${open}/content`,
      `/v1/artifacts/${open}`,
      '/v1/artifacts',
      '/v1/me',
    ]) {
      const answer = await send(stage.url + path, { headers: { authorization } })
      isProblem(answer, 401, 'unauthorized', `${authorization} ${path}`)
      assert.match(answer.headers['www-authenticate']!, /^Bearer /)
    }
  }
  assert.equal(
    (await send(`${stage.url}/v1/me`, { headers: { authorization: `BEARER ${key}` } })).status,
    200,
  )
})

const paths = [
  '/v1/artifacts',
  '/v1/search?q=x',
  '/v1/me',
  '/v1/keys',
  '/v1/artifacts/zzzzzzzzzz',
  '/v1/artifacts/{id}',
]

test('without a credential what exists and what does not are the same', async () => {
  for (const path of paths)
    isProblem(await stage.send('GET', path.replace('{id}', id), { as: 'nobody' }), 401, 'unauthorized', path)
})

// --- JSON ----------------------------------------------------------------------------------------

const documents: [status: number, code: string, body: string | Uint8Array][] = [
  [400, 'malformed_json', '{'],
  [400, 'malformed_json', 'null'],
  [400, 'malformed_json', '[]'],
  [400, 'malformed_json', '"text"'],
  [400, 'malformed_json', '{"name": "x",}'],
  [422, 'not_utf8', Buffer.from('{"name": "\xff"}', 'latin1')],
  [400, 'malformed_json', '\ufeff{}'],
  [422, 'invalid_input', '{"name": 1}'],
  [422, 'invalid_input', '{"name": null}'],
  [422, 'invalid_input', '{"labels": "x"}'],
  [422, 'invalid_input', '{"sharedWith": {}}'],
  [422, 'invalid_input', '{"unknownField": 1}'],
  [422, 'invalid_input', '{"historyVisible": "true"}'],
  [422, 'invalid_input', `{"labels": ${'['.repeat(20)}${']'.repeat(20)}}`],
  [400, 'malformed_json', `{"labels": ${'['.repeat(5000)}${']'.repeat(5000)}}`],
]

test('fields that are not there, or come twice where one is meant, are refused on every way in', async () => {
  const multipart: Record<string, string>[] = [
    { visibilty: 'private' },
    { Visibility: 'private' },
    { sharedwith: 'a@b.example' },
    { clearSharedWith: 'true' },
  ]
  await stage.leavesNothing(async () => {
    for (const fields of multipart)
      isProblem(
        await stage.send('POST', '/v1/artifacts', fileBody('x', fields)),
        422,
        'invalid_input',
        JSON.stringify(fields),
      )
    isProblem(
      await stage.send('POST', '/v1/public/artifacts', {
        as: 'nobody',
        ...fileBody('x', { visibility: 'private' }),
      }),
      422,
      'invalid_input',
    )
    const { headers, body } = fileBody('x', { visibility: 'private' })
    isProblem(
      await stage.send('PUT', `/v1/artifacts/${id}`, { body, headers: { ...headers, 'if-match': '"v1"' } }),
      422,
      'invalid_input',
    )
    isProblem(
      await stage.send('POST', '/v1/uploads', jsonBody({ sizeBytes: 5, sha265: 'x' })),
      422,
      'invalid_input',
    )
    isProblem(
      await stage.send('GET', '/v1/artifacts?visibility=public&visibility=private'),
      422,
      'invalid_input',
    )
  })
  const { json } = await stage.send('POST', '/v1/uploads', jsonBody({ sizeBytes: 5, sha265: 'x' }))
  assert.deepEqual(json.errors, [
    { field: 'sha265', message: 'there is no such field here; check its spelling' },
  ])
})

test('JSON that is none, or not what was asked for, is refused and changes nothing', async () => {
  const before = (await stage.send('GET', `/v1/artifacts/${id}`)).json
  await stage.leavesNothing(async () => {
    for (const [status, code, body] of documents) {
      const headers = { 'content-type': 'application/json' }
      isProblem(
        await stage.send('PATCH', `/v1/artifacts/${id}`, { headers, body }),
        status,
        code,
        String(body).slice(0, 80),
      )
    }
    const plain = { headers: { 'content-type': 'text/plain' }, body: '{"name":"x"}' }
    isProblem(await stage.send('PATCH', `/v1/artifacts/${id}`, plain), 415, 'unsupported_media_type')
    const huge = {
      headers: { 'content-type': 'application/json', 'content-length': '20000000', expect: '100-continue' },
    }
    isProblem(await stage.send('PATCH', `/v1/artifacts/${id}`, huge), 413, 'request_too_large')
  })
  assert.deepEqual((await stage.send('GET', `/v1/artifacts/${id}`)).json, before)
})

test('a field problem names the field', async () => {
  const answer = await stage.send('PATCH', `/v1/artifacts/${id}`, jsonBody({ name: 1, labels: ['ok', ''] }))
  assert.deepEqual(
    answer.json.errors.map((error: { field: string }) => error.field),
    ['name', 'labels.1'],
  )
})

test('prototype names are fields like others, that is unknown ones', async () => {
  const body = '{"__proto__": {"name": "x"}, "constructor": 1}'
  isProblem(
    await stage.send('PATCH', `/v1/artifacts/${id}`, {
      headers: { 'content-type': 'application/json' },
      body,
    }),
    422,
    'invalid_input',
  )
})

test('headers that speak of the caller are read or refused', async () => {
  const { headers, body } = fileBody('x')
  const post = (more: Record<string, string>) =>
    stage.send('POST', '/v1/artifacts', { headers: { ...headers, ...more }, body })
  await stage.leavesNothing(async () => {
    for (const key of ['', '""', 'a b', 'x'.repeat(256), '"open', 'ümläut'])
      isProblem(
        await post({ 'idempotency-key': Buffer.from(key).toString('latin1') }),
        400,
        'malformed_idempotency_key',
        key,
      )
  })
  const made = await post({
    'x-actor-type': 'agent',
    'x-actor-name': Buffer.from('Bot ü\u009f').toString('latin1'),
  })
  const { data } = (await stage.send('GET', `/v1/artifacts/${made.json.shortId}/versions`)).json
  assert.deepEqual([data[0].actorType, data[0].actorName], ['agent', 'Bot ü'])
})

test('quoted or bare, an idempotency key is the same; its replay says so', async () => {
  const { headers, body } = fileBody('x')
  const post = (key: string) =>
    stage.send('POST', '/v1/artifacts', { headers: { ...headers, 'idempotency-key': key }, body })
  const first = await post('the-same-key')
  const again = await post('"the-same-key"')
  assert.deepEqual(again.json, first.json)
  assert.deepEqual(
    [first.headers['idempotent-replay'], again.headers['idempotent-replay']],
    [undefined, 'true'],
  )
  for (const name of ['etag', 'location', 'content-type'])
    assert.equal(again.headers[name], first.headers[name], name)
  assert.equal(again.status, 201)
})

test('while the first request still sends its body, another with its key is told to wait', async () => {
  const { headers, body } = fileBody('x'.repeat(10_000))
  const all = {
    ...headers,
    'idempotency-key': 'still-running',
    authorization: `Bearer ${stage.company.owner.key}`,
  }
  const length = { 'content-length': String(body.length) }
  const slow = open(`${stage.url}/v1/artifacts`, 'POST', { ...all, ...length, expect: '100-continue' })
  const status = new Promise(resolve => slow.once('response', ({ statusCode }) => resolve(statusCode)))
  const begun = once(slow, 'continue')
  slow.flushHeaders()
  // A body is asked for once its key is taken.
  await within('the server asking for the body', begun)
  slow.write(body.subarray(0, 100))
  const waiting = await stage.send('POST', '/v1/artifacts', { headers: all, body })
  isProblem(waiting, 409, 'idempotency_in_progress')
  assert.match(waiting.headers['retry-after'] as string, /^[1-9]$/)
  slow.end(body.subarray(100))
  assert.equal(await status, 201)
  assert.equal(
    (await stage.send('POST', '/v1/artifacts', { headers: all, body })).headers['idempotent-replay'],
    'true',
  )
})
