// A dry run of a change of audience says what it would do, and changes nothing.
import assert from 'node:assert/strict'
import { freshAddress } from '../support/people.ts'
import { everywhere, type World } from '../support/world.ts'
import type { Value } from '../support/world-surface.ts'

type Change = Record<string, unknown>

/** The texts of who gains and who loses. */
async function foreseen(
  world: World,
  id: string,
  change: Change,
): Promise<{ gains: string[]; loses: string[] }> {
  const answer = await world.call('change', { id, ...change, dryRun: true })
  assert.deepEqual(Object.keys(answer).sort(), ['gains', 'loses'])
  const texts = (rows: Value[]) => rows.map(({ text }) => text)
  return { gains: texts(answer.gains), loses: texts(answer.loses) }
}

const publish = async (world: World, visibility: string) =>
  (await world.call('publish', { visibility }, { file: 'x' })).shortId

everywhere('it says who gains and who loses, and changes nothing', async world => {
  const { company } = world
  await company.join('member')
  await company.join('admin')
  const viewer = await company.join('viewer')
  const id = await publish(world, 'private')
  const before = await world.call('get', { id })
  await world.leavesNothing(async () => {
    assert.deepEqual(await foreseen(world, id, { visibility: 'company' }), {
      gains: [`members of ${company.name} (2)`, `viewers of ${company.name} (1)`],
      loses: [],
    })
    assert.deepEqual(await foreseen(world, id, { visibility: 'public' }), {
      gains: ['everyone', `members of ${company.name} (2)`, `viewers of ${company.name} (1)`],
      loses: [],
    })
    const { gains } = await world.call('change', { id, visibility: 'company', dryRun: true })
    assert.deepEqual(gains[1], {
      kind: 'viewers',
      text: `viewers of ${company.name} (1)`,
      count: 1,
      addresses: [viewer.email],
    })
    assert.deepEqual(await foreseen(world, id, { name: 'Other' }), { gains: [], loses: [] })
  })
  assert.deepEqual(await world.call('get', { id }), before)
})

everywhere('narrowing takes from everybody but those who are named', async world => {
  const { company } = world
  const ana = await company.join('member')
  const ben = await company.join('member')
  const [eve, zoe] = [freshAddress('eve'), freshAddress('zoe')]
  const id = await publish(world, 'public')
  await world.call('change', { id, sharedWith: [eve] })
  const named = { visibility: `${ana.email},${zoe}` }
  const answer = await world.call('change', { id, ...named, dryRun: true })
  assert.deepEqual(answer.gains, [])
  assert.deepEqual(answer.loses, [
    { kind: 'everyone', text: 'everyone' },
    { kind: 'members', text: `members of ${company.name} (1)`, count: 1, addresses: [ben.email] },
    { kind: 'person', text: eve, count: 1, addresses: [eve] },
  ])
})

everywhere('people added, removed, and a new owner', async world => {
  const { company } = world
  const heir = await company.join('member')
  const [eve, zoe] = [freshAddress('eve'), freshAddress('zoe')]
  const id = await publish(world, eve)
  assert.deepEqual(await foreseen(world, id, { addSharedWith: [zoe], removeSharedWith: [eve] }), {
    gains: [zoe],
    loses: [eve],
  })
  assert.deepEqual(await foreseen(world, id, { addSharedWith: [eve] }), { gains: [], loses: [] })
  const handed = await world.call('change', { id, owner: heir.email, dryRun: true })
  assert.deepEqual(handed.gains[0].addresses, [heir.email])
  assert.deepEqual(handed.loses[0].addresses, [company.owner.email])
})

everywhere('policy counts: what it bars nobody gains', async world => {
  const { company } = world
  const eve = freshAddress('eve')
  const id = await publish(world, eve)
  await company.setPolicy({ allowExternalSharing: false })
  assert.deepEqual(await foreseen(world, id, { sharedWith: [] }), { gains: [], loses: [] })
  await world.refused('external_sharing_disabled', 'change', { id, addSharedWith: ['x@y.org'], dryRun: true })
})

everywhere('it is refused as the change itself would be', async world => {
  const { company } = world
  await company.setPlan('free')
  for (let n = 0; n < 3; n++) await publish(world, 'company')
  const id = await publish(world, 'public')
  await world.refused('plan_limit', 'change', { id, visibility: 'private', dryRun: true })
  await world.refused('unknown_visibility', 'change', { id, visibility: 'all', dryRun: true })
  const member = await company.join('member')
  await world.refused('forbidden', 'change', { id, visibility: 'company', dryRun: true }, { as: member })
  await world.refused('unauthorized', 'change', { id, dryRun: true }, { as: 'nobody' })
})

everywhere('large groups are counted and not named', async world => {
  const { company, service } = world
  const { records, clock } = service.context
  await records.transaction(async rows => {
    for (let n = 0; n < 21; n++) {
      const person = { id: `${company.id}-${n}`, email: freshAddress(), name: `P${n}`, createdAt: clock() }
      await rows.people.insertPerson(person)
      await rows.people.insertMembership(person.id, company.id, 'member', clock())
    }
  })
  const id = await publish(world, 'private')
  const { gains } = await world.call('change', { id, visibility: 'company', dryRun: true })
  assert.deepEqual(gains, [{ kind: 'members', text: `members of ${company.name} (21)`, count: 21 }])
})

everywhere(
  'who may not read a page learns nothing of its readers, though they may hand it over',
  async world => {
    const { company } = world
    const author = await company.join('member')
    const heir = await company.join('member')
    const { shortId: id } = await world.call('publish', {}, { file: 'x', as: author })
    await world.refused('not_found', 'change', { id, owner: heir.email, dryRun: true })
    await world.call('change', { id, owner: heir.email })
  },
)
