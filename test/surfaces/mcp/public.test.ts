// The endpoint without sign-in: previews, their tokens, and public artifacts.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mcpClient } from '../../support/mcp-client.ts'
import { stage, transfer } from './stage.ts'

const service = await stage()
const { url } = service
const open = mcpClient(url)

const publish = async (given: object = { content: '# Preview' }) =>
  (await open.call('publish', { ...given })).value

test('publishing gives an address, a claim link and an edit token, and says what to do with them', async () => {
  const { value, text } = await open.call('publish', { content: '# Open house', name: 'House' })
  assert.deepEqual(
    [value.created, value.version, value.name, value.url],
    [true, 1, 'House', `${url}/${value.short_id}`],
  )
  assert.match(value.claim_url, new RegExp(`^${url}/claim/`))
  assert.ok(value.edit_token.length >= 22)
  const days = (Date.parse(value.expires_at) - Date.now()) / 86_400_000
  assert.ok(days > 29.9 && days <= 30)
  assert.match(text, /Give claim_url to the person/)
  assert.match(text, /public/)
})

test('an update needs short_id, base_version and the edit token', async () => {
  const made = await publish()
  const { short_id, edit_token } = made
  const update = (given: object) => open.call('publish', { content: '# Two', short_id, ...given })
  assert.equal((await update({ base_version: 1 })).problem?.code, 'unauthorized')
  assert.equal((await update({ base_version: 1, edit_token: 'wrong' })).problem?.code, 'unauthorized')
  const other = await publish()
  assert.equal(
    (await update({ base_version: 1, edit_token: other.edit_token })).problem?.code,
    'unauthorized',
  )
  assert.equal((await update({ edit_token })).problem?.code, 'base_version_required')
  const { value } = await update({ edit_token, base_version: 1 })
  assert.deepEqual([value.created, value.version, value.short_id], [false, 2, short_id])
  const stale = await update({ edit_token, base_version: 1 })
  assert.deepEqual([stale.problem?.code, stale.problem?.current_version], ['version_conflict', 2])
  assert.equal(stale.problem?.next.tool, 'read_artifact')
})

test('a claimed preview is no longer updated with its token', async () => {
  const { owner } = await service.organization()
  const { short_id, edit_token, claim_url } = await publish()
  await mcpClient(url, owner.key).call('claim_preview', { claim_url })
  const late = await open.call('publish', { short_id, base_version: 1, edit_token, content: 'late' })
  assert.equal(late.problem?.code, 'unauthorized')
  assert.equal((await open.call('get_artifact', { short_id })).value.version, 1)
})

test('an upload is announced and published by anybody who holds its id', async () => {
  const { value: upload } = await open.call('create_upload', { size_bytes: 6, filename: 'a.md' })
  assert.equal((await transfer(upload, '# Hey\n')).status, 200)
  const { value } = await open.call('publish', { upload_id: upload.upload_id })
  assert.equal(value.name, 'Hey')
})

test('public artifacts are read, everything else is not, and nobody learns what exists', async () => {
  const { owner } = await service.organization()
  const member = mcpClient(url, owner.key)
  const { value: shown } = await member.call('publish', { content: '# Shown', visibility: 'public' })
  const { value: hidden } = await member.call('publish', { content: '# Hidden' })
  const { value } = await open.call('get_artifact', { short_id: shown.short_id })
  assert.deepEqual(
    [value.name, value.visibility, value.owner.email, value.labels],
    ['Shown', 'public', undefined, undefined],
  )
  assert.equal((await open.call('read_artifact', { short_id: shown.short_id })).told.text, 'Shown')
  const answers = await Promise.all(
    [hidden.short_id, '1234567890'].map(short_id => open.call('read_artifact', { short_id })),
  )
  assert.equal(answers[0]!.problem?.code, 'unauthorized')
  assert.deepEqual(answers[0], answers[1])
})

test('a short idempotency_key could be guessed and is refused; a long one replays, with its tokens', async () => {
  const short = await open.call('publish', { content: 'x', idempotency_key: 'short' })
  assert.equal(short.problem?.code, 'malformed_idempotency_key')
  const given = { content: '# Again', idempotency_key: 'b1c0b4de-5f0e-4c59-9c9b-000000000001' }
  const first = await publish(given)
  assert.deepEqual(await publish(given), { ...first, replayed: true })
})

test('arguments of the other endpoint do not exist here', async () => {
  for (const given of [{ visibility: 'private' }, { emails: ['a@example.com'] }, { note: 'x' }]) {
    const { problem } = await open.call('publish', { content: 'x', ...given })
    assert.equal(problem?.code, 'invalid_input')
  }
  const { problem } = await open.call('publish', { content: 'x', edit_token: 'y' })
  assert.match(problem?.message ?? '', /^edit_token: belongs to an update/)
})

test('a server without previews says so', async () => {
  const closed = await stage({ RECTO_PUBLIC_PREVIEWS: 'off' })
  const client = mcpClient(closed.url)
  assert.equal((await client.call('publish', { content: 'x' })).problem?.code, 'previews_disabled')
  assert.equal((await client.call('create_upload', { size_bytes: 1 })).problem?.code, 'previews_disabled')
})

test('previews are counted by network', async () => {
  const counted = await stage({ RECTO_RATE_LIMITS: 'on' })
  const client = mcpClient(counted.url)
  for (let round = 0; round < 5; round += 1)
    assert.ok((await client.call('publish', { content: `${round}` })).value)
  const { problem } = await client.call('publish', { content: 'one too many' })
  assert.deepEqual([problem?.code, problem?.retryable], ['rate_limited', true])
  assert.ok(problem?.retry_after_s > 0)
})
