// Updating: the same address, a version named, nobody overwritten by mistake.
import assert from 'node:assert/strict'
import { everywhere } from '../support/world.ts'

everywhere(
  '[S3, S4, S24, S34, S63, S64] an update that names the current version makes the next one at the same address',
  async world => {
    const made = await world.call('publish', {}, { file: '# One\n' })
    const { events, audits } = await world.traces(async () => {
      const updated = await world.call('update', { id: made.shortId }, { base: 1, file: '# Two\n' })
      assert.equal(updated.url, made.url)
      assert.equal(updated.shortId, made.shortId)
      assert.equal(updated.version, 2)
      assert.equal(updated.currentVersion, 2)
    })
    assert.deepEqual([events, audits], [['artifact.updated'], ['update']])
    assert.equal(await world.source(made.shortId), '# Two\n')
    assert.equal(await world.source(made.shortId, { version: 1 }), '# One\n')
  },
)

everywhere('[S35] a stale update changes nothing and is told who saved what meanwhile', async world => {
  const ana = await world.company.join('member')
  const made = await world.call('publish', { visibility: 'company' }, { file: 'one\ntwo\n' })
  const saved = await world.call('update', { id: made.shortId }, { base: 1, file: 'one\nthree\n', as: ana })
  const traces = await world.traces(async () => {
    const { status, extras } = await world.refused(
      'version_conflict',
      'update',
      { id: made.shortId },
      { base: 1, file: 'mine' },
    )
    if (status !== undefined) assert.equal(status, 412)
    assert.equal(extras.currentVersion, 2)
    assert.equal(extras.updatedBy, ana.name)
    assert.equal(extras.updatedAt, saved.updatedAt)
    assert.equal(extras.sha256, saved.sha256)
    assert.match(extras.diff, /^-two$/m)
    assert.match(extras.diff, /^\+three$/m)
  })
  assert.deepEqual(traces, { events: [], audits: [] })
  assert.equal(await world.source(made.shortId), 'one\nthree\n')
})

everywhere('[S36] an update that names no version changes nothing', async world => {
  const made = await world.call('publish', {}, { file: 'one' })
  const { status, extras } = await world.refused(
    'base_version_required',
    'update',
    { id: made.shortId },
    { file: 'two' },
  )
  if (status !== undefined) assert.equal(status, 428)
  assert.equal(extras.currentVersion, 1)
  assert.equal(await world.source(made.shortId), 'one')
})
