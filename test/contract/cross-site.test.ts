// Cross-site requests: what a browser may send with a cookie, and what no cookie is asked for.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { send } from '../support/http.ts'
import { origins } from './origins.ts'
import { fileBody, isProblem, jsonBody, openStage, type Stage } from './stage.ts'

let stage: Stage
let id: string

before(async () => {
  stage = await openStage()
  id = await stage.publish({ visibility: 'company' })
})

const form = (fields: Record<string, string>) => ({
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
  body: new URLSearchParams(fields).toString(),
})

const unsafe = (id: string, organization: string) =>
  [
    ['POST', '/v1/artifacts', fileBody('x'), 201],
    ['PATCH', `/v1/artifacts/${id}`, jsonBody({ name: 'x' }), 200],
    ['POST', '/v1/keys', jsonBody({ name: 'k', kind: 'user' }), 201],
    ['POST', `/v1/artifacts/${id}/copies`, jsonBody({}), 201],
    ['POST', '/app/keys', form({ name: 'k', kind: 'user', organization }), 201],
  ] as const

test('an unsafe request with a cookie passes only from our own pages, forms and JSON alike', async () => {
  const { cookie } = stage.company.owner.session
  for (const [method, path, { headers, body }, status] of unsafe(id, stage.company.id)) {
    for (const [own, from] of origins(stage.url)) {
      const sent = () => send(stage.url + path, { method, body, headers: { ...headers, ...from, cookie } })
      const what = `${method} ${path} ${JSON.stringify(from)}`
      if (own) assert.equal((await sent()).status, status, what)
      else {
        await stage.leavesNothing(async () => {
          const answer = await sent()
          assert.equal(answer.status, 403, what)
          assert.match(answer.text, /cross_site_request/)
        })
      }
    }
  }
})

test('a safe request with a cookie needs nothing', async () => {
  const { cookie } = stage.company.owner.session
  for (const [, from] of origins(stage.url))
    assert.equal(
      (await send(`${stage.url}/v1/artifacts/${id}/content`, { headers: { cookie, ...from } })).status,
      200,
    )
})

test('a bearer request ignores cookies and origins', async () => {
  const stranger = (await stage.service.organization()).owner
  for (const [, from] of origins(stage.url)) {
    const { headers, body } = jsonBody({ name: 'by key' })
    const sent = { body, headers: { ...headers, ...from, cookie: stranger.session.cookie } }
    assert.equal((await stage.send('PATCH', `/v1/artifacts/${id}`, sent)).status, 200)
  }
  const wrong = { cookie: stage.company.owner.session.cookie, authorization: 'Bearer wrong' }
  isProblem(await send(`${stage.url}/v1/artifacts`, { headers: wrong }), 401, 'unauthorized')
})

test('asking for a code and giving it passes from our pages and from programs, not from other sites', async () => {
  const { headers } = jsonBody({})
  for (const path of ['/auth/code', '/auth/code/verify']) {
    for (const [own, from] of origins(stage.url)) {
      const bare = !('origin' in from) && !('sec-fetch-site' in from)
      const body = JSON.stringify({ email: 'ana@example.com', code: '000000' })
      const answer = await send(stage.url + path, { method: 'POST', body, headers: { ...headers, ...from } })
      const what = `${path} ${JSON.stringify(from)}`
      if (own || bare) assert.ok([202, 422].includes(answer.status), `${what} ${answer.text}`)
      else assert.equal(answer.status, 403, what)
    }
  }
})

test('what needs no credential passes from our pages and from programs, and from no other page', async () => {
  const announced = { filename: 'a.md', sizeBytes: 4 }
  const staged = await stage.send('POST', '/v1/uploads', jsonBody(announced))
  assert.equal(staged.status, 201, staged.text)
  const upload = staged.json.url.replace(stage.url, '')
  const open = [
    ['POST', '/v1/public/artifacts', fileBody('text')],
    ['POST', '/v1/public/uploads', jsonBody(announced)],
    ['PUT', upload, { headers: {}, body: 'text' }],
    ['POST', '/auth/ci', jsonBody({ token: 'a.b.c', organization: stage.company.id })],
  ] as const
  for (const [method, path, { headers, body }] of open)
    for (const [own, from] of origins(stage.url)) {
      const answer = await send(stage.url + path, { method, body, headers: { ...headers, ...from } })
      const what = `${method} ${path} ${JSON.stringify(from)} ${answer.text}`
      const isOther = !own && 'sec-fetch-site' in from
      assert.equal(answer.status === 403 && /cross_site_request/.test(answer.text), isOther, what)
    }
})

test('no answer lets another origin read it', async () => {
  for (const path of ['/v1/artifacts', `/v1/artifacts/${id}/content`, '/v1/openapi.json']) {
    const answer = await stage.send('GET', path, { headers: { origin: 'https://evil.example' } })
    assert.equal(answer.headers['access-control-allow-credentials'], undefined)
    assert.ok(!['https://evil.example'].includes(answer.headers['access-control-allow-origin'] ?? ''))
  }
})
