// A comment can name members who can read the page; only full members are offered their names.
import assert from 'node:assert/strict'
import { everywhere, type World } from '../support/world.ts'

const published = async (world: World, input: Record<string, unknown>): Promise<string> =>
  (await world.call('publish', input, { file: '# Plan' })).shortId

everywhere('names are offered to members, and only those who can read the page', async world => {
  const [ben, cleo] = [await world.company.join('member'), await world.company.join('member')]
  const viewer = await world.company.join('viewer')
  const open = await published(world, { visibility: 'company' })
  const emails = async (id: string, query: string, as = world.company.owner) =>
    (await world.call('listNames', { id, query }, { as })).data.map(({ email }: { email: string }) => email)
  assert.deepEqual(await emails(open, ben.name, cleo), [ben.email])
  assert.deepEqual(await emails(open, ben.email.toUpperCase()), [ben.email])
  assert.ok((await emails(open, '')).includes(viewer.email))
  assert.deepEqual(await emails(open, ben.name, viewer), [])
  const named = await published(world, { visibility: 'private', sharedWith: [ben.email] })
  assert.deepEqual((await emails(named, '')).sort(), [ben.email, world.company.owner.email].sort())
  assert.deepEqual(await emails(named, cleo.name), [])
  await world.refused('not_found', 'listNames', { id: named }, { as: cleo })
})
