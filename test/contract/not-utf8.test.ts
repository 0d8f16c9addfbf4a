// Text that is not UTF-8 is refused on every way in and leaves nothing; keys in what callers say of themselves are not kept.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { send } from '../support/http.ts'
import { fileBody, isProblem, openStage, type Stage } from './stage.ts'

let stage: Stage
let id: string

before(async () => {
  stage = await openStage()
  id = await stage.publish({ visibility: 'company' })
})

const raw = (text: string) => Buffer.from(text, 'latin1')
const part = (head: string, value: string) =>
  `--b\r\nContent-Disposition: form-data; ${head}\r\n\r\n${value}\r\n`
const multipartType = { 'content-type': 'multipart/form-data; boundary=b' }
const page = part('name="file"; filename="a.md"', '# x')

/** Bytes that begin nothing, stop in the middle, or write half a pair. */
const wrong = ['\xff', 'caf\xe9', '\xed\xa0\x80', 'a\xc3']

test('fields and file names of multipart bodies', async () => {
  for (const bytes of wrong)
    for (const body of [
      page + part('name="name"', bytes),
      part('name="name"', bytes) + page,
      part('name="name"\r\nContent-Type: text/plain; charset=utf-8', bytes) + page,
      part(`name="file"; filename="${bytes}.md"`, '# x'),
    ])
      await stage.leavesNothing(async () => {
        const sent = { headers: multipartType, body: raw(`${body}--b--\r\n`) }
        isProblem(await stage.send('POST', '/v1/artifacts', sent), 422, 'not_utf8', body)
      })
  await stage.leavesNothing(async () => {
    const body = `${part(`name="file"; filename*=UTF-8''%FF.md`, '# x')}--b--\r\n`
    isProblem(await stage.send('POST', '/v1/artifacts', { headers: multipartType, body }), 422, 'not_utf8')
  })
  const named = `${part('name="name"', 'Café �')}${page}--b--\r\n`
  const made = await stage.send('POST', '/v1/artifacts', { headers: multipartType, body: named })
  assert.equal(made.json.name, 'Café �')
})

test('JSON, in its bytes and in half a pair that it escapes', async () => {
  const headers = { 'content-type': 'application/json' }
  const path = `/v1/artifacts/${id}`
  for (const text of [...wrong, '\\ud800', '\\udc00\\ud800'])
    await stage.leavesNothing(async () => {
      const body = raw(`{"name": "${text}"}`)
      isProblem(await stage.send('PATCH', path, { headers, body }), 422, 'not_utf8', text)
      const nested = raw(`{"labels": ["${text}"]}`)
      isProblem(await stage.send('PATCH', path, { headers, body: nested }), 422, 'not_utf8', text)
    })
  const whole = await stage.send('PATCH', path, { headers, body: '{"name": "\\ud83d\\ude00"}' })
  assert.equal(whole.json.name, '😀')
})

test('what a program says of itself when it registers', async () => {
  const register = (name: string) =>
    stage.send('POST', '/oauth/register', {
      as: 'nobody',
      headers: { 'content-type': 'application/json' },
      body: raw(`{"redirect_uris":["http://localhost/"],"client_name":"${name}"}`),
    })
  for (const text of [...wrong, 'a\\ud800']) isProblem(await register(text), 422, 'not_utf8', text)
  const long = '\\ud83d\\ude00'.repeat(300)
  const { status, json } = await register(`a${long}`)
  assert.deepEqual([status, json.client_name.isWellFormed()], [201, true])
})

test('a call of a tool', async () => {
  const { key } = await stage.company.newKey('user')
  const call = (name: string) => {
    const params = `{"name":"publish","arguments":{"content":"# x","name":"${name}"}}`
    return send(`${stage.url}/v1/mcp`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${key}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        'mcp-protocol-version': '2025-06-18',
      },
      body: raw(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":${params}}`),
    })
  }
  await stage.leavesNothing(async () => {
    for (const text of [...wrong, 'a\\ud800']) {
      const answer = await call(text)
      assert.match(answer.text, /not_utf8|not valid UTF-8/, answer.text)
    }
  })
  assert.doesNotMatch((await call('fine')).text, /not_utf8/)
})

test('forms and the queries of pages and of the API', async () => {
  const headers = {
    cookie: stage.company.owner.session.cookie,
    'sec-fetch-site': 'same-origin',
    'content-type': 'application/x-www-form-urlencoded',
  }
  await stage.leavesNothing(async () => {
    for (const body of ['name=%FF', 'name=caf%E9', 'name=%C3%28', raw('name=\xff'), raw('name=\xc3%A9')])
      isProblem(
        await send(`${stage.url}/app/account`, { method: 'POST', headers, body }),
        422,
        'not_utf8',
        `${body}`,
      )
  })
  for (const path of ['/v1/search?q=%FF', '/v1/artifacts?label=caf%E9', '/v1/artifacts?owner=%ED%A0%80'])
    isProblem(await stage.send('GET', path), 422, 'not_utf8', path)
  const { cookie } = headers
  isProblem(await send(`${stage.url}/app?q=%FF`, { headers: { cookie } }), 422, 'not_utf8')
  assert.equal((await stage.send('GET', '/v1/search?q=caf%C3%A9+100%25')).status, 200)
})

test('the name that a caller gives itself', async () => {
  const { headers, body } = fileBody('# x')
  const named = { ...headers, 'x-actor-name': 'Bot \xff' }
  await stage.leavesNothing(async () => {
    isProblem(await stage.send('POST', '/v1/artifacts', { headers: named, body }), 422, 'not_utf8')
  })
  const read = await stage.send('GET', `/v1/artifacts/${id}/metadata`, {
    headers: { 'x-actor-name': '\xff' },
  })
  isProblem(read, 422, 'not_utf8')
})

test('a key in the name of a caller or of its program is kept nowhere', async () => {
  const { headers, body } = fileBody('# x')
  const keys = ['u', 's', 'k', 'c'].map(kind => `recto_${kind}_${'Ab1'.repeat(12)}`)
  for (const key of keys) {
    const own = { ...headers, 'x-actor-name': `Bot ${key}`, 'user-agent': `curl/8 ${'x'.repeat(80)} ${key}` }
    const made = await stage.send('POST', '/v1/artifacts', { headers: own, body })
    assert.equal(made.status, 201)
    const versions = await stage.send('GET', `/v1/artifacts/${made.json.shortId}/versions`)
    const audit = await stage.send('GET', '/v1/organization/audit?limit=5')
    assert.match(versions.text + audit.text, /Bot \[key left out\]/)
    assert.match(audit.text, /curl\/8/)
    const feed = await stage.send('GET', '/v1/events')
    assert.doesNotMatch(versions.text + audit.text + feed.text, /recto_[uskc]_/)
  }
})
