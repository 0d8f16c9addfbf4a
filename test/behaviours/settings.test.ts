// Settings: who can open it, what it is called, how long it stays, whose it is. None of them makes a version.
import assert from 'node:assert/strict'
import { guestSession } from '../support/people.ts'
import { until } from '../support/until.ts'
import { everywhere } from '../support/world.ts'
import type { Value } from '../support/world-surface.ts'

const MINUTE = 60_000
const DAY = 1440 * MINUTE
const ana = 'ana@example.org'
const ben = 'ben@example.org'

everywhere('[S5] settings change without a version, and are recorded', async world => {
  const { shortId: id } = await world.call('publish', {}, { file: 'x' })
  const traces = await world.traces(async () => {
    const changed = await world.call('change', {
      id,
      name: 'New name',
      theme: 'plain',
      labels: ['b', 'a', 'b'],
    })
    assert.deepEqual(
      [changed.name, changed.theme, changed.labels, changed.version],
      ['New name', 'plain', ['a', 'b'], 1],
    )
  })
  assert.deepEqual(traces, { events: ['artifact.settings_changed'], audits: ['change'] })
})

everywhere('an audience is replaced, widened, narrowed and emptied', async world => {
  const { shortId: id } = await world.call('publish', {}, { file: 'x' })
  const change = async (input: Record<string, unknown>) => {
    const { visibility, sharedWith } = await world.call('change', { id, ...input })
    return [visibility, sharedWith]
  }
  assert.deepEqual(await change({ visibility: 'company' }), ['company', []])
  assert.deepEqual(await change({ sharedWith: ['Ben@Example.org', ana] }), ['company', [ana, ben]])
  assert.deepEqual(await change({ visibility: 'private' }), ['private', [ana, ben]])
  assert.deepEqual(await change({ removeSharedWith: [ana] }), ['private', [ben]])
  assert.deepEqual(await change({ addSharedWith: ['ANA@example.org'] }), ['private', [ana, ben]])
  assert.deepEqual(await change({ name: 'Other' }), ['private', [ana, ben]])
  assert.deepEqual(await change({ sharedWith: [] }), ['private', []])
  assert.deepEqual(await change({ visibility: `${ana},${ben}` }), ['private', [ana, ben]])
  assert.deepEqual(await change({ visibility: 'public', sharedWith: [] }), ['public', []])
})

everywhere('a change of the audience is one event, a change of settings another', async world => {
  const { shortId: id } = await world.call('publish', {}, { file: 'x' })
  const traces = await world.traces(async () => {
    await world.call('change', { id, visibility: 'company' })
    await world.call('change', { id, historyVisible: true })
    await world.call('change', { id, addSharedWith: [ana], name: 'Both' })
    await world.call('change', { id, name: 'Both', historyVisible: true, dryRun: false })
    await world.call('change', { id, name: 'Never', dryRun: true })
  })
  const [audience, settings] = ['artifact.audience_changed', 'artifact.settings_changed']
  assert.deepEqual(traces.events, [audience, settings, audience, settings])
  assert.deepEqual(traces.audits, ['change', 'change', 'change', 'change'])
})

everywhere('an event of settings names the fields that differ now, and no values', async world => {
  const { service, company } = world
  const member = await company.join('member')
  const { shortId: id } = await world.call('publish', { visibility: 'company' }, { file: 'x' })
  const end = new Date(service.context.clock() + 86_400_000).toISOString()
  const changes: [input: Record<string, unknown>, fields: string[]][] = [
    [{ name: 'Rose-hip' }, ['name']],
    [{ theme: 'paper' }, ['theme']],
    [{ labels: ['hawthorn'] }, ['labels']],
    [{ expiresAt: end }, ['expiresAt']],
    [{ expiresAt: null, labels: [], theme: 'github' }, ['theme', 'labels', 'expiresAt']],
    [{ historyVisible: true, name: 'Rose-hip' }, ['historyVisible']],
    [{ comments: 'shared' }, ['comments']],
    // Comments become internal where people from outside come in.
    [{ addSharedWith: [ana] }, ['comments']],
    [{ owner: member.email }, ['owner']],
  ]
  const { nextCursor: after } = await world.call('events', { after: 'now' })
  for (const [input] of changes) await world.call('change', { id, ...input })
  const { data } = await world.call('events', { after, limit: 100 })
  const told = data.filter(({ type }: Value) => type === 'artifact.settings_changed')
  assert.deepEqual(
    told.map((event: Value) => event.data),
    changes.map(([, names]) => ({ fields: names })),
  )
  for (const event of told) assert.equal(event.artifact, id)
})

everywhere('a narrowing holds from the next request of everybody', async world => {
  const { shortId: id } = await world.call(
    'publish',
    { visibility: 'public', sharedWith: [ana] },
    { file: 'x' },
  )
  const guest = await guestSession(world.service.context, ana)
  const member = await world.company.join('member')
  const stranger = (await world.service.organization()).owner
  for (const as of ['nobody', guest, member, stranger] as const) await world.source(id, { as })
  await world.call('change', { id, visibility: 'company' })
  await world.refused('unauthorized', 'content', { id }, { as: 'nobody' })
  await world.refused('not_found', 'content', { id }, { as: stranger })
  await world.source(id, { as: guest })
  await world.source(id, { as: member })
  await world.call('change', { id, visibility: 'private', sharedWith: [] })
  await world.refused('not_found', 'content', { id }, { as: guest })
  await world.refused('not_found', 'content', { id }, { as: member })
})

