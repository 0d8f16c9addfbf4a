// A deployment answers anybody: that it lives, how it describes itself, and how it refuses.
import assert from 'node:assert/strict'
import type { WireChecks } from './wire.ts'

const nobody = { anonymous: true } as const

export const openChecks: WireChecks = {
  'it lives and is ready': async ({ send }) => {
    assert.equal((await send('/healthz', nobody)).status, 200)
    assert.equal((await send('/readyz', nobody)).status, 200)
  },

  'every answer carries a request id, another each time': async ({ send }) => {
    const ids = await Promise.all(
      [1, 2].map(async () => (await send('/healthz', nobody)).headers.get('x-request-id')),
    )
    assert.ok(ids[0] && ids[1] && ids[0] !== ids[1])
  },

  'the API is described by OpenAPI 3.1 at its own address': async ({ send, url }) => {
    const { status, json } = await send('/v1/openapi.json', nobody)
    assert.deepEqual([status, json.openapi, json.servers[0].url], [200, '3.1.0', url])
    for (const path of [
      '/v1/artifacts',
      '/v1/artifacts/{id}',
      '/v1/public/artifacts',
      '/v1/search',
      '/v1/events',
    ])
      assert.ok(path in json.paths, path)
  },

  'a refusal is a problem document that says what to do': async ({ send, url }) => {
    const { status, headers, json } = await send('/v1/artifacts', nobody)
    assert.deepEqual([status, json.code, json.status], [401, 'unauthorized', 401])
    assert.match(headers.get('content-type') ?? '', /^application\/problem\+json/)
    assert.equal(json.type, `${url}/docs/problems/unauthorized`)
    assert.equal(json.message, json.detail)
    assert.equal(json.requestId, headers.get('x-request-id'))
    assert.match(headers.get('www-authenticate') ?? '', /^Bearer/)
  },

  'to nobody everything is 401, whether it exists or not, and a wrong key too': async ({ send }) => {
    for (const path of ['/v1/artifacts/zzzzzzzzzz', '/v1/artifacts/zzzzzzzzzz/content', '/v1/me'])
      assert.equal((await send(path, nobody)).status, 401, path)
    const wrong = await send('/v1/artifacts', { headers: { Authorization: 'Bearer recto_u_wrong' } })
    assert.deepEqual([wrong.status, wrong.json.code], [401, 'unauthorized'])
  },

  'what is no short ID is a page that is missing': async ({ send }) => {
    const pages = await Promise.all(
      ['/zzzzzzzzzz', '/no-such-page'].map(path =>
        send(path, { ...nobody, headers: { Accept: 'text/html', 'Sec-Fetch-Mode': 'navigate' } }),
      ),
    )
    for (const { status, headers } of pages) {
      assert.equal(status, 404)
      assert.match(headers.get('content-security-policy') ?? '', /frame-ancestors 'none'/)
      assert.equal(headers.get('x-content-type-options'), 'nosniff')
    }
    assert.equal(pages[0]!.text, pages[1]!.text)
  },

  'a request of another site is refused': async ({ send }) => {
    const headers = { 'Sec-Fetch-Site': 'cross-site', 'Content-Type': 'application/json' }
    const { status, json } = await send('/auth/code', { ...nobody, method: 'POST', headers, body: '{}' })
    assert.deepEqual([status, json?.code], [403, 'cross_site_request'])
  },

  'the documentation, a page for a problem, and their Markdown are there': async ({ send }) => {
    for (const path of ['/docs', '/docs/problems/version_conflict', '/docs/start.md', '/llms.txt'])
      assert.equal((await send(path, nobody)).status, 200, path)
  },

  'broken JSON and broken multipart say so': async ({ send }) => {
    const json = { 'Content-Type': 'application/json' }
    const broken = await send('/v1/public/uploads', { ...nobody, method: 'POST', headers: json, body: '{' })
    assert.deepEqual([broken.status, broken.json.code], [400, 'malformed_json'])
    const parts = { 'Content-Type': 'multipart/form-data; boundary=x' }
    const cut = await send('/v1/public/artifacts', {
      ...nobody,
      method: 'POST',
      headers: parts,
      body: '--x\r\n',
    })
    if (cut.json.code === 'previews_disabled') return 'previews are switched off'
    assert.deepEqual([cut.status, cut.json.code], [400, 'malformed_multipart'])
  },
}
