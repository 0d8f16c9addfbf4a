// Bodies gathered in memory: asked for by every route that takes one, and no larger or more divided than it needs.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { before, test } from 'node:test'
import { multipart, open } from '../support/http.ts'
import { isProblem, jsonBody, openStage, type Stage } from './stage.ts'

let stage: Stage
let id: string

before(async () => {
  stage = await openStage()
  id = await stage.publish({ visibility: 'public' })
})

/** Sends the body only when the server asks for it; the status of the answer. */
async function whenAsked(
  method: string,
  path: string,
  headers: Record<string, string>,
  body: string | Uint8Array,
) {
  const length = String(Buffer.byteLength(body))
  const url = path.startsWith('http') ? path : stage.url + path
  const request = open(url, method, { ...headers, 'content-length': length, expect: '100-continue' })
  const asked = once(request, 'continue').then(() => request.end(body))
  const [answer] = (await once(request, 'response')) as [IncomingMessage]
  answer.resume()
  await asked
  return answer.statusCode
}

test('a client that waits to be asked for its body is asked on every way', async () => {
  const authorization = `Bearer ${stage.company.owner.key}`
  const json = { 'content-type': 'application/json', authorization }
  assert.equal(await whenAsked('PATCH', `/v1/artifacts/${id}`, json, '{"name":"Asked"}'), 200)
  const file = multipart([{ name: 'file', filename: 'a.md', value: '# Asked' }])
  assert.equal(await whenAsked('POST', '/v1/artifacts', { ...file.headers, authorization }, file.body), 201)
  const upload = await stage.send('POST', '/v1/uploads', jsonBody({ sizeBytes: 7, filename: 'a.md' }))
  assert.equal(await whenAsked('PUT', upload.json.url, upload.json.headers, '# Asked'), 200)
  const form = { 'content-type': 'application/x-www-form-urlencoded', origin: stage.url }
  assert.equal(await whenAsked('POST', '/auth/code', form, 'email=ana%40acme.example'), 202)
})

test('JSON has the room that its operation needs, and no more', async () => {
  const body = JSON.stringify({ body: '\u00e9'.repeat(10_000) }).replaceAll('\u00e9', '\\u00e9')
  const headers = { 'content-type': 'application/json' }
  const commented = await stage.send('POST', `/v1/artifacts/${id}/comments`, { headers, body })
  assert.equal(commented.status, 201, commented.text)
  const long = 'x'.repeat(300_000)
  const refused = await stage.send('PATCH', `/v1/artifacts/${id}`, jsonBody({ name: long }))
  isProblem(refused, 413, 'request_too_large')
  assert.equal(refused.json.limit, 262_144)
  const edits = [{ oldText: 'text', newText: long }]
  const made = await stage.send('POST', `/v1/artifacts/${id}/edits`, {
    ...jsonBody({ edits }),
    headers: { ...headers, 'if-match': '"v1"' },
  })
  assert.equal(made.status, 200, made.text)
})

test('JSON of countless members is refused before it is built', async () => {
  for (const body of [`{"labels":[${'[],'.repeat(50_000)}0]}`, '['.repeat(100_000)]) {
    const headers = { 'content-type': 'application/json' }
    isProblem(await stage.send('PATCH', `/v1/artifacts/${id}`, { headers, body }), 400, 'malformed_json')
  }
  const quoted = '[{,"\\'.repeat(20_000)
  const answer = await stage.send('PATCH', `/v1/artifacts/${id}`, jsonBody({ name: quoted }))
  isProblem(answer, 422, 'invalid_input')
})

test('the fields of a form have room together, not only one by one', async () => {
  const field = { name: 'sharedWith', value: 'x'.repeat(60_000) }
  const { headers, body } = multipart([
    ...Array.from({ length: 20 }, () => field),
    { name: 'file', filename: 'a.md', value: '# x' },
  ])
  await stage.leavesNothing(async () => {
    isProblem(await stage.send('POST', '/v1/artifacts', { headers, body }), 413, 'request_too_large')
  })
})