everywhere('settings that cannot be are refused and change nothing', async world => {
  const { shortId: id } = await world.call('publish', {}, { file: 'x' })
  const before = await world.call('get', { id })
  const refusals: [string, Record<string, unknown>][] = [
    ['unknown_theme', { theme: 'neon' }],
    ['unknown_visibility', { visibility: 'friends' }],
    ['malformed_address', { sharedWith: ['nope'] }],
    ['malformed_address', { removeSharedWith: ['nope'] }],
    ['invalid_input', { name: '\u0000' }],
    ['invalid_input', { labels: ['x'.repeat(41)] }],
    ['invalid_input', { labels: [''] }],
    ['invalid_input', { labels: Array.from({ length: 21 }, (_, n) => `l${n}`) }],
    ['invalid_input', { expiresAt: '2001-01-01T00:00:00Z' }],
    ['invalid_input', { expiresAt: 'tomorrow' }],
    ['invalid_input', { owner: ana }],
  ]
  await world.leavesNothing(async () => {
    for (const [code, input] of refusals) await world.refused(code, 'change', { id, ...input })
  })
  assert.deepEqual(await world.call('get', { id }), before)
})

everywhere('what reaches its end lies in the trash, and brought back it has no end', async world => {
  const { shortId: id } = await world.call('publish', { visibility: 'public' }, { file: 'x' })
  const expiresAt = new Date(world.service.context.clock() + DAY).toISOString()
  assert.equal((await world.call('change', { id, expiresAt })).expiresAt, expiresAt)
  world.service.advance(DAY - 60_000)
  await world.source(id, { as: 'nobody' })
  world.service.advance(60_000)
  await world.refused('unauthorized', 'content', { id }, { as: 'nobody' })
  await world.refused('not_found', 'content', { id })
  assert.deepEqual((await world.call('list')).data, [])
  const trash = async () => (await world.call('list', { trashed: true })).data
  await until('it lies in the trash', async () => (await trash()).length > 0)
  assert.equal((await trash())[0]?.shortId, id)
  const back = await world.call('undelete', { id })
  assert.equal(back.expiresAt, null)
  await world.source(id, { as: 'nobody' })
})

everywhere('an end can be taken back', async world => {
  const { shortId: id } = await world.call('publish', {}, { file: 'x' })
  const expiresAt = new Date(world.service.context.clock() + DAY).toISOString()
  await world.call('change', { id, expiresAt })
  assert.equal((await world.call('change', { id, expiresAt: null })).expiresAt, null)
  world.service.advance(2 * DAY)
  await world.source(id)
})

everywhere('an artifact is handed to another member, who then decides about it', async world => {
  const member = await world.company.join('member')
  const author = await world.company.join('member')
  const { shortId: id, sha256 } = await world.call('publish', {}, { file: 'x', as: author })
  const handed = await world.call('change', { id, owner: member.email.toUpperCase() }, { as: author })
  assert.deepEqual([handed.owner.email, handed.sha256], [member.email, sha256])
  await world.refused('not_found', 'get', { id }, { as: author })
  assert.equal(
    (await world.call('change', { id, visibility: 'company' }, { as: member })).visibility,
    'company',
  )
  await world.refused('forbidden', 'change', { id, name: 'Mine again' }, { as: author })
})

everywhere('only members can be given an artifact', async world => {
  const { shortId: id } = await world.call('publish', {}, { file: 'x' })
  const stranger = (await world.service.organization()).owner
  const viewer = await world.company.join('viewer')
  for (const { email } of [stranger, viewer])
    await world.refused('invalid_input', 'change', { id, owner: email })
})

everywhere(
  'an admin hands on or deletes what is private to another, unseen, and the owner is told by mail',
  async world => {
    const { mail } = world.service
    const admin = await world.company.join('admin')
    const author = await world.company.join('member')
    const heir = await world.company.join('member')
    const publish = () => world.call('publish', { name: 'Secret plan' }, { file: 'x', as: author })
    const [one, two] = [await publish(), await publish()]
    for (const operation of ['get', 'content', 'read', 'versions'])
      await world.refused('not_found', operation, { id: one.shortId }, { as: admin })
    await world.refused('not_found', 'change', { id: one.shortId, visibility: 'company' }, { as: admin })
    await world.refused('not_found', 'change', { id: one.shortId, name: 'Found' }, { as: admin })
    const traces = await world.traces(async () => {
      await world.call('change', { id: one.shortId, owner: heir.email }, { as: admin })
      await world.call('delete', { id: two.shortId }, { as: admin })
    })
    const events = ['artifact.settings_changed', 'artifact.deleted']
    assert.deepEqual(traces, { events, audits: ['change', 'delete'] })
    assert.equal(await world.source(one.shortId, { as: heir }), 'x')
    const letters = await mail.wait(author.email, 2)
    assert.ok(letters.every(({ text }) => text.includes(admin.name)))
    assert.ok(letters.some(({ text }) => text.includes(one.url) && text.includes(heir.name)))
    assert.ok(letters.some(({ text }) => text.includes(two.url)))
  },
)

everywhere('an address with characters nobody sees is refused: it would pass for another', async world => {
  const { shortId: id } = await world.call('publish', {}, { file: 'x' })
  for (const email of ['ann\u200b@acme.example', '\u202eann@acme.example', 'a\u2066nn@acme.example'])
    await world.refused('malformed_address', 'change', { id, addSharedWith: [email] })
})
