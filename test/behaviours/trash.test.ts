// Deleting: thirty days in the trash, back from there, or gone for good.
import assert from 'node:assert/strict'
import { blobs, everywhere, type World } from '../support/world.ts'
import type { Outcome } from '../support/world-surface.ts'

const DAY = 86_400_000

async function deleted(
  world: World,
  input: Record<string, unknown> = { visibility: 'public' },
): Promise<string> {
  const { shortId: id } = await world.call('publish', input, { file: 'still here' })
  await world.call('delete', { id })
  return id
}

everywhere('in the trash everything is missing but what brings it back', async world => {
  const { shortId: id } = await world.call('publish', { visibility: 'public' }, { file: 'x' })
  const traces = await world.traces(() => world.call('delete', { id }))
  assert.deepEqual(traces, { events: ['artifact.deleted'], audits: ['delete'] })
  for (const operation of ['content', 'read', 'versions', 'diff', 'copy', 'delete'])
    await world.refused('not_found', operation, { id })
  await world.refused('not_found', 'change', { id, name: 'x' })
  await world.refused('not_found', 'update', { id }, { base: 1, file: 'y' })
  await world.refused('not_found', 'restore', { id, n: 1 }, { base: 1 })
  await world.refused('unauthorized', 'get', { id }, { as: 'nobody' })
  const member = await world.company.join('member')
  await world.refused('not_found', 'get', { id }, { as: member })
  await world.refused('not_found', 'undelete', { id }, { as: member })
  assert.ok((await world.call('get', { id })).trashedAt)
  assert.deepEqual((await world.call('list')).data, [])
  assert.deepEqual((await world.call('list', { trashed: true }, { as: member })).data, [])
  assert.equal((await world.call('list', { trashed: true })).data[0].shortId, id)
})

everywhere('a cursor of the trash tells nothing of what it stands behind', async world => {
  for (let pages = 0; pages < 2; pages++) await deleted(world)
  const { data, nextCursor } = await world.call('list', { trashed: true, limit: 1 })
  const parts = [nextCursor, ...nextCursor.split('.')]
  const said = parts.map(part => Buffer.from(part, 'base64url').toString('latin1')).join('\n')
  assert.doesNotMatch(said, /\d{10}|[\da-f]{8}-|"id"/)
  const rest = await world.call('list', { trashed: true, limit: 1, cursor: nextCursor })
  assert.notEqual(rest.data[0].shortId, data[0].shortId)
  const changed = (nextCursor[0] === 'A' ? 'B' : 'A') + nextCursor.slice(1)
  for (const cursor of [changed, nextCursor.slice(1), nextCursor.slice(0, 20), 'A', '.', '👻'])
    await world.refused('invalid_input', 'list', { trashed: true, limit: 1, cursor })
  await world.refused('invalid_input', 'list', { limit: 1, cursor: nextCursor })
})

everywhere('what is brought back is as it was', async world => {
  const { shortId: id } = await world.call(
    'publish',
    { visibility: 'company', name: 'Kept' },
    { file: 'one' },
  )
  await world.call('update', { id }, { base: 1, file: 'two' })
  const before = await world.call('get', { id })
  await world.call('delete', { id })
  const back = await world.call('undelete', { id })
  assert.deepEqual(back, before)
  assert.equal(await world.source(id, { version: 1 }), 'one')
  await world.refused('not_found', 'undelete', { id })
})

everywhere(
  'undelete finds only the trash, whoever asks, and leaves nothing behind elsewhere',
  async world => {
    const admin = await world.company.join('admin')
    const member = await world.company.join('member')
    for (const visibility of ['private', 'company', 'public']) {
      const { shortId: id } = await world.call('publish', { visibility }, { file: 'alive' })
      await world.leavesNothing(async () => {
        for (const as of [world.company.owner, admin, member])
          await world.refused('not_found', 'undelete', { id }, { as })
        await world.refused('not_found', 'undelete', { id }, { as: admin, idempotencyKey: `key of ${id}` })
        await world.refused('not_found', 'undelete', { id }, { as: member, idempotencyKey: `key of ${id}` })
      })
      await world.call('delete', { id })
      await world.call('undelete', { id }, { idempotencyKey: `key of ${id}` })
      await world.leavesNothing(() => world.refused('not_found', 'undelete', { id }))
    }
  },
)

everywhere(
  'an admin brings back and hands on what they may not read, and is told nothing of it',
  async world => {
    const admin = await world.company.join('admin')
    const other = await world.company.join('member')
    const id = await deleted(world, { visibility: 'private', name: 'Secret plan' })
    const traces = await world.traces(async () => {
      const back = await world.act('undelete', { id }, { as: admin, idempotencyKey: 'a key of the admin' })
      assert.equal(told(back), null)
      const again = await world.act('undelete', { id }, { as: admin, idempotencyKey: 'a key of the admin' })
      assert.equal(told(again), null)
    })
    assert.deepEqual(traces, { events: ['artifact.restored'], audits: ['undelete'] })
    assert.equal((await world.call('get', { id })).name, 'Secret plan')
    assert.equal(told(await world.act('change', { id, owner: other.email }, { as: admin })), null)
    assert.equal((await world.call('get', { id }, { as: other })).name, 'Secret plan')
    const own = await world.call('change', { id, owner: admin.email }, { as: admin })
    assert.equal(own.name, 'Secret plan')
  },
)

