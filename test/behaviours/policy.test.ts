// The organization's policy, and what a service key may not do: the same for everybody, on every surface.
import assert from 'node:assert/strict'
import { guestSession } from '../support/people.ts'
import { everywhere } from '../support/world.ts'

const nobody = { as: 'nobody' } as const

everywhere(
  '[S53, S54] where public pages are forbidden none is made, and those there are come back with the policy',
  async world => {
    const { company } = world
    const { shortId: id } = await world.call('publish', { visibility: 'public' }, { file: 'one' })
    const { shortId: gated } = await world.call('publish', {}, { file: 'x' })
    await company.setPolicy({ allowPublic: false })
    const service = await company.newKey('service')
    await world.leavesNothing(async () => {
      for (const as of [company.owner, company.owner.session, service]) {
        const { status } = await world.refused(
          'public_artifacts_disabled',
          'publish',
          { visibility: 'public' },
          { file: 'x', as },
        )
        if (status !== undefined) assert.equal(status, 403)
      }
      await world.refused('public_artifacts_disabled', 'change', { id: gated, visibility: 'public' })
      await world.refused('public_artifacts_disabled', 'copy', { id: gated, visibility: 'public' })
      await world.refused('public_artifacts_disabled', 'update', { id }, { base: 1, file: 'two' })
      await world.refused('unauthorized', 'content', { id }, nobody)
    })
    assert.equal((await world.call('get', { id })).visibility, 'public')
    assert.equal(await world.source(id), 'one')
    await company.setPolicy({})
    assert.equal(await world.source(id, nobody), 'one')
    assert.equal((await world.call('update', { id }, { base: 1, file: 'two' })).version, 2)
  },
)

everywhere('where sharing outside is forbidden only members can be named', async world => {
  const { company } = world
  const member = await company.join('member')
  const outside = `outside-${company.id.slice(-8)}@example.org`
  const guest = await guestSession(world.service.context, outside)
  const stranger = (await world.service.organization()).owner
  const named = { visibility: `${outside},${stranger.email}` }
  const { shortId: id } = await world.call('publish', named, { file: 'one' })
  await company.setPolicy({ allowExternalSharing: false })
  await world.leavesNothing(async () => {
    await world.refused('external_sharing_disabled', 'publish', { visibility: outside }, { file: 'x' })
    await world.refused('external_sharing_disabled', 'change', { id, addSharedWith: ['more@example.org'] })
    await world.refused('external_sharing_disabled', 'update', { id }, { base: 1, file: 'two' })
    await world.refused('external_sharing_disabled', 'copy', { id, visibility: outside })
    await world.refused('not_found', 'content', { id }, { as: guest })
    await world.refused('not_found', 'content', { id }, { as: stranger })
  })
  const inside = await world.call('publish', { visibility: member.email }, { file: 'x' })
  assert.equal(await world.source(inside.shortId, { as: member }), 'x')
  const narrowed = await world.call('publish', { visibility: 'company' }, { file: 'x' })
  assert.deepEqual(narrowed.sharedWith, [])
  await company.setPolicy({})
  assert.equal(await world.source(id, { as: guest }), 'one')
  assert.equal(await world.source(id, { as: stranger }), 'one')
})

everywhere('an audience that became forbidden can always be narrowed', async world => {
  const { shortId: id } = await world.call(
    'publish',
    { visibility: 'public', sharedWith: ['a@example.org'] },
    { file: 'x' },
  )
  await world.company.setPolicy({ allowPublic: false, allowExternalSharing: false })
  const changed = await world.call('change', { id, visibility: 'company', sharedWith: [] })
  assert.deepEqual([changed.visibility, changed.sharedWith], ['company', []])
  assert.equal((await world.call('update', { id }, { base: 1, file: 'y' })).version, 2)
})

everywhere('[S50] a service key reaches what is public and company, never what is private', async world => {
  const as = await world.company.newKey('service')
  const make = async (visibility: string) =>
    (await world.call('publish', { visibility }, { file: 'x' })).shortId
  const [open, company, secret] = [await make('public'), await make('company'), await make('private')]
  for (const id of [open, company]) {
    assert.equal(await world.source(id, { as }), 'x')
    assert.equal((await world.call('update', { id }, { base: 1, file: 'y', as })).version, 2)
    await world.refused('forbidden', 'change', { id, name: 'x' }, { as })
    await world.refused('forbidden', 'delete', { id }, { as })
  }
  for (const operation of ['get', 'content', 'read', 'versions', 'delete', 'copy'])
    await world.refused('not_found', operation, { id: secret }, { as })
  await world.refused('not_found', 'update', { id: secret }, { base: 1, file: 'y', as })
})

everywhere('a service key makes nothing private, and governs what the organization owns', async world => {
  const as = await world.company.newKey('service')
  await world.leavesNothing(async () => {
    await world.refused('service_key_private', 'publish', { visibility: 'private' }, { file: 'x', as })
    await world.refused(
      'service_key_private',
      'publish',
      { visibility: 'ana@example.org' },
      { file: 'x', as },
    )
  })
  const { shortId: id } = await world.call('publish', {}, { file: 'x', as })
  await world.refused('service_key_private', 'change', { id, visibility: 'private' }, { as })
  const changed = await world.call(
    'change',
    { id, visibility: 'public', sharedWith: ['ana@example.org'] },
    { as },
  )
  assert.deepEqual([changed.visibility, changed.sharedWith], ['public', ['ana@example.org']])
  await world.call('delete', { id }, { as })
  await world.call('undelete', { id }, { as })
})

everywhere(
  'a viewer of a verified domain is inside: named on a private page they read it whatever the policy says of sharing outside',
  async world => {
    const { company } = world
    const viewer = await company.join('viewer')
    const { shortId: id } = await world.call('publish', { sharedWith: [viewer.email] }, { file: 'x' })
    await company.setPolicy({ allowExternalSharing: false })
    assert.equal((await world.call('get', { id }, { as: viewer })).shortId, id)
    await company.setPolicy({ allowExternalSharing: true })
    assert.equal((await world.call('get', { id }, { as: viewer })).shortId, id)
  },
)
