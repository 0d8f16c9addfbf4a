// Lists: what the caller may read, filtered, sorted, in pages without gaps and repeats.
import assert from 'node:assert/strict'
import type { Credential, Member } from '../support/people.ts'
import { everywhere, type World } from '../support/world.ts'

type Row = Record<string, string>

async function names(world: World, input: Record<string, unknown> = {}, options = {}): Promise<string[]> {
  const { data } = await world.call('list', input, options)
  return data.map(({ name }: Row) => name)
}

async function publish(
  world: World,
  name: string,
  input: Record<string, unknown> = {},
  as: Credential | Member = world.company.owner,
) {
  const file = { name: input.format === 'html' ? 'a.html' : 'a.md', bytes: name }
  const { format: _, labels, ...rest } = input
  const made = await world.call('publish', { name, ...rest }, { file, as })
  if (labels) await world.call('change', { id: made.shortId, labels }, { as })
  world.service.advance(5)
  return made
}

everywhere('lists hold what the caller may read, newest change first', async world => {
  const ana = await world.company.join('member')
  const one = await publish(world, 'one')
  await publish(world, 'two', { visibility: 'company' })
  await publish(world, 'three', { visibility: 'public' }, ana)
  await publish(world, 'four', { visibility: 'private' }, ana)
  await publish(world, 'five', { visibility: ana.email })
  assert.deepEqual(await names(world), ['five', 'three', 'two', 'one'])
  assert.deepEqual(await names(world, {}, { as: ana }), ['five', 'four', 'three', 'two'])
  await world.call('update', { id: one.shortId }, { base: 1, file: 'again' })
  assert.deepEqual(await names(world), ['one', 'five', 'three', 'two'])
  const stranger = (await world.service.organization()).owner
  assert.deepEqual(await names(world, {}, { as: stranger }), [])
  const service = await world.company.newKey('service')
  assert.deepEqual(await names(world, {}, { as: service }), ['three', 'two'])
  await world.refused('unauthorized', 'list', {}, { as: 'nobody' })
})

everywhere('what another organization shares with a person is in the list', async world => {
  const guest = (await world.service.organization()).owner
  await publish(world, 'for you', { visibility: guest.email })
  const [row] = (await world.call('list', {}, { as: guest })).data
  assert.equal(row.name, 'for you')
  for (const hidden of ['sharedWith', 'labels', 'openThreadCount']) assert.ok(!(hidden in row), hidden)
  assert.deepEqual([row.owner.email, row.organization?.id], [undefined, undefined])
})

everywhere('filters narrow the list', async world => {
  const ana = await world.company.join('member')
  await publish(world, 'page', { format: 'html', visibility: 'public', labels: ['spec', 'x'] })
  await publish(world, 'note', { visibility: 'company', labels: ['spec'] }, ana)
  await publish(world, 'mine')
  assert.deepEqual(await names(world, { owner: 'me' }), ['mine', 'page'])
  assert.deepEqual(await names(world, { visibility: 'company' }), ['note'])
  assert.deepEqual(await names(world, { format: 'html' }), ['page'])
  assert.deepEqual(await names(world, { label: 'spec' }), ['note', 'page'])
  assert.deepEqual(await names(world, { label: ' spec ' }), ['note', 'page'])
  assert.deepEqual(await names(world, { label: 'spec', owner: 'me' }), ['page'])
  assert.deepEqual(await names(world, { label: 'none' }), [])
})

everywhere('owner=<address> shows what a member owns, and nothing for one who is none', async world => {
  const ana = await world.company.join('member')
  const stranger = (await world.service.organization()).owner
  await publish(world, 'hers', { visibility: 'company' }, ana)
  await publish(world, 'hidden', { visibility: 'private' }, ana)
  await publish(world, 'mine')
  await publish(world, 'theirs', { visibility: world.company.owner.email }, stranger)
  assert.deepEqual(await names(world, { owner: ` ${ana.email.toUpperCase()}` }), ['hers'])
  assert.deepEqual(await names(world, { owner: ana.email }, { as: ana }), ['hidden', 'hers'])
  assert.deepEqual(await names(world, { owner: world.company.owner.email }), ['mine'])
  for (const owner of [stranger.email, 'nobody@example.org'])
    assert.deepEqual(await names(world, { owner }), [], owner)
  const service = await world.company.newKey('service')
  await publish(world, 'built', { visibility: 'company' }, service)
  assert.deepEqual(await names(world, { owner: 'me' }, { as: service }), ['built'])
  assert.deepEqual(await names(world, { owner: ana.email }, { as: service }), ['hers'])
  await world.refused('invalid_input', 'list', { owner: 'ana' })
})

