// Keys: made in a session, shown once, bounded by kind, scopes and membership, dead at once when revoked.
import assert from 'node:assert/strict'
import { everywhere } from '../support/world.ts'

const DAY = 86_400_000

everywhere('[S52] a key is made in a session and shown this once', async world => {
  const { owner } = world.company
  const traces = await world.traces(async () => {
    const { key, ...facts } = await world.call(
      'makeKey',
      { name: 'Laptop', kind: 'user' },
      { as: owner.session },
    )
    assert.match(key, /^recto_u_[1-9A-HJ-NP-Za-km-z]{36}$/)
    assert.ok(key.startsWith(facts.prefix) && facts.prefix.length < 14)
    assert.deepEqual(
      [facts.name, facts.kind, facts.scopes, facts.expiresAt, facts.lastUsedAt],
      ['Laptop', 'user', null, null, null],
    )
    const { data } = await world.call('listKeys', {}, { as: owner.session })
    assert.deepEqual(data[0], facts)
    assert.ok(!JSON.stringify(data).includes(key))
    assert.equal((await world.call('publish', {}, { file: 'x', as: { key } })).owner.email, owner.email)
  })
  assert.deepEqual(traces, { events: ['key.created', 'artifact.published'], audits: ['makeKey', 'publish'] })
})

everywhere('the audit says what a key may do and how long, and never the key', async world => {
  const { owner } = world.company
  const expiresAt = new Date(world.service.context.clock() + DAY).toISOString()
  const input = { name: 'Reader', kind: 'user', scopes: ['artifacts:read'], expiresAt }
  const { id, key } = await world.call('makeKey', input, { as: owner.session })
  const { data } = await world.call('audit', { subject: id })
  assert.deepEqual(data[0].details, input)
  assert.ok(!JSON.stringify(data).includes(key))
})

everywhere('with a key no key is made, listed or revoked', async world => {
  const service = await world.company.newKey('service')
  const { id } = await world.company.newKey('user')
  for (const as of [world.company.owner, service]) {
    await world.leavesNothing(async () => {
      await world.refused('session_required', 'makeKey', { name: 'x', kind: 'user' }, { as })
      await world.refused('session_required', 'listKeys', {}, { as })
      await world.refused('session_required', 'revokeKey', { id }, { as })
    })
  }
  await world.refused('unauthorized', 'makeKey', { name: 'x', kind: 'user' }, { as: 'nobody' })
})

everywhere('a revoked key is refused at once', async world => {
  const { id, key } = await world.company.newKey('user')
  await world.call('list', {}, { as: { key } })
  const traces = await world.traces(() =>
    world.call('revokeKey', { id }, { as: world.company.owner.session }),
  )
  assert.deepEqual(traces, { events: ['key.revoked'], audits: ['revokeKey'] })
  await world.refused('unauthorized', 'list', {}, { as: { key } })
  await world.refused('not_found', 'revokeKey', { id }, { as: world.company.owner.session })
  const { data } = await world.call('listKeys', {}, { as: world.company.owner.session })
  assert.ok(!data.some((row: { id: string }) => row.id === id))
})

everywhere('a key ends when it was said to, and with the membership', async world => {
  const member = await world.company.join('member')
  const expiresAt = new Date(world.service.context.clock() + DAY).toISOString()
  const { key } = await world.company.newKey('user', { expiresAt })
  await world.call('list', {}, { as: { key } })
  world.service.advance(DAY)
  await world.refused('unauthorized', 'list', {}, { as: { key } })
  await world.call('list', {}, { as: member })
  await world.service.leave(member.id, world.company.id)
  await world.refused('unauthorized', 'list', {}, { as: member })
  await world.refused('unauthorized', 'list', {}, { as: member.session })
})

everywhere('members make keys for themselves, governors also for the organization', async world => {
  const member = await world.company.join('member')
  const admin = await world.company.join('admin')
  await world.refused('forbidden', 'makeKey', { name: 'x', kind: 'service' }, { as: member.session })
  const made = await world.call('makeKey', { name: 'CI', kind: 'service' }, { as: admin.session })
  assert.match(made.key, /^recto_s_/)
  const seen = async (as: { cookie: string }) =>
    (await world.call('listKeys', {}, { as })).data.map((row: { id: string }) => row.id)
  assert.ok(!(await seen(member.session)).includes(made.id))
  assert.ok((await seen(world.company.owner.session)).includes(made.id))
  await world.refused('not_found', 'revokeKey', { id: made.id }, { as: member.session })
  const [own] = await seen(member.session)
  await world.refused('not_found', 'revokeKey', { id: own }, { as: admin.session })
  await world.call('revokeKey', { id: made.id }, { as: world.company.owner.session })
  const stranger = (await world.service.organization()).owner
  await world.refused('not_found', 'revokeKey', { id: own }, { as: stranger.session })
})

