// History: what was there before, what changed, going back, and who may see it.
import assert from 'node:assert/strict'
import { everywhere, type World } from '../support/world.ts'

async function threeVersions(world: World, input: Record<string, unknown> = {}): Promise<string> {
  const { shortId: id } = await world.call('publish', { visibility: 'public', ...input }, { file: 'one\n' })
  await world.call('update', { id }, { base: 1, file: 'two\n' })
  await world.call('update', { id }, { base: 2, file: { name: 'x.html', bytes: '<p>three</p>' } })
  return id
}

everywhere('history lists versions newest first, in pages', async world => {
  const id = await threeVersions(world)
  const first = await world.call('versions', { id, limit: 2 })
  const second = await world.call('versions', { id, limit: 2, cursor: first.nextCursor })
  const rows = [...first.data, ...second.data]
  assert.equal(second.nextCursor, null)
  assert.deepEqual(
    rows.map(({ version, current, format, size }) => [version, current, format, size]),
    [
      [3, true, 'html', 12],
      [2, false, 'markdown', 4],
      [1, false, 'markdown', 4],
    ],
  )
  assert.deepEqual(await world.call('version', { id, n: 2 }), rows[1])
  await world.refused('not_found', 'version', { id, n: 4 })
})

everywhere('an old version stays readable by its number', async world => {
  const id = await threeVersions(world)
  assert.equal(await world.source(id, { version: 1 }), 'one\n')
  assert.equal((await world.call('read', { id, version: 2 })).text.trim(), 'two')
  await world.refused('not_found', 'content', { id, version: 9 })
})

everywhere('restoring makes a new version with the old bytes and format', async world => {
  const id = await threeVersions(world)
  const traces = await world.traces(async () => {
    const restored = await world.call('restore', { id, n: 1, note: 'better before' }, { base: 3 })
    assert.deepEqual([restored.version, restored.format, restored.size], [4, 'markdown', 4])
  })
  assert.deepEqual(traces, { events: ['artifact.updated'], audits: ['restore'] })
  assert.equal(await world.source(id), 'one\n')
  assert.equal(await world.source(id, { version: 3 }), '<p>three</p>')
  const [newest] = (await world.call('versions', { id })).data
  assert.deepEqual([newest.restoredFrom, newest.note], [1, 'better before'])
})

everywhere('restoring names the version looked at, and one that exists', async world => {
  const id = await threeVersions(world)
  await world.leavesNothing(async () => {
    await world.refused('base_version_required', 'restore', { id, n: 1 })
    await world.refused('version_conflict', 'restore', { id, n: 1 }, { base: 2 })
    await world.refused('not_found', 'restore', { id, n: 7 }, { base: 3 })
  })
})

everywhere(
  'deleting what was restored from another version leaves the bytes of both until both are gone',
  async world => {
    const id = await threeVersions(world)
    await world.call('restore', { id, n: 1 }, { base: 3 })
    await world.refused('version_conflict', 'restore', { id, n: 1 }, { base: 3 })
    assert.equal(await world.source(id, { version: 1 }), 'one\n')
    assert.equal(await world.source(id), 'one\n')
  },
)

everywhere('a diff shows what changed between two versions', async world => {
  const id = await threeVersions(world)
  const between = await world.call('diff', { id, from: 1, to: 2 })
  assert.deepEqual([between.from, between.to], [1, 2])
  assert.match(between.diff, /^-one$/m)
  assert.match(between.diff, /^\+two$/m)
  const latest = await world.call('diff', { id })
  assert.deepEqual([latest.from, latest.to], [2, 3])
  assert.equal((await world.call('diff', { id, from: 2, to: 2 })).diff, '')
  await world.refused('not_found', 'diff', { id, from: 1, to: 9 })
})

everywhere('history is for those who may edit', async world => {
  const id = await threeVersions(world)
  const stranger = (await world.service.organization()).owner
  const viewer = await world.company.join('viewer')
  const member = await world.company.join('member')
  for (const as of [stranger, viewer]) {
    await world.refused('not_found', 'versions', { id }, { as })
    await world.refused('not_found', 'version', { id, n: 1 }, { as })
    await world.refused('not_found', 'diff', { id }, { as })
    await world.refused('not_found', 'content', { id, version: 1 }, { as })
    await world.refused('not_found', 'read', { id, version: 1 }, { as })
    assert.equal(await world.source(id, { version: 3, as }), '<p>three</p>')
  }
  assert.equal((await world.call('versions', { id }, { as: member })).data.length, 3)
  await world.refused('unauthorized', 'versions', { id }, { as: 'nobody' })
})

everywhere('where the owner shows the history, all readers see it', async world => {
  const id = await threeVersions(world)
  await world.call('change', { id, historyVisible: true })
  const stranger = (await world.service.organization()).owner
  assert.equal((await world.call('versions', { id }, { as: stranger })).data.length, 3)
  assert.equal(await world.source(id, { version: 1, as: stranger }), 'one\n')
  assert.equal(await world.source(id, { version: 1, as: 'nobody' }), 'one\n')
})