everywhere(
  'shared=true shows what names the caller and belongs to others, of every organization',
  async world => {
    const { owner } = world.company
    const ana = await world.company.join('member')
    const stranger = (await world.service.organization()).owner
    await publish(world, 'mine', { visibility: owner.email })
    await publish(world, 'of the company', { visibility: 'company' }, ana)
    await publish(world, 'from ana', { visibility: owner.email }, ana)
    await publish(world, 'from outside', { visibility: owner.email }, stranger)
    const { shortId: id } = await publish(
      world,
      'built',
      { visibility: 'company' },
      await world.company.newKey('service'),
    )
    await world.call('change', { id, addSharedWith: [owner.email] })
    assert.deepEqual((await names(world, { shared: true })).sort(), ['built', 'from ana', 'from outside'])
    assert.deepEqual(await names(world, { shared: true, owner: ana.email }), ['from ana'])
    assert.deepEqual(await names(world, { shared: true }, { as: ana }), [])
    await world.refused('invalid_input', 'list', { shared: true, owner: 'me' })
    await world.refused(
      'invalid_input',
      'list',
      { shared: true },
      { as: await world.company.newKey('service') },
    )
  },
)

everywhere('count=true adds how many there are on all pages together', async world => {
  const ana = await world.company.join('member')
  for (const name of ['a', 'b', 'c']) await publish(world, name, { visibility: 'company' })
  await publish(world, 'd', { visibility: world.company.owner.email }, ana)
  const counted = async (input: Record<string, unknown>, options = {}) =>
    (await world.call('list', { count: true, ...input }, options)).totalCount
  assert.equal(await counted({}), 4)
  assert.equal(await counted({ limit: 2, sort: 'name' }), 4)
  const { nextCursor: cursor } = await world.call('list', { limit: 2, sort: 'name' })
  assert.equal(await counted({ limit: 2, sort: 'name', cursor }), 4)
  assert.equal(await counted({}, { as: ana }), 4)
  assert.equal(await counted({ owner: 'me' }), 3)
  assert.equal(await counted({ shared: true }), 1)
  assert.equal(await counted({ owner: 'nobody@example.org' }), 0)
  assert.equal('totalCount' in (await world.call('list')), false)
})

everywhere('labels of another organization are hidden, so they find nothing', async world => {
  const guest = (await world.service.organization()).owner
  await publish(world, 'for you', { visibility: guest.email, labels: ['secret'] })
  assert.deepEqual(await names(world, {}, { as: guest }), ['for you'])
  assert.deepEqual(await names(world, { label: 'secret' }, { as: guest }), [])
  assert.deepEqual(await names(world, { label: 'secret' }), ['for you'])
})

everywhere('rows are sorted by time or name, either way', async world => {
  for (const name of ['b', 'A', 'c']) await publish(world, name)
  assert.deepEqual(await names(world, { sort: 'createdAt' }), ['c', 'A', 'b'])
  assert.deepEqual(await names(world, { sort: 'createdAt', order: 'asc' }), ['b', 'A', 'c'])
  assert.deepEqual(await names(world, { sort: 'name' }), ['A', 'b', 'c'])
  assert.deepEqual(await names(world, { sort: 'name', order: 'desc' }), ['c', 'b', 'A'])
})

everywhere('pages join without gap or repeat, also while rows are added and rows tie', async world => {
  const made = await Promise.all(
    Array.from({ length: 23 }, (_, n) => world.call('publish', { name: `same ${n % 3}` }, { file: 'x' })),
  )
  for (const sort of ['updatedAt', 'createdAt', 'name']) {
    const seen: string[] = []
    let cursor: string | undefined
    do {
      const page = await world.call('list', { sort, limit: 5, ...(cursor && { cursor }) })
      seen.push(...page.data.map(({ shortId }: Row) => shortId))
      cursor = page.nextCursor ?? undefined
      if (seen.length === 5 && sort !== 'name') await publish(world, `late ${sort}`)
    } while (cursor)
    const first = made.map(({ shortId }: Row) => shortId)
    assert.deepEqual(seen.filter(id => first.includes(id)).sort(), first.sort(), sort)
    assert.equal(new Set(seen).size, seen.length)
  }
})

everywhere('cursors and limits that are not ours are refused', async world => {
  for (let n = 0; n < 3; n++) await publish(world, `page ${n}`)
  const { nextCursor } = await world.call('list', { limit: 1 })
  const refusals = [
    { limit: 0 },
    { limit: 101 },
    { cursor: 'x' },
    { cursor: `${nextCursor}x` },
    { cursor: nextCursor, sort: 'name' },
    { sort: 'size' },
    { order: 'up' },
    { visibility: 'friends' },
  ]
  for (const input of refusals) await world.refused('invalid_input', 'list', input)
  await world.refused('invalid_input', 'search', { q: 'x', cursor: nextCursor })
})
