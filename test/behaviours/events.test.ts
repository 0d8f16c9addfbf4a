// The feed: what happened in an organization, in order, for those who may read it.
import assert from 'node:assert/strict'
import type { Scope } from '../../src/domain/actor.ts'
import { guestSession } from '../support/people.ts'
import { everywhere, type World } from '../support/world.ts'
import type { Value } from '../support/world-surface.ts'

type As = Parameters<World['call']>[2]

const DAY = 86_400_000

/** Everything the reader finds after a place, page by page. */
async function all(world: World, input: Record<string, unknown> = {}, as: As = {}): Promise<Value[]> {
  const found: Value[] = []
  for (let after = input.after; ; ) {
    const page = await world.call('events', { ...input, ...(after !== undefined && { after }) }, as)
    found.push(...page.data)
    if (page.data.length === 0) return found
    after = page.nextCursor
  }
}

const kinds = async (world: World, input: Record<string, unknown> = {}, as: As = {}): Promise<string[]> =>
  (await all(world, input, as)).map(event => `${event.type} ${event.artifact ?? ''}`.trim())

const now = async (world: World, as: As = {}): Promise<string> =>
  (await world.call('events', { after: 'now' }, as)).nextCursor

everywhere('what happens to an artifact is told in order, with who did it', async world => {
  const { company } = world
  const ana = await company.join('member')
  const after = await now(world)
  const { shortId: id } = await world.call(
    'publish',
    { visibility: 'company' },
    { file: 'one', as: ana, actorType: 'agent', actorName: 'Robot' },
  )
  await world.call('update', { id, reload: true }, { base: 1, file: 'two' })
  await world.call('change', { id, sharedWith: ['eve@example.org'] })
  await world.call('delete', { id }, { as: ana })
  await world.call('undelete', { id }, { as: ana })
  const found = await all(world, { after })
  assert.deepEqual(
    found.map(({ type, artifact, data }) => [type, artifact, data]),
    [
      ['artifact.published', id, { version: 1, visibility: 'company' }],
      ['artifact.updated', id, { version: 2, reload: true }],
      ['artifact.audience_changed', id, { visibility: 'company' }],
      ['artifact.deleted', id, {}],
      ['artifact.restored', id, { visibility: 'company' }],
    ],
  )
  const [first] = found
  assert.match(first.id, /^[0-9a-f-]{36}$/)
  assert.match(first.createdAt, /^\d{4}-.*Z$/)
  assert.deepEqual(first.actor, { id: ana.id, name: ana.name, actorType: 'agent', actorName: 'Robot' })
  assert.ok(!JSON.stringify(found).includes('eve@example.org'))
})

everywhere('it comes in pages, after a cursor, after an id, from the first, from now', async world => {
  const begin = await now(world)
  for (let n = 0; n < 5; n++) await world.call('publish', { visibility: 'public' }, { file: `${n}` })
  const whole = await all(world, { after: begin })
  assert.equal(whole.length, 5)
  assert.deepEqual(await all(world, { after: begin, limit: 2 }), whole)
  assert.deepEqual(await all(world, { after: whole[1].id }), whole.slice(2))
  assert.deepEqual(await all(world, { after: 'now' }), [])
  assert.deepEqual((await all(world, { after: '' })).slice(-5), whole)
  assert.deepEqual((await all(world)).slice(-5), whole)
  const other = (await world.service.organization()).owner
  for (const after of ['nonsense', `x${begin}`, begin.slice(1), '0193a5f0-0000-7000-8000-000000000000'])
    await world.refused('invalid_input', 'events', { after })
  for (const after of [begin, whole[0].id])
    await world.refused('invalid_input', 'events', { after }, { as: other })
  for (const wrong of [{ wait: 61 }, { wait: -1 }, { limit: 0 }, { limit: 101 }])
    await world.refused('invalid_input', 'events', wrong)
})

