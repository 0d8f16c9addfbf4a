// Keys where they do not belong: in addresses, and in files that others can read.
import assert from 'node:assert/strict'
import { newKey } from '../../src/operations/kernel/key-format.ts'
import { send } from '../support/http.ts'
import { everywhere, onBothStores, type World } from '../support/world.ts'
import { proof } from '../support/world-rest.ts'

const DAY = 86_400_000

/** A key that works, and a page that holds it. */
async function leak(world: World): Promise<{ id: string; key: string; file: string }> {
  const { id, key } = await world.company.newKey('user')
  return { id, key, file: `# Setup\n\n    export RECTO_API_KEY=${key}\n` }
}

everywhere('a file with a key that works is not published for everybody', async world => {
  const { file } = await leak(world)
  await world.leavesNothing(async () => {
    const { status } = await world.refused('contains_key', 'publish', { visibility: 'public' }, { file })
    if (status !== undefined) assert.equal(status, 422)
    await world.refused('contains_key', 'publishPreview', {}, { file, as: 'nobody' })
  })
  const open = await world.call('publish', { visibility: 'public' }, { file: 'x' })
  await world.refused('contains_key', 'update', { id: open.shortId }, { base: 1, file })
  const edits = [{ oldText: 'x', newText: file }]
  await world.refused('contains_key', 'edit', { id: open.shortId, edits }, { base: 1 })
  assert.equal(await world.source(open.shortId), 'x')
  const preview = await world.call('publishPreview', {}, { file: 'x', as: 'nobody' })
  const as = { editToken: preview.editToken }
  await world.refused('contains_key', 'updatePreview', { id: preview.shortId }, { base: 1, file, as })
})

everywhere('for a smaller audience the answer warns, and widening it is refused', async world => {
  const { file, id: keyId } = await leak(world)
  const made = await world.call('publish', {}, { file })
  assert.deepEqual(made.warnings, ['contains_key'])
  const id = made.shortId
  await world.refused('contains_key', 'change', { id, visibility: 'public' })
  const shared = await world.call('change', { id, visibility: 'company' })
  assert.deepEqual(shared.warnings, ['contains_key'])
  await world.refused('contains_key', 'copy', { id, visibility: 'public' })
  assert.deepEqual((await world.call('copy', { id })).warnings, ['contains_key'])
  assert.equal('warnings' in (await world.call('get', { id })), false)
  const clean = await world.call('update', { id }, { base: 1, file: 'clean' })
  assert.equal('warnings' in clean, false)
  await world.refused('contains_key', 'change', { id, visibility: 'public', historyVisible: true })
  await world.call('change', { id, visibility: 'public' })
  await world.refused('contains_key', 'change', { id, historyVisible: true })
  await world.refused('contains_key', 'restore', { id, n: 1 }, { base: 2 })
  await world.call('revokeKey', { id: keyId }, { as: world.company.owner.session })
  assert.equal('warnings' in (await world.call('restore', { id, n: 1 }, { base: 2 })), false)
})

everywhere(
  'a key is found in a staged transfer, and where it lies across two pieces of a large file',
  async world => {
    const { key } = await leak(world)
    const file = { name: 'page.md', bytes: `${'x'.repeat(65_536 - 20)} ${key}\n${'y'.repeat(70_000)}` }
    await world.refused('contains_key', 'publish', { visibility: 'public' }, { file })
    const upload = await world.call('createUpload', {
      sizeBytes: file.bytes.length,
      filename: file.name,
    })
    await world.call('transfer', { url: upload.url }, { file })
    const { uploadId } = upload
    await world.refused('contains_key', 'publish', { visibility: 'public', uploadId })
    const made = await world.call('publish', { visibility: 'company', uploadId })
    assert.deepEqual(made.warnings, ['contains_key'])
  },
)

