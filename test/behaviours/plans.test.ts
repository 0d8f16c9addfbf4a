// Plans: how many gated artifacts, how large a file, and that nothing is taken away.
import assert from 'node:assert/strict'
import { everywhere } from '../support/world.ts'

const MB = 1_048_576

everywhere('[S59] the free plan holds three gated artifacts and any number of public ones', async world => {
  await world.company.setPlan('free')
  const ids: string[] = []
  for (const visibility of ['private', 'company', 'ana@example.org'])
    ids.push((await world.call('publish', { visibility }, { file: 'x' })).shortId)
  for (let n = 0; n < 5; n++) await world.call('publish', { visibility: 'public' }, { file: 'x' })
  await world.leavesNothing(async () => {
    const { extras, status } = await world.refused('plan_limit', 'publish', {}, { file: 'x' })
    assert.deepEqual([extras.limit, extras.plan], [3, 'free'])
    if (status !== undefined) assert.equal(status, 403)
    await world.refused('plan_limit', 'copy', { id: ids[0]! })
  })
  await world.call('update', { id: ids[0]! }, { base: 1, file: 'still works' })
  await world.call('delete', { id: ids[1]! })
  assert.equal((await world.call('publish', {}, { file: 'x' })).visibility, 'private')
})

everywhere('of many gated publishes at once three have room', async world => {
  await world.company.setPlan('free')
  const outcomes = await Promise.all(
    Array.from({ length: 12 }, () => world.act('publish', {}, { file: 'x' })),
  )
  assert.equal(outcomes.filter(outcome => 'value' in outcome).length, 3)
  assert.equal((await world.call('list')).data.length, 3)
})

everywhere('bringing back and narrowing count, and gated to gated does not', async world => {
  await world.company.setPlan('free')
  const gated = async () => (await world.call('publish', {}, { file: 'x' })).shortId
  const [one, two] = [await gated(), await gated(), await gated()]
  const { shortId: open } = await world.call('publish', { visibility: 'public' }, { file: 'x' })
  await world.refused('plan_limit', 'change', { id: open, visibility: 'company' })
  await world.call('change', { id: one, visibility: 'company' })
  await world.call('delete', { id: two })
  await world.call('change', { id: open, visibility: 'company' })
  await world.refused('plan_limit', 'undelete', { id: two })
  await world.call('change', { id: one, visibility: 'public' })
  await world.call('undelete', { id: two })
})

everywhere('of two that are brought back at once into one place one has room', async world => {
  await world.company.setPlan('free')
  const ids: string[] = []
  for (let n = 0; n < 3; n++) ids.push((await world.call('publish', {}, { file: 'x' })).shortId)
  await world.call('delete', { id: ids[0]! })
  await world.call('delete', { id: ids[1]! })
  await world.call('publish', {}, { file: 'x' })
  const outcomes = await Promise.all(ids.slice(0, 2).map(id => world.act('undelete', { id })))
  assert.equal(outcomes.filter(outcome => 'value' in outcome).length, 1)
})

everywhere('[S60] the other plans have no such count, and a downgrade takes nothing away', async world => {
  for (const plan of ['solo', 'pro', 'enterprise'] as const) {
    await world.company.setPlan(plan)
    for (let n = 0; n < 2; n++) await world.call('publish', {}, { file: 'x' })
  }
  await world.company.setPlan('free')
  const { data } = await world.call('list')
  assert.equal(data.length, 6)
  await world.call('update', { id: data[0].shortId }, { base: 1, file: 'y' })
  await world.refused('plan_limit', 'publish', {}, { file: 'x' })
})

everywhere('[S58] a file has at most 10 MB on the free plan and 50 MB on the others', async world => {
  for (const [plan, limit] of [
    ['free', 10 * MB],
    ['solo', 50 * MB],
  ] as const) {
    await world.company.setPlan(plan)
    const bytes = Buffer.alloc(limit + 1, 'a')
    const { shortId: id } = await world.call(
      'publish',
      { visibility: 'public' },
      { file: { name: 'a.html', bytes: bytes.subarray(1) } },
    )
    await world.leavesNothing(async () => {
      const options = { file: { name: 'a.html', bytes } }
      const { extras } = await world.refused('file_too_large', 'publish', { visibility: 'public' }, options)
      assert.equal(extras.limit, limit)
      await world.refused('file_too_large', 'update', { id }, { ...options, base: 1 })
      await world.refused('file_too_large', 'createUpload', { sizeBytes: limit + 1 })
    })
  }
})

everywhere('[S14] everybody who may see an artifact sees it, whatever the plan', async world => {
  await world.company.setPlan('free')
  const people = await Promise.all(Array.from({ length: 30 }, () => world.company.join('viewer')))
  const { shortId: id } = await world.call('publish', { visibility: 'company' }, { file: 'x' })
  for (const as of people) assert.equal(await world.source(id, { as }), 'x')
})

everywhere(
  'after a downgrade scoped keys work on until they are revoked, and no new one is made',
  async world => {
    const { company } = world
    await company.setPlan('pro')
    const scoped = await company.newKey('user', { scopes: ['artifacts:write'] })
    const { shortId: id } = await world.call('publish', {}, { file: 'x', as: scoped })
    await company.setPlan('free')
    await world.call('update', { id }, { base: 1, file: 'y', as: scoped })
    const input = { name: 'x', kind: 'user', scopes: ['artifacts:read'] }
    await world.refused('plan_limit', 'makeKey', input, { as: company.owner.session })
    await world.call('revokeKey', { id: scoped.id }, { as: company.owner.session })
    await world.refused('unauthorized', 'get', { id }, { as: scoped })
  },
)

everywhere('what has expired takes no room, whether or not it lies in the trash already', async world => {
  const { company, service } = world
  await company.setPlan('free')
  const ids: string[] = []
  for (let n = 0; n < 3; n++) ids.push((await world.call('publish', {}, { file: 'x' })).shortId)
  const expiresAt = new Date(service.context.clock() + 3_600_000).toISOString()
  for (const id of ids.slice(0, 2)) await world.call('change', { id, expiresAt })
  await world.refused('plan_limit', 'publish', {}, { file: 'x' })
  service.advance(3_600_001)
  const { gated, trashed } = await world.call('usage')
  assert.deepEqual([gated.count, trashed.count], [1, 2])
  await world.call('publish', {}, { file: 'x' })
  await world.call('undelete', { id: ids[0]! })
  await world.refused('plan_limit', 'undelete', { id: ids[1]! })
})