everywhere('[S51] scoped keys belong to Pro and Enterprise', async world => {
  const input = { name: 'x', kind: 'user', scopes: ['artifacts:read'] }
  for (const plan of ['free', 'solo'] as const) {
    await world.company.setPlan(plan)
    await world.leavesNothing(() =>
      world.refused('plan_limit', 'makeKey', input, { as: world.company.owner.session }),
    )
  }
  for (const plan of ['pro', 'enterprise'] as const) {
    await world.company.setPlan(plan)
    const made = await world.call('makeKey', input, { as: world.company.owner.session })
    assert.match(made.key, /^recto_k_/)
    assert.deepEqual(made.scopes, ['artifacts:read'])
  }
})

/** The scope that each operation takes, by contract section 6. */
const needs: [
  operation: string,
  scope: string,
  input: (id: string) => Record<string, unknown>,
  options: object,
][] = [
  ['get', 'artifacts:read', id => ({ id }), {}],
  ['content', 'artifacts:read', id => ({ id }), {}],
  ['read', 'artifacts:read', id => ({ id }), {}],
  ['versions', 'artifacts:read', id => ({ id }), {}],
  ['list', 'artifacts:read', () => ({}), {}],
  ['search', 'artifacts:read', () => ({ q: 'x' }), {}],
  ['publish', 'artifacts:write', () => ({}), { file: 'x' }],
  ['copy', 'artifacts:write', id => ({ id }), {}],
  ['update', 'artifacts:write', id => ({ id }), { file: 'x', base: 1 }],
  ['change', 'artifacts:write', id => ({ id, name: 'y' }), {}],
  ['change', 'sharing:write', id => ({ id, visibility: 'company' }), {}],
  ['createUpload', 'artifacts:write', () => ({ sizeBytes: 1 }), {}],
  ['delete', 'artifacts:delete', id => ({ id }), {}],
]

everywhere('scopes bound a key: each operation takes its own, and writing implies reading', async world => {
  const scopes = [
    'artifacts:read',
    'artifacts:write',
    'artifacts:delete',
    'sharing:write',
    'org:write',
  ] as const
  for (const scope of scopes) {
    const as = await world.company.newKey('user', { scopes: [scope] })
    for (const [operation, needed, input, options] of needs) {
      const { shortId } = await world.call('publish', {}, { file: 'x' })
      const outcome = await world.act(operation, input(shortId), { ...options, as })
      const allowed = scope === needed || (scope === 'artifacts:write' && needed === 'artifacts:read')
      const said = 'problem' in outcome ? outcome.problem.code : 'allowed'
      assert.equal(said, allowed ? 'allowed' : 'insufficient_scope', `${operation} with ${scope}`)
    }
  }
})

everywhere('[S49] a user key has the role of its person at the moment of use', async world => {
  const person = await world.company.join('viewer')
  const { shortId: id } = await world.call('publish', { visibility: 'company' }, { file: 'x' })
  assert.equal(await world.source(id, { as: person }), 'x')
  await world.refused('forbidden', 'publish', {}, { file: 'x', as: person })
  await world.refused('forbidden', 'update', { id }, { base: 1, file: 'x', as: person })
  const become = (role: string) => world.call('changeMember', { id: person.id, role })
  await become('member')
  await world.call('publish', {}, { file: 'x', as: person })
  await become('admin')
  await world.call('audit', {}, { as: person })
  await become('member')
  await world.refused('forbidden', 'audit', {}, { as: person })
  const me = await world.call('me', {}, { as: person })
  assert.deepEqual([me.role, me.person.email, me.organization.id], ['member', person.email, world.company.id])
})

everywhere('who am I tells the credential, its organization and its limits', async world => {
  await world.company.setPlan('free')
  const me = await world.call('me')
  assert.deepEqual(
    [me.credential, me.role, me.organization.plan, me.defaultVisibility, me.limits, me.scopes],
    ['key', 'owner', 'free', 'private', { gatedArtifacts: 3, fileSize: 10_485_760 }, null],
  )
  const service = await world.call('me', {}, { as: await world.company.newKey('service') })
  assert.deepEqual(
    [service.credential, service.person, service.role, service.defaultVisibility],
    ['service', null, null, 'company'],
  )
  assert.equal((await world.call('me', {}, { as: world.company.owner.session })).credential, 'session')
  await world.refused('unauthorized', 'me', {}, { as: 'nobody' })
})
