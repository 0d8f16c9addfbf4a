// History: what was there before, what changed, going back, and who may see it.
import assert from 'node:assert/strict'
import { everywhere, everywhereAll } from '../support/world.ts'
import { threeVersions, versions } from './portable/versions.ts'

everywhereAll(versions)

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
    for (const base of [3, 2, undefined])
      await world.refused('not_found', 'restore', { id, n: 7 }, base === undefined ? {} : { base })
  })
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
