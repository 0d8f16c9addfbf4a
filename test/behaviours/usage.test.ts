// Use of the plan: totals for members, the largest artifacts for those who govern.
import assert from 'node:assert/strict'
import { everywhere, type World } from '../support/world.ts'
import type { Value } from '../support/world-surface.ts'

const publish = async (world: World, visibility: string, file: string, as?: World['company']['owner']) =>
  (await world.call('publish', { visibility }, { file, ...(as && { as }) })).shortId

everywhere('it counts gated and public artifacts, what lies in the trash, bytes and people', async world => {
  const { company } = world
  await company.setPlan('free')
  await company.join('member')
  await company.join('viewer')
  await publish(world, 'private', 'x'.repeat(10))
  const two = await publish(world, 'company', 'x'.repeat(20))
  await publish(world, 'public', 'x'.repeat(40))
  const gone = await publish(world, 'private', 'x'.repeat(80))
  await world.call('delete', { id: gone })
  await world.call('update', { id: two }, { base: 1, file: 'x'.repeat(160) })
  await world.call('restore', { id: two, n: 1 }, { base: 2 })
  const { artifacts: _, nextCursor: __, ...totals } = await world.call('usage')
  assert.deepEqual(totals, {
    plan: 'free',
    gated: { count: 2, limit: 3 },
    public: { count: 1 },
    trashed: { count: 1 },
    storageBytes: 10 + 20 + 40 + 80 + 160,
    fileSize: 10_485_760,
    members: { count: 2 },
    viewers: { count: 1 },
  })
  await company.setPlan('pro')
  const { gated, fileSize } = await world.call('usage')
  assert.deepEqual([gated, fileSize], [{ count: 2, limit: null }, 52_428_800])
})

everywhere(
  'owners and admins see the largest artifacts, of private ones title, size and owner',
  async world => {
    const { company } = world
    const ana = await company.join('member')
    const admin = await company.join('admin')
    const small = await publish(world, 'public', 'x')
    const secret = await world.call('publish', { name: 'Secret' }, { file: 'x'.repeat(300), as: ana })
    await world.refused('not_found', 'get', { id: secret.shortId }, { as: admin })
    const { artifacts } = await world.call('usage', {}, { as: admin })
    assert.deepEqual(artifacts[0], {
      shortId: secret.shortId,
      name: 'Secret',
      visibility: 'private',
      trashed: false,
      owner: { name: ana.name, email: ana.email },
      bytes: 300,
    })
    assert.deepEqual(
      artifacts.map((row: Value) => row.shortId),
      [secret.shortId, small],
    )
  },
)

everywhere('members, viewers and service keys see totals only; others nothing', async world => {
  const { company } = world
  await publish(world, 'private', 'x')
  for (const as of [
    await company.join('member'),
    await company.join('viewer'),
    await company.newKey('service'),
  ]) {
    const seen = await world.call('usage', {}, { as })
    assert.equal(seen.gated.count, 1)
    assert.deepEqual(['artifacts' in seen, 'nextCursor' in seen], [false, false])
  }
  await world.refused('unauthorized', 'usage', {}, { as: 'nobody' })
})

everywhere('the largest come in pages', async world => {
  const made: string[] = []
  for (let n = 1; n <= 5; n++) made.push(await publish(world, 'private', 'x'.repeat(n)))
  const seen: string[] = []
  let cursor: string | undefined
  do {
    const page: Value = await world.call('usage', { limit: 2, ...(cursor && { cursor }) })
    assert.equal(page.gated.count, 5)
    seen.push(...page.artifacts.map((row: Value) => row.shortId))
    cursor = page.nextCursor ?? undefined
  } while (cursor)
  assert.deepEqual(seen, made.reverse())
  await world.refused('invalid_input', 'usage', { cursor: 'made up' })
})
