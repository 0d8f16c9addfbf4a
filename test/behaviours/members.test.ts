// Members: who is in the organization, as what, and how somebody leaves it with everything that acted for them.
import assert from 'node:assert/strict'
import { freshAddress } from '../support/people.ts'
import { everywhere, unknownId, type World } from '../support/world.ts'

const idsOf = (page: { data: { id: string }[] }): string[] => page.data.map(({ id }) => id)

everywhere(
  'members are listed in the order they joined, found by name and address, in pages',
  async world => {
    const { company } = world
    const ana = await company.join('admin', freshAddress('ana'))
    const ben = await company.join('member', freshAddress('ben'))
    const all = await world.call('listMembers')
    assert.deepEqual(idsOf(all), [company.owner.id, ana.id, ben.id])
    const { joinedAt, lastSeenAt, ...row } = all.data[1]
    assert.deepEqual(row, { id: ana.id, name: ana.name, email: ana.email, role: 'admin' })
    assert.deepEqual([typeof joinedAt, typeof lastSeenAt], ['string', 'string'])
    assert.deepEqual(idsOf(await world.call('listMembers', { query: 'NAME OF BEN' })), [ben.id])
    assert.deepEqual(idsOf(await world.call('listMembers', { query: ana.email.toUpperCase() })), [ana.id])
    const words = `ben ${ben.email.split('@')[1]}  NAME`
    assert.deepEqual(idsOf(await world.call('listMembers', { query: words })), [ben.id])
    assert.deepEqual(idsOf(await world.call('listMembers', { query: `${words} elsewhere` })), [])
    for (const query of ['%', '_', '\\', "' or 1=1 --"])
      assert.deepEqual((await world.call('listMembers', { query })).data, [], query)
    const first = await world.call('listMembers', { limit: 2 })
    assert.deepEqual(idsOf(first), [company.owner.id, ana.id])
    const second = await world.call('listMembers', { limit: 2, cursor: first.nextCursor })
    assert.deepEqual([idsOf(second), second.nextCursor], [[ben.id], null])
  },
)

everywhere('members and service keys see who is in it, viewers and guests do not', async world => {
  const { company } = world
  const [member, viewer] = [await company.join('member'), await company.join('viewer')]
  const service = await company.newKey('service')
  assert.equal((await world.call('listMembers', {}, { as: member })).data.length, 3)
  assert.equal((await world.call('listMembers', {}, { as: { key: service.key } })).data.length, 3)
  await world.refused('forbidden', 'listMembers', {}, { as: viewer })
  await world.refused('unauthorized', 'listMembers', {}, { as: 'nobody' })
  const stranger = (await world.service.organization()).owner
  assert.deepEqual(idsOf(await world.call('listMembers', {}, { as: stranger })), [stranger.id])
})

everywhere('roles are given by owners and admins; only owners make and unmake owners', async world => {
  const { company } = world
  const admin = await company.join('admin')
  const member = await company.join('member')
  const change = (id: string, role: string, as = company.owner) =>
    world.act('changeMember', { id, role }, { as })
  const refusal = async (id: string, role: string, as = company.owner) => {
    const outcome = await change(id, role, as)
    return 'problem' in outcome ? outcome.problem.code : 'done'
  }
  assert.equal(await refusal(member.id, 'admin', admin), 'done')
  assert.equal(await refusal(member.id, 'member', admin), 'done')
  assert.equal(await refusal(member.id, 'owner', admin), 'forbidden')
  assert.equal(await refusal(company.owner.id, 'member', admin), 'forbidden')
  assert.equal(await refusal(admin.id, 'owner', member), 'forbidden')
  assert.equal(await refusal(member.id, 'viewer'), 'invalid_input')
  assert.equal(await refusal(unknownId(), 'member'), 'not_found')
  const stranger = (await world.service.organization()).owner
  assert.equal(await refusal(stranger.id, 'admin'), 'not_found')
  assert.equal(await refusal(member.id, 'owner'), 'done')
  assert.equal(await refusal(company.owner.id, 'member', member), 'done')
  assert.equal(await refusal(admin.id, 'member'), 'forbidden')
})