everywhere(
  'of a private page in the trash an admin learns short ID, owner and date, and nothing of what was in it',
  async world => {
    const admin = await world.company.join('admin')
    const { owner } = world.company
    const input = { visibility: 'private', name: 'Secret plan' }
    const { shortId: id } = await world.call('publish', input, { file: 'still here' })
    await world.call('change', { id, labels: ['merger'] })
    await world.call('delete', { id })
    const rows = async (asked: Record<string, unknown> = {}) =>
      (await world.call('list', { trashed: true, ...asked }, { as: admin })).data
    const [row, ...others] = await rows()
    assert.deepEqual(others, [])
    const { trashedAt, owner: told, ...rest } = row
    assert.deepEqual(rest, { shortId: id })
    assert.equal(told.name, owner.name)
    assert.ok(Date.parse(trashedAt))
    assert.equal((await rows({ owner: owner.email }))[0]?.shortId, id)
    for (const guess of [{ label: 'merger' }, { format: 'markdown' }, { sort: 'name' }])
      assert.deepEqual(await rows(guess), [], JSON.stringify(guess))
    for (const operation of ['get', 'content', 'read', 'versions', 'diff', 'listComments'])
      await world.refused('not_found', operation, { id }, { as: admin })
    assert.deepEqual((await world.call('search', { q: 'Secret' }, { as: admin })).data, [])
    for (const [name, told] of [
      ['audit', await world.call('audit', {}, { as: admin })],
      ['usage', await world.call('usage', {}, { as: admin })],
      ['events', await world.call('events', {}, { as: admin })],
    ])
      assert.ok(!/Secret|merger/.test(JSON.stringify(told)), `${name} tells it: ${JSON.stringify(told)}`)
    assert.equal((await world.call('get', { id })).name, 'Secret plan')
    assert.equal((await world.call('list', { trashed: true, label: 'merger' })).data[0].name, 'Secret plan')
  },
)

everywhere('an admin who could read a page reads what is known of it in the trash', async world => {
  const admin = await world.company.join('admin')
  const open = await deleted(world)
  const named = await deleted(world, { visibility: 'private', sharedWith: [admin.email] })
  for (const id of [open, named])
    assert.equal((await world.call('get', { id }, { as: admin })).sha256.length, 64)
  const { data } = await world.call('list', { trashed: true }, { as: admin })
  assert.deepEqual(
    data.map((row: { name?: string }) => typeof row.name),
    ['string', 'string'],
  )
})

/** The answer of an act that went well; null where it is empty. */
const told = (outcome: Outcome): unknown => {
  if ('value' in outcome) return outcome.value ?? null
  assert.fail(`refused: ${JSON.stringify(outcome.problem)}`)
}

everywhere(
  'after thirty days it is gone, from disk too, and its short ID stays free of others',
  async world => {
    const before = await blobs(world.service)
    const id = await deleted(world)
    const left = async () => (await blobs(world.service)).filter(name => !before.includes(name)).length
    world.service.advance(29 * DAY)
    await world.service.sweep()
    assert.equal(await left(), 1)
    await world.call('undelete', { id })
    await world.call('delete', { id })
    world.service.advance(30 * DAY)
    await world.service.sweep()
    assert.equal(await left(), 0)
    await world.refused('not_found', 'get', { id })
    await world.refused('not_found', 'undelete', { id })
    assert.deepEqual((await world.call('list', { trashed: true })).data, [])
  },
)

everywhere('purging one leaves what was copied from it', async world => {
  const { shortId: id } = await world.call('publish', {}, { file: 'twice' })
  const copy = await world.call('copy', { id })
  await world.call('delete', { id })
  world.service.advance(31 * DAY)
  await world.service.sweep()
  await world.refused('not_found', 'get', { id })
  assert.equal(await world.source(copy.shortId), 'twice')
})

everywhere('a purge takes every version, also those that share their bytes', async world => {
  const before = await blobs(world.service)
  const { shortId: id } = await world.call('publish', {}, { file: 'one' })
  await world.call('update', { id }, { base: 1, file: 'two' })
  await world.call('restore', { id, n: 1 }, { base: 2 })
  assert.equal((await blobs(world.service)).length, before.length + 2)
  await world.call('delete', { id })
  world.service.advance(31 * DAY)
  await world.service.sweep()
  assert.deepEqual(
    (await blobs(world.service)).filter(name => !before.includes(name)),
    [],
  )
})

everywhere('what nobody may see cannot be told from what never was', async world => {
  const stranger = (await world.service.organization()).owner
  const { shortId: id } = await world.call('publish', {}, { file: 'x' })
  const gone = await deleted(world)
  const never = 'zzzzzzzzzz'
  for (const operation of ['get', 'content', 'delete', 'undelete', 'versions', 'copy'])
    for (const name of [id, gone, never, 'no short id', `${never}@1`])
      await world.refused('not_found', operation, { id: name }, { as: stranger })
})