everywhere('events of what one may not read are not there, and come with the right to read', async world => {
  const { company } = world
  const [ana, ben] = [await company.join('member'), await company.join('member')]
  const viewer = await company.join('viewer')
  const service = await company.newKey('service')
  const after = await now(world)
  const secret = await world.call('publish', {}, { file: 'secret', as: ana })
  const ours = await world.call('publish', { visibility: 'company' }, { file: 'ours', as: ana })
  const hers = [`artifact.published ${secret.shortId}`, `artifact.published ${ours.shortId}`]
  assert.deepEqual(await kinds(world, { after }, { as: ana }), hers)
  for (const as of [ben, viewer, service, company.owner])
    assert.deepEqual(await kinds(world, { after }, { as }), hers.slice(1))
  await world.call('change', { id: secret.shortId, addSharedWith: [ben.email] }, { as: ana })
  const changed = [...hers, `artifact.audience_changed ${secret.shortId}`]
  assert.deepEqual(await kinds(world, { after }, { as: ben }), changed)
  assert.deepEqual(await kinds(world, { after }, { as: viewer }), hers.slice(1))
  await world.call('change', { id: secret.shortId, sharedWith: [] }, { as: ana })
  assert.deepEqual(await kinds(world, { after }, { as: ben }), hers.slice(1))
})

everywhere('viewers, who do not see the list of members, learn of none from the feed either', async world => {
  const { company } = world
  const [ana, ben] = [await company.join('member'), await company.join('member')]
  const viewer = await company.join('viewer')
  const service = await company.newKey('service')
  const after = await now(world)
  await joins(world)
  await world.call('removeMember', { id: ana.id })
  await world.call('changeOrganization', { policy: { openNetwork: false } })
  const members = ['member.joined', 'member.removed', 'policy.changed']
  for (const as of [ben, service]) assert.deepEqual(await kinds(world, { after }, { as }), members)
  assert.deepEqual(await kinds(world, { after }, { as: viewer }), ['policy.changed'])
  const { key } = await company.newKey('user', { scopes: ['artifacts:read'] })
  assert.deepEqual(await kinds(world, { after }, { as: { key } }), [])
})

/** Somebody accepts an invitation, which the feed tells. */
async function joins(world: World): Promise<void> {
  const { service } = world
  const { owner: guest } = await service.organization()
  await world.call('invite', { email: guest.email, role: 'member' })
  const letter = (await service.mail.wait(guest.email, 1)).at(-1)!
  const code = /\/invite\/(\w+)\n/.exec(letter.text)![1]
  await world.call('acceptInvitation', { code }, { as: guest.session })
}

everywhere('events of threads need comments:read, in the feed and of one artifact', async world => {
  const { company } = world
  const { shortId: artifact } = await world.call('publish', { visibility: 'company' }, { file: 'x' })
  const after = await now(world)
  const { id } = await world.call('addComment', { id: artifact, body: 'One' })
  await world.call('addComment', { id: artifact, parentId: id, body: 'Two' })
  await world.call('resolve', { commentId: id })
  await world.call('reopen', { commentId: id })
  await world.call('update', { id: artifact }, { base: 1, file: 'y' })
  const thread = ['opened', 'replied', 'resolved', 'reopened'].map(each => `thread.${each} ${artifact}`)
  const updated = `artifact.updated ${artifact}`
  const seenWith = async (scopes: readonly Scope[], input: Record<string, unknown>) =>
    kinds(world, { after, ...input }, { as: await company.newKey('user', { scopes }) })
  for (const input of [{}, { artifact }]) {
    assert.deepEqual(await seenWith(['artifacts:read'], input), [updated])
    assert.deepEqual(await seenWith(['artifacts:read', 'comments:read'], input), [...thread, updated])
    assert.deepEqual(await seenWith(['artifacts:read', 'comments:write'], input), [...thread, updated])
  }
})

everywhere('a feed is for those who act in an organization, and only theirs', async world => {
  const { service, company } = world
  const { shortId: artifact } = await world.call('publish', { visibility: 'eve@example.org' }, { file: 'x' })
  const guest = await guestSession(service.context, 'eve@example.org')
  await world.refused('unauthorized', 'events', {}, { as: 'nobody' })
  await world.refused('unauthorized', 'events', { artifact }, { as: 'nobody' })
  await world.refused('forbidden', 'events', {}, { as: guest })
  await world.refused('unauthorized', 'events', {}, { as: { key: 'recto_u_wrong' } })
  const writer = await company.newKey('user', { scopes: ['comments:write'] })
  await world.refused('insufficient_scope', 'events', {}, { as: writer })
  const other = (await service.organization()).owner
  await world.call('publish', { visibility: 'public' }, { file: 'x' })
  assert.ok((await all(world, {}, { as: other })).every(event => !event.artifact))
})

