// Updating: the same address, a version named, nobody overwritten by mistake.
import assert from 'node:assert/strict'
import { everywhere, everywhereAll } from '../support/world.ts'
import { base, updating } from './portable/update.ts'

everywhereAll(updating)

everywhere(
  '[S3, S4, S6, S24, S34, S63, S64] an update that names the current version makes the next one at the same address',
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
    const refusal = await world.refused(
      'version_conflict',
      'update',
      { id: made.shortId },
      { base: 1, file: 'mine' },
    )
    const { status, extras } = refusal
    if (status !== undefined) assert.equal(status, 412)
    assert.equal(extras.currentVersion, 2)
    assert.equal(extras.updatedAt, saved.updatedAt)
    assert.equal(extras.sha256, saved.sha256)
    assert.equal(world.fact(refusal, 'updatedBy') ?? ana.name, ana.name)
    assert.match(world.fact(refusal, 'diff') ?? '\n-two\n+three\n', /^-two$[\s\S]*^\+three$/m)
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

everywhere('equal bytes make a version too, unless that was asked to be left out', async world => {
  const { shortId: id } = await world.call('publish', {}, { file: 'same' })
  const second = await world.call('update', { id }, { base: 1, file: 'same' })
  assert.deepEqual([second.version, 'unchanged' in second], [2, false])
  const traces = await world.traces(async () => {
    const skipped = await world.call('update', { id, skipUnchanged: true }, { base: 2, file: 'same' })
    assert.deepEqual([skipped.version, skipped.unchanged], [2, true])
  })
  assert.deepEqual(traces.events, [])
  const changed = await world.call('update', { id, skipUnchanged: true }, { base: 2, file: 'other' })
  assert.deepEqual([changed.version, 'unchanged' in changed], [3, false])
})

everywhere('an update without a name keeps it, and may change the format', async world => {
  const made = await world.call('publish', { visibility: 'company' }, { file: '# Kept\n' })
  const file = { name: 'other.html', bytes: '<title>Not this</title>' }
  const updated = await world.call('update', { id: made.shortId }, { base: 1, file })
  assert.deepEqual([updated.name, updated.format, updated.visibility], ['Kept', 'html', 'company'])
})

everywhere('a merge of overlapping changes stays a conflict and says where', async world => {
  const { shortId: id } = await world.call('publish', {}, { file: base })
  await world.call('update', { id }, { base: 1, file: base.replace('two', 'theirs') })
  await world.leavesNothing(async () => {
    const options = { base: 1, file: base.replace('two', 'mine') }
    const refusal = await world.refused('version_conflict', 'update', { id, merge: true }, options)
    const conflicts = world.fact(refusal, 'conflicts') ?? ['theirs']
    assert.equal(conflicts.length, 1)
    assert.match(JSON.stringify(conflicts), /theirs/)
  })
})

everywhere('who wrote a version is stored, with what the caller says of itself', async world => {
  const { shortId: id } = await world.call(
    'publish',
    { visibility: 'company', note: 'first' },
    { file: 'one' },
  )
  const as = await world.company.newKey('service')
  await world.call('update', { id, note: 'by the build' }, { base: 1, file: '2', as, actorName: 'CI 42' })
  const ana = await world.company.join('member')
  await world.call('update', { id }, { base: 2, file: '3', as: ana, actorType: 'human' })
  const { data } = await world.call('versions', { id })
  const told = data.map((v: Record<string, { name: string }>) => [
    v.version,
    v.actorType,
    v.actorName,
    v.note,
  ])
  assert.deepEqual(told, [
    [3, 'human', null, null],
    [2, world.surface === 'MCP' ? 'agent' : 'service', 'CI 42', 'by the build'],
    [1, 'agent', null, 'first'],
  ])
  assert.equal(data[0].author.name, ana.name)
})

everywhere('a refused update leaves nothing', async world => {
  const { shortId: id } = await world.call('publish', {}, { file: 'one' })
  const refusals: [string, Record<string, unknown>, { name: string; bytes: string | Buffer }][] = [
    ['empty_file', {}, { name: 'a.md', bytes: '' }],
    ['not_utf8', {}, { name: 'a.md', bytes: Buffer.from([0xc3]) }],
    ['unsupported_format', {}, { name: 'a.exe', bytes: 'x' }],
    ['unknown_theme', { theme: 'neon' }, { name: 'a.md', bytes: 'x' }],
    ['invalid_input', { name: ' ' }, { name: 'a.md', bytes: 'x' }],
  ]
  for (const [code, input, file] of refusals)
    await world.leavesNothing(() => world.refused(code, 'update', { id, ...input }, { base: 1, file }))
  assert.equal((await world.call('get', { id })).version, 1)
})
