// People who may edit a page are told who edits it at the moment; the hint ends by itself and is left in no record.
import assert from 'node:assert/strict'
import { everywhere, type World } from '../support/world.ts'

const editors = async (world: World, id: string, as: Parameters<World['act']>[2]) =>
  (await world.call('live', { id, shown: 1 }, as)).editors.map(({ name }: { name: string }) => name)

everywhere('somebody who edits is named to those who may edit, and to nobody else', async world => {
  const [ana, ben] = await Promise.all([world.company.join('member'), world.company.join('member')])
  const viewer = await world.company.join('viewer')
  const { shortId: id } = await world.call('publish', { visibility: 'public' }, { file: 'a page' })
  const said = await world.call('editing', { id }, { as: ana })
  assert.deepEqual(said.editors, [], 'nobody is told of themselves')
  assert.deepEqual(await editors(world, id, { as: ben }), [ana.name])
  assert.deepEqual(await editors(world, id, { as: ana }), [])
  for (const as of [viewer, 'nobody'] as const) assert.deepEqual(await editors(world, id, { as }), [])
  await world.refused('forbidden', 'editing', { id }, { as: viewer })
  world.service.advance(30_000)
  const { editors: both } = await world.call('editing', { id }, { as: ben })
  assert.deepEqual(both.length, 1)
  await world.call('editing', { id, stop: true }, { as: ben })
  assert.deepEqual(await editors(world, id, { as: ana }), [])
})

everywhere(
  'it is over when it is not said again, begins anew after that, and leaves no record',
  async world => {
    const [ana, ben] = await Promise.all([world.company.join('member'), world.company.join('member')])
    const { shortId: id } = await world.call('publish', { visibility: 'company' }, { file: 'a page' })
    const since = async () => (await world.call('editing', { id, stop: true }, { as: ben })).editors[0]?.since
    await world.leavesNothing(() => world.call('editing', { id }, { as: ana }))
    const first = await since()
    world.service.advance(30_000)
    await world.call('editing', { id }, { as: ana })
    assert.equal(await since(), first)
    world.service.advance(41_000)
    assert.equal(await since(), undefined)
    await world.call('editing', { id }, { as: ana })
    assert.ok((await since())! > first!)
  },
)

everywhere('a page that is closed to somebody tells nothing of its editors', async world => {
  const ana = await world.company.join('member')
  const { shortId: id } = await world.call('publish', { visibility: 'private' }, { file: 'a page' })
  await world.refused('not_found', 'editing', { id }, { as: ana })
})