everywhere('the events of one artifact alone, for whoever may read it', async world => {
  const { service, company } = world
  const friend = (await service.organization()).owner
  const { shortId: artifact, url } = await world.call(
    'publish',
    { visibility: 'private', sharedWith: [friend.email] },
    { file: 'one' },
  )
  await world.call('publish', { visibility: 'public' }, { file: 'another' })
  await world.call('update', { id: artifact }, { base: 1, file: 'two' })
  const both = [`artifact.published ${artifact}`, `artifact.updated ${artifact}`]
  assert.deepEqual(await kinds(world, { artifact }), both)
  assert.deepEqual(await kinds(world, { artifact: url }), both)
  assert.deepEqual(await kinds(world, { artifact }, { as: friend }), both)
  const member = await company.join('member')
  await world.refused('not_found', 'events', { artifact }, { as: member })
  await world.refused('not_found', 'events', { artifact: 'zzzzzzzzzz' })
  await world.call('delete', { id: artifact })
  assert.deepEqual(await kinds(world, { artifact }, { as: friend }), [
    ...both,
    `artifact.deleted ${artifact}`,
  ])
  const preview = await world.call('publishPreview', {}, { file: 'x', as: 'nobody' })
  await world.refused('invalid_input', 'events', { artifact: preview.shortId })
})

everywhere(
  'what concerns no artifact is for members; keys are for owners and whoever made them',
  async world => {
    const { company } = world
    const [ana, ben] = [await company.join('member'), await company.join('member')]
    const after = await now(world)
    await world.call('makeKey', { name: 'Hers', kind: 'user' }, { as: ana.session })
    await world.call('changePolicy', { allowPublic: false }, { as: company.owner.session })
    await world.call('removeMember', { id: ben.id }, { as: company.owner })
    const seen = (as: As) => kinds(world, { after }, as)
    const open = ['policy.changed', 'member.removed']
    assert.deepEqual(await seen({ as: ana }), ['key.created', ...open])
    assert.deepEqual(await seen({}), ['key.created', ...open, 'key.revoked'])
    assert.deepEqual(await seen({ as: await company.newKey('service') }), open)
    const reader = await company.newKey('user', { scopes: ['artifacts:read'] })
    assert.deepEqual(await seen({ as: reader }), [])
  },
)

everywhere('what expires, what is claimed and what is copied is told too', async world => {
  const { service } = world
  const after = await now(world)
  const { shortId: id } = await world.call('publish', { visibility: 'public' }, { file: 'x' })
  const copy = await world.call('copy', { id, visibility: 'company' })
  const preview = await world.call('publishPreview', {}, { file: 'y', as: 'nobody' })
  await world.call('claim', { code: preview.claimUrl })
  await world.call('change', {
    id,
    expiresAt: new Date(service.context.clock() + DAY).toISOString(),
  })
  service.advance(2 * DAY)
  await service.sweep()
  assert.deepEqual(await kinds(world, { after }), [
    `artifact.published ${id}`,
    `artifact.published ${copy.shortId}`,
    `artifact.claimed ${preview.shortId}`,
    `artifact.settings_changed ${id}`,
    `artifact.deleted ${id}`,
  ])
  const [end] = (await all(world, { after })).slice(-1)
  assert.deepEqual([end.actor.actorType, end.data], ['system', { expired: true }])
  const { data: told } = await world.call('audit', { subject: id })
  const { action, actorType, actor, surface, details } = told[0]
  assert.deepEqual([action, actorType, actor.name, surface], ['expire', 'system', 'Recto', 'sweep'])
  assert.equal(details.expiredAt, (await world.call('get', { id })).expiresAt)
})

everywhere('a reader who waits is told as soon as there is something, and of nothing else', async world => {
  const { company } = world
  const ana = await company.join('member')
  const after = await now(world)
  const waiting = world.call('events', { after, wait: 60 }, { as: ana })
  await world.call('publish', {}, { file: 'not for her' })
  await world.call('publish', { visibility: 'company' }, { file: 'hers' })
  const { data, nextCursor } = await waiting
  assert.equal(data.length, 1)
  assert.equal(data[0].data.visibility, 'company')
  const none = await world.call('events', { after: nextCursor, wait: 1 }, { as: ana })
  assert.deepEqual(none.data, [])
})