everywhere('a role counts at the moment of use', async world => {
  const { company } = world
  const admin = await company.join('admin')
  await world.call('listInvitations', {}, { as: admin })
  await world.call('changeMember', { id: admin.id, role: 'member' })
  await world.refused('forbidden', 'listInvitations', {}, { as: admin })
  await world.refused('forbidden', 'invite', { email: freshAddress(), role: 'member' }, { as: admin })
})

everywhere('the last owner is neither demoted nor removed, and cannot leave', async world => {
  const { owner, join } = world.company
  await join('admin')
  await world.leavesNothing(async () => {
    await world.refused('last_owner', 'changeMember', { id: owner.id, role: 'admin' })
    await world.refused('last_owner', 'removeMember', { id: owner.id })
  })
  const second = await join('owner')
  await world.call('removeMember', { id: owner.id })
  await world.refused('last_owner', 'removeMember', { id: second.id }, { as: second })
})

everywhere('two owners who demote or remove each other at once leave one', async world => {
  for (const [operation, rounds] of [
    ['changeMember', 3],
    ['removeMember', 2],
  ] as const) {
    for (let round = 0; round < rounds; round++) {
      const { id: _, owner, join } = await world.service.organization()
      const other = await join('owner')
      const role = operation === 'changeMember' ? { role: 'member' } : {}
      const outcomes = await Promise.all([
        world.act(operation, { id: other.id, ...role }, { as: owner }),
        world.act(operation, { id: owner.id, ...role }, { as: other }),
      ])
      const codes = outcomes.flatMap(outcome => ('problem' in outcome ? [outcome.problem.code] : []))
      assert.equal(codes.length, 1)
      assert.match(codes[0]!, /^(forbidden|last_owner|unauthorized)$/)
    }
  }
})

everywhere('one owner who leaves twice at once, beside one other, leaves once', async world => {
  const { owner, join } = world.company
  const other = await join('owner')
  const outcomes = await Promise.all([
    world.act('removeMember', { id: owner.id }),
    world.act('removeMember', { id: other.id }, { as: other }),
    world.act('removeMember', { id: owner.id }),
  ])
  assert.equal(outcomes.filter(outcome => 'value' in outcome).length, 1)
})

everywhere(
  'removing ends sessions and keys at once, hands on the artifacts and tells feed, audit and person',
  async world => {
    const { company } = world
    const [leaver, heir] = [await company.join('member'), await company.join('member')]
    const { shortId } = await world.call('publish', { visibility: 'private' }, { as: leaver, file: 'mine' })
    const trashed = await world.call('publish', {}, { as: leaver, file: 'old' })
    await world.call('delete', { id: trashed.shortId }, { as: leaver })
    const shared = await world.call('publish', { visibility: leaver.email }, { file: 'shared' })
    const traces = await world.traces(() => world.call('removeMember', { id: leaver.id, heir: heir.email }))
    assert.deepEqual(traces, { events: ['member.removed', 'key.revoked'], audits: ['removeMember'] })
    await world.refused('unauthorized', 'list', {}, { as: leaver })
    await world.refused('unauthorized', 'me', {}, { as: leaver.session })
    assert.equal((await world.call('get', { id: shortId }, { as: heir })).owner.email, heir.email)
    await world.call('undelete', { id: trashed.shortId }, { as: heir })
    assert.deepEqual((await world.call('get', { id: shared.shortId })).sharedWith, [])
    const [letter] = await world.service.mail.wait(leaver.email, 1)
    assert.match(letter!.text.replace(/\s+/g, ' '), new RegExp(`2 pages, belongs to ${heir.name}`))
    assert.deepEqual(idsOf(await world.call('listMembers')), [company.owner.id, heir.id])
  },
)

everywhere(
  'without an heir the remover takes over; an heir is a member who stays, and no viewer',
  async world => {
    const { company } = world
    const { owner } = company
    const [leaver, viewer] = [await company.join('member'), await company.join('viewer')]
    const { shortId } = await world.call('publish', {}, { as: leaver, file: 'mine' })
    const stranger = (await world.service.organization()).owner
    for (const heir of [
      leaver.id,
      leaver.email,
      viewer.email,
      stranger.email,
      unknownId(),
      'nobody',
      freshAddress(),
    ])
      await world.refused('invalid_input', 'removeMember', { id: leaver.id, heir })
    await world.refused('malformed_address', 'removeMember', { id: leaver.id, heir: 'a@b\r\nBcc: c@d' })
    await world.call('removeMember', { id: leaver.id })
    assert.equal((await world.call('get', { id: shortId })).owner.email, owner.email)
  },
)

