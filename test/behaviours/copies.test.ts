// Copies: another artifact with the same content, at another address.
import assert from 'node:assert/strict'
import { everywhere, everywhereAll } from '../support/world.ts'
import { copies } from './portable/copies.ts'

everywhereAll(copies)

everywhere('a copy has the content and look, and none of the people', async world => {
  const input = { name: 'First', theme: 'paper', visibility: 'company', sharedWith: ['ana@example.org'] }
  const made = await world.call('publish', input, { file: 'one' })
  await world.call('change', { id: made.shortId, labels: ['x'], historyVisible: true })
  const traces = await world.traces(async () => {
    const copy = await world.call('copy', { id: made.shortId })
    assert.notEqual(copy.shortId, made.shortId)
    assert.deepEqual(
      [
        copy.name,
        copy.theme,
        copy.visibility,
        copy.sharedWith,
        copy.labels,
        copy.version,
        copy.historyVisible,
      ],
      ['First', 'paper', 'private', [], [], 1, false],
    )
    assert.equal(await world.source(copy.shortId), 'one')
  })
  assert.deepEqual(traces, { events: ['artifact.published'], audits: ['copy'] })
})

everywhere(
  'who can read may copy into the own organization; old versions only who sees the history',
  async world => {
    const { shortId: id } = await world.call('publish', { visibility: 'public' }, { file: 'one' })
    await world.call('update', { id }, { base: 1, file: 'two' })
    const other = await world.service.organization()
    const copy = await world.call('copy', { id }, { as: other.owner })
    assert.equal(copy.organization.id, other.id)
    await world.call('delete', { id })
    assert.equal(await world.source(copy.shortId, { as: other.owner }), 'two')
    await world.call('undelete', { id })
    await world.refused('not_found', 'copy', { id, version: 1 }, { as: other.owner })
    const viewer = await world.company.join('viewer')
    await world.refused('forbidden', 'copy', { id }, { as: viewer })
    await world.refused('unauthorized', 'copy', { id }, { as: 'nobody' })
  },
)

everywhere('a copy that is refused leaves nothing', async world => {
  const { shortId: id } = await world.call('publish', { visibility: 'company' }, { file: 'one' })
  const service = await world.company.newKey('service')
  await world.leavesNothing(async () => {
    await world.refused('unknown_visibility', 'copy', { id, visibility: 'all' })
    await world.refused('service_key_private', 'copy', { id, visibility: 'private' }, { as: service })
  })
  assert.equal((await world.call('copy', { id }, { as: service })).visibility, 'company')
})
