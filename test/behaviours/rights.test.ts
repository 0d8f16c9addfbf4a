// An answer says exactly what its caller can do, and nothing else.

import assert from 'node:assert/strict'
import { randomToken } from '../../src/crypto.ts'
import type { Credential, Member } from '../support/people.ts'
import { freshAddress, guestSession } from '../support/people.ts'
import { everywhere, unknownId, type World } from '../support/world.ts'
import type { Outcome, Value } from '../support/world-surface.ts'

type As = Credential | Member
type Try = (world: World, id: string, as: As) => Promise<Outcome>

/** One harmless use of the operation behind each right; the last ones change who owns it and where it is. */
const uses: Record<string, Try> = {
  comment: (world, id, as) => world.act('addComment', { id, body: 'A word.' }, { as }),
  edit: (world, id, as) => world.act('update', { id }, { as, base: 1, file: 'two' }),
  share: (world, id, as) => world.act('change', { id, removeSharedWith: [freshAddress()] }, { as }),
  settings: (world, id, as) => world.act('change', { id, theme: 'paper' }, { as }),
  history: (world, id, as) => world.act('versions', { id }, { as }),
  transfer: (world, id, as) => world.act('change', { id, owner: world.company.owner.email }, { as }),
  delete: (world, id, as) => world.act('delete', { id }, { as }),
}

const order = ['comment', 'edit', 'share', 'settings', 'transfer', 'delete', 'undelete', 'history']

async function callers(world: World, named: string): Promise<Record<string, As>> {
  const { company, service } = world
  return {
    owner: company.owner,
    admin: await company.join('admin'),
    member: await company.join('member'),
    viewer: await company.join('viewer'),
    guest: await guestSession(service.context, named),
    stranger: (await service.organization()).owner,
    service: await company.newKey('service'),
    reader: await company.newKey('user', { scopes: ['artifacts:read'] }),
    writer: await company.newKey('user', { scopes: ['artifacts:write', 'comments:write'] }),
    nobody: 'nobody',
  }
}

/** Returns what the caller is told, and what it finds when it tries; `told` is null where it reads nothing. */
async function compared(world: World, id: string, as: As) {
  const read = await world.act('get', { id }, { as })
  const found: string[] = []
  for (const [right, use] of Object.entries(uses))
    if ('value' in (await use(world, id, as))) found.push(right)
  return {
    told: 'value' in read ? (read.value.can as string[]) : null,
    found: order.filter(right => found.includes(right)),
  }
}

everywhere('whoever reads an artifact is told what they can do with it, to the letter', async world => {
  const named = freshAddress('guest')
  const states = [
    { visibility: 'private', sharedWith: [named] },
    { visibility: 'company', sharedWith: [named] },
    { visibility: 'public' },
  ]
  for (const state of states) {
    for (const [who, as] of Object.entries(await callers(world, named))) {
      const { shortId: id } = await world.call('publish', state, { file: 'one' })
      const { told, found } = await compared(world, id, as)
      assert.deepEqual(told ?? [], told === null ? [] : found, `${who}, ${state.visibility}`)
    }
  }
})

everywhere('a policy that forbids the audience takes the right to edit, and gives it back', async world => {
  const { company } = world
  const outside = freshAddress('outside')
  const domain = `${randomToken(8).toLowerCase()}.example`
  await world.service.context.records.transaction(rows =>
    rows.domains.insert({
      ...{ id: unknownId(), organizationId: company.id, name: domain, token: 't' },
      ...{ createdAt: 0, verifiedAt: 1 },
    }),
  )
  const inside = `${(await company.join('member')).email}, colleague@${domain}`
  const file = 'one'
  const shown = await world.call('publish', { visibility: 'public' }, { file })
  const sent = await world.call('publish', { visibility: outside }, { file })
  const kept = await world.call('publish', { visibility: inside }, { file })
  const editable = async ({ shortId }: Value) =>
    (await world.call('get', { id: shortId })).can.includes('edit')
  assert.deepEqual([await editable(shown), await editable(sent), await editable(kept)], [true, true, true])
  await company.setPolicy({ allowPublic: false, allowExternalSharing: false })
  assert.deepEqual([await editable(shown), await editable(sent), await editable(kept)], [false, false, true])
  const update = (id: string) => [{ id }, { base: 1, file: 'two' }] as const
  await world.refused('public_artifacts_disabled', 'update', ...update(shown.shortId))
  await world.refused('external_sharing_disabled', 'update', ...update(sent.shortId))
  await world.call('update', ...update(kept.shortId))
  await company.setPolicy({})
  assert.deepEqual([await editable(shown), await editable(sent)], [true, true])
})

everywhere('a list tells of each artifact what the artifact itself tells', async world => {
  const named = freshAddress('guest')
  const { company } = world
  for (const visibility of ['private', 'company', 'public', named])
    await world.call('publish', { visibility }, { file: 'one' })
  await company.setPolicy({ allowExternalSharing: false })
  for (const as of [company.owner, await company.join('viewer'), await company.newKey('service')]) {
    const { data } = await world.call('list', {}, { as })
    assert.ok(data.length > 1)
    for (const { shortId: id, can } of data)
      assert.deepEqual(can, (await world.call('get', { id }, { as })).can)
  }
})

everywhere(
  'from the trash an artifact can be brought back, by those who may, and nothing else',
  async world => {
    const { company } = world
    const { shortId: id } = await world.call('publish', { visibility: 'company' }, { file: 'one' })
    await world.call('delete', { id })
    const admin = await company.join('admin')
    for (const as of [company.owner, admin]) {
      assert.deepEqual((await world.call('get', { id }, { as })).can, ['undelete'])
      const { data } = await world.call('list', { trashed: true }, { as })
      assert.deepEqual(
        data.map(({ can }: Value) => can),
        [['undelete']],
      )
    }
    const back = await world.call('undelete', { id }, { as: admin })
    assert.deepEqual(back.can, (await world.call('get', { id }, { as: admin })).can)
  },
)

everywhere('threads and replies say who can answer, resolve, change and delete them', async world => {
  const { company } = world
  const { shortId: id } = await world.call('publish', { visibility: 'public' }, { file: '# Page\n\nWords.' })
  await world.call('change', { id, comments: 'shared' })
  const member = await company.join('member')
  const root = await world.call('addComment', { id, body: 'Why?' })
  assert.deepEqual(root.can, ['reply', 'resolve', 'edit', 'delete'])
  const reply = await world.call('addComment', { id, body: 'So.', parentId: root.id }, { as: member })
  assert.deepEqual(reply.can, ['edit', 'delete'])
  const seen = async (as: As) => {
    const { data } = await world.call('listComments', { id, status: 'all' }, { as })
    return [data[0].can, data[0].replies[0].can]
  }
  assert.deepEqual(await seen(company.owner), [['reply', 'resolve', 'edit', 'delete'], []])
  assert.deepEqual(await seen(member), [
    ['reply', 'resolve'],
    ['edit', 'delete'],
  ])
  const reader = await company.newKey('user', { scopes: ['artifacts:read', 'comments:read'] })
  const stranger = (await world.service.organization()).owner
  for (const as of [reader, stranger, 'nobody' as const]) assert.deepEqual(await seen(as), [[], []])
  await world.call('removeComment', { commentId: root.id })
  assert.deepEqual(await seen(company.owner), [['reply', 'resolve'], []])
})