everywhere('a key in a name or a note counts as one in the file', async world => {
  const { key, id: keyId } = await leak(world)
  const name = `Deploy with ${key.slice(0, 20)}\u200b${key.slice(20)}`
  const note = `used ${key}`
  const open = { visibility: 'public' }
  const { shortId: id } = await world.call('publish', open, { file: 'x' })
  await world.leavesNothing(async () => {
    await world.refused('contains_key', 'publish', { ...open, name }, { file: 'x' })
    await world.refused('contains_key', 'publish', { ...open, note }, { file: 'x' })
    await world.refused('contains_key', 'publishPreview', { name }, { file: 'x', as: 'nobody' })
    await world.refused('contains_key', 'change', { id, name })
    await world.refused('contains_key', 'update', { id, name }, { base: 1, file: 'y' })
    await world.refused('contains_key', 'update', { id, note }, { base: 1, file: 'y' })
    const edits = [{ oldText: 'x', newText: 'y' }]
    await world.refused('contains_key', 'edit', { id, edits, note }, { base: 1 })
    await world.refused('contains_key', 'restore', { id, n: 1, note }, { base: 1 })
    await world.refused('contains_key', 'copy', { id, name, visibility: 'public' })
    await world.refused('invalid_input', 'change', { id, labels: [key] })
  })
  const named = await world.call('publish', { name }, { file: 'x' })
  const noted = await world.call('publish', { note }, { file: 'x' })
  for (const { shortId, warnings } of [named, noted]) {
    assert.deepEqual(warnings, ['contains_key'])
    await world.refused('contains_key', 'change', { id: shortId, visibility: 'public' })
  }
  const renamed = await world.call('change', { id: noted.shortId, name })
  assert.deepEqual(renamed.warnings, ['contains_key'])
  const plain = await world.call('change', { id: named.shortId, name: 'Plain', visibility: 'public' })
  assert.equal('warnings' in plain, false)
  await world.call('revokeKey', { id: keyId }, { as: world.company.owner.session })
  await world.call('change', { id, name })
})

everywhere('a key as the name of a file does not become the title of a public page', async world => {
  const { key } = await leak(world)
  const file = { name: `${key}.md`, bytes: 'x', nameMatters: true as const }
  await world.refused('contains_key', 'publish', { visibility: 'public' }, { file })
})

everywhere('what only looks like a key, or works no more, troubles nobody', async world => {
  const { key, id, file } = await leak(world)
  const other = newKey('u').key
  const last = key.endsWith('1') ? '2' : '1'
  const harmless = `${other} ${key.slice(0, -1)}${last} ${key.slice(0, 43)} recto_u_ recto_`
  const made = await world.call('publish', { visibility: 'public' }, { file: harmless })
  assert.equal('warnings' in made, false)
  await world.call('revokeKey', { id }, { as: world.company.owner.session })
  await world.call('publish', { visibility: 'public' }, { file })
  const expiresAt = new Date(world.service.context.clock() + DAY).toISOString()
  const brief = await world.company.newKey('service', { expiresAt })
  await world.refused('contains_key', 'publish', { visibility: 'public' }, { file: brief.key })
  world.service.advance(DAY)
  await world.call('publish', { visibility: 'public' }, { file: brief.key })
})

onBothStores('a key in an address is refused before anything else is looked at', async service => {
  const { owner } = await service.organization()
  const headers = proof(service.url, owner)
  const key = encodeURIComponent(owner.key)
  const refused = [
    `/v1/me?api_key=${key}`,
    '/v1/me?api_key=wrong',
    `/v1/me?key=${key}`,
    `/v1/me?a=1&b=Bearer%20${key}`,
    `/v1/me?${key}`,
    '/v1/me?Access_Token=x',
    `/v1/artifacts/123456789A/content?token=${key}`,
    `/v1/nowhere?token=${key}`,
    `/v1/mcp?key=${key}`,
    `/app?key=${key}`,
    `/123456789A?key=${key}`,
  ]
  for (const path of refused) {
    for (const method of ['GET', 'POST']) {
      const answer = await send(service.url + path, { method, headers })
      assert.deepEqual([answer.status, answer.json.code], [400, 'key_in_query'], `${method} ${path}`)
      assert.ok(!answer.text.includes(owner.key))
    }
  }
  for (const path of ['/v1/me?x=recto_u_abc', '/v1/search?q=api_key', '/v1/artifacts?label=key']) {
    assert.equal((await send(service.url + path, { headers })).status, 200, path)
  }
})
