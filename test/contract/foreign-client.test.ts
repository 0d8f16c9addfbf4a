// A client written for another service of this kind: plain fetch, `X-Actor-Type: user` on every call, `message` read of errors.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { openStage, type Stage } from './stage.ts'

let stage: Stage

before(async () => {
  stage = await openStage()
})

interface Request {
  method?: string
  headers?: Record<string, string>
  body?: BodyInit
}

/** As such a client calls: it throws what `message` says where the answer is no success. */
async function call(path: string, request: Request = {}, key?: string) {
  const headers = {
    'X-Actor-Type': 'user',
    ...(key !== undefined && { Authorization: `Bearer ${key}` }),
    ...request.headers,
  }
  const answer = await fetch(stage.url + path, { ...request, headers })
  const body = answer.status === 204 ? undefined : await answer.json()
  if (!answer.ok) throw new Error(body.message ?? `HTTP ${answer.status}`)
  return body
}

function form(name: string, text: string, fields: Record<string, string> = {}): FormData {
  const data = new FormData()
  data.set('file', new File([text], name))
  for (const [field, value] of Object.entries(fields)) data.set(field, value)
  return data
}

const json = (method: string, value: unknown): Request => ({
  method,
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify(value),
})

const own = () => stage.company.owner.key

test('publishes without a key, updates with the edit token, and claims', async () => {
  const made = await call('/v1/public/artifacts', { method: 'POST', body: form('page.html', '<h1>Hi') })
  assert.match(made.claimUrl, /\/claim\//)
  assert.equal(await (await fetch(made.url)).text(), '<h1>Hi')
  const next = { method: 'PUT', headers: { 'If-Match': '"v1"' }, body: form('page.html', '<h1>Again') }
  const updated = await call(`/v1/public/artifacts/${made.shortId}`, next, made.editToken)
  assert.equal(updated.version, 2)
  const code = made.claimUrl.split('/').at(-1)
  const claimed = await call('/v1/claims', json('POST', { code }), own())
  assert.equal(claimed.shortId, made.shortId)
})

test('publishes, updates and lists with a key', async () => {
  const made = await call('/v1/artifacts', { method: 'POST', body: form('notes.md', '# Notes') }, own())
  const path = `/v1/artifacts/${made.shortId}`
  const { currentVersion } = await call(`${path}/metadata`, {}, own())
  const headers = { 'If-Match': `"v${currentVersion}"` }
  const updated = await call(path, { method: 'PUT', headers, body: form('notes.md', '# More') }, own())
  assert.equal(updated.version, 2)
  const { data } = await call('/v1/artifacts?limit=100', {}, own())
  assert.ok(data.some((each: { shortId: string }) => each.shortId === made.shortId))
  const versions = await call(`${path}/versions`, {}, own())
  assert.deepEqual(
    versions.data.map((each: { actorType: string }) => each.actorType),
    ['human', 'human'],
  )
})

test('reads threads, replies and resolves', async () => {
  const id = await stage.publish({ visibility: 'company' })
  const path = `/v1/artifacts/${id}/comments`
  const thread = await call(path, json('POST', { body: 'Is this right?' }), own())
  assert.equal((await call(path, {}, own())).data[0].body, 'Is this right?')
  await call(path, json('POST', { body: 'It is.', parentId: thread.id }), own())
  const resolved = await call(`/v1/comments/${thread.id}/resolve`, { method: 'POST' }, own())
  assert.equal(resolved.status, 'resolved')
  assert.equal(resolved.replies[0].actorType, 'human')
  assert.deepEqual((await call(path, {}, own())).data, [])
})

test('learns from message what went wrong', async () => {
  await assert.rejects(call('/v1/artifacts'), /Bearer/)
  await assert.rejects(call('/v1/artifacts/123456789A', {}, own()), /Nothing is here/)
  await assert.rejects(call('/v1/artifacts', { method: 'POST', body: form('a.zip', 'x') }, own()), /HTML/)
  const id = await stage.publish()
  const stale = { method: 'PUT', headers: { 'If-Match': '"v7"' }, body: form('a.md', 'x') }
  await assert.rejects(call(`/v1/artifacts/${id}`, stale, own()), /version/)
})