everywhere('a member leaves by removing themselves; what they own passes to an owner', async world => {
  const { company } = world
  const [leaver, colleague, second] = [
    await company.join('member'),
    await company.join('member'),
    await company.join('owner'),
  ]
  const { shortId } = await world.call('publish', {}, { as: leaver, file: 'mine' })
  await world.refused('forbidden', 'removeMember', { id: colleague.id }, { as: leaver })
  await world.refused('invalid_input', 'removeMember', { id: leaver.id, heir: colleague.id }, { as: leaver })
  await world.call('removeMember', { id: leaver.id, heir: second.id }, { as: leaver })
  assert.equal((await world.call('get', { id: shortId }, { as: second })).owner.email, second.email)
  assert.deepEqual(await world.service.mail.to(leaver.email), [])
  await world.call('removeMember', { id: colleague.id }, { as: colleague })
})

everywhere('an admin removes members and admins, not owners; a service key removes nobody', async world => {
  const { company } = world
  const [admin, other, member] = [
    await company.join('admin'),
    await company.join('admin'),
    await company.join('member'),
  ]
  const service = await company.newKey('service')
  await world.refused('forbidden', 'removeMember', { id: company.owner.id }, { as: admin })
  await world.refused('forbidden', 'removeMember', { id: member.id }, { as: { key: service.key } })
  await world.call('removeMember', { id: other.id }, { as: admin })
  await world.call('removeMember', { id: member.id }, { as: admin })
  await world.refused('not_found', 'removeMember', { id: member.id }, { as: admin })
})

everywhere('sessions and keys of other organizations live on', async world => {
  const { company, service } = world
  const elsewhere = await service.organization()
  const person = await elsewhere.join('member')
  const here = await company.join('member', person.email)
  await world.call('removeMember', { id: person.id })
  await world.refused('unauthorized', 'me', {}, { as: here })
  await world.refused('unauthorized', 'me', {}, { as: here.session })
  const { organizations } = await world.call('me', {}, { as: person.session })
  assert.deepEqual(organizations, [{ id: elsewhere.id, name: elsewhere.name, role: 'member' }])
  await world.call('me', {}, { as: person })
})

everywhere('a removal beside publishing: nothing is owned by somebody who is gone', async world => {
  const { company } = world
  for (let round = 0; round < 4; round++) {
    const leaver = await company.join('member')
    const publish = (n: number) => world.act('publish', {}, { as: leaver, file: `page ${n}` })
    const [first, ...rest] = await Promise.all([
      publish(0),
      ...[1, 2, 3].map(publish),
      world.act('removeMember', { id: leaver.id }),
      ...[4, 5].map(publish),
    ])
    const outcomes = [first, ...rest]
    assert.ok('value' in outcomes[4]!)
    for (const outcome of outcomes) {
      if ('problem' in outcome) assert.equal(outcome.problem.code, 'unauthorized')
      else if (outcome.value) await ownedBy(world, outcome.value.shortId, company.owner.email)
    }
    await world.refused('unauthorized', 'publish', {}, { as: leaver, file: 'late' })
  }
})

async function ownedBy(world: World, id: string, email: string): Promise<void> {
  assert.equal((await world.call('get', { id })).owner.email, email)
}

everywhere('a key made beside the removal of its person does not outlive it', async world => {
  const { company } = world
  const leaver = await company.join('member')
  const outcomes = await Promise.all([
    world.act('makeKey', { name: 'one', kind: 'user' }, { as: leaver.session }),
    world.act('removeMember', { id: leaver.id }),
    world.act('makeKey', { name: 'two', kind: 'user' }, { as: leaver.session }),
  ])
  for (const outcome of outcomes)
    if ('value' in outcome && outcome.value?.key)
      await world.refused('unauthorized', 'me', {}, { as: { key: outcome.value.key } })
})
