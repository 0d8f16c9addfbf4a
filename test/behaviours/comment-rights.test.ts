// Members inside read and write comments, readers from outside only where that was said, and guests never write.
import assert from 'node:assert/strict'
import { freshAddress, guestSession } from '../support/people.ts'
import { everywhere, type World } from '../support/world.ts'

async function commented(world: World, visibility: string): Promise<{ id: string; commentId: string }> {
  const { shortId: id } = await world.call('publish', { visibility }, { file: '# Page\n\nSome words.' })
  const { id: commentId } = await world.call('addComment', { id, body: 'Between us.' })
  return { id, commentId }
}

const count = async (world: World, id: string, as: Parameters<World['call']>[2]) =>
  (await world.call('listComments', { id }, as)).totalCount

everywhere('[S61] guests read the page, and cannot comment; they are told why', async world => {
  const email = freshAddress('guest')
  const { id, commentId } = await commented(world, email)
  const guest = await guestSession(world.service.context, email)
  assert.equal((await world.call('get', { id }, { as: guest })).shortId, id)
  await world.leavesNothing(async () => {
    await world.refused('forbidden', 'addComment', { id, body: 'Hello.' }, { as: guest })
    for (const operation of ['resolve', 'reopen', 'removeComment'])
      await world.refused('not_found', operation, { commentId }, { as: guest })
  })
  assert.equal(await count(world, id, { as: guest }), 0)
  await world.call('change', { id, comments: 'shared' })
  assert.equal(await count(world, id, { as: guest }), 1)
  await world.leavesNothing(async () => {
    await world.refused('forbidden', 'addComment', { id, body: 'Hello.' }, { as: guest })
    await world.refused('forbidden', 'resolve', { commentId }, { as: guest })
  })
})

everywhere('viewers and service keys comment where they read', async world => {
  const { id } = await commented(world, 'company')
  const hidden = await commented(world, 'private')
  const viewer = await world.company.join('viewer')
  const service = { key: (await world.company.newKey('service')).key }
  for (const [as, kind] of [
    [viewer, 'viewer'],
    [service, 'service'],
  ] as const) {
    const { author, id: commentId } = await world.call('addComment', { id, body: 'I see.' }, { as })
    assert.equal(author.kind, kind)
    await world.call('resolve', { commentId }, { as })
    await world.call('changeComment', { commentId, body: 'I saw.' }, { as })
    await world.refused('not_found', 'addComment', { id: hidden.id, body: 'x' }, { as })
    await world.refused('not_found', 'listComments', { id: hidden.id }, { as })
    await world.refused('not_found', 'resolve', { commentId: hidden.commentId }, { as })
  }
  const other = { key: (await world.company.newKey('service')).key }
  const { data } = await world.call('listComments', { id, status: 'resolved' }, { as: other })
  const ofService = data.find(({ author }: { author: { kind: string } }) => author.kind === 'service')
  assert.equal(ofService.mine, false)
  await world.refused('forbidden', 'changeComment', { commentId: ofService.id, body: 'x' }, { as: other })
})

everywhere(
  'without a credential nothing is written, and only shared comments of public pages are read',
  async world => {
    const { id, commentId } = await commented(world, 'public')
    const as = 'nobody' as const
    await world.refused('unauthorized', 'addComment', { id, body: 'x' }, { as })
    await world.refused('unauthorized', 'listComments', { id }, { as })
    await world.refused('unauthorized', 'resolve', { commentId }, { as })
    await world.call('change', { id, comments: 'shared' })
    const { data } = await world.call('listComments', { id }, { as })
    assert.deepEqual([data.length, data[0].mine, JSON.stringify(data).includes('@')], [1, false, false])
    await world.refused('unauthorized', 'addComment', { id, body: 'x' }, { as })
    await world.refused('unauthorized', 'resolve', { commentId }, { as })
    const gated = await commented(world, 'company')
    await world.refused('unauthorized', 'listComments', { id: gated.id }, { as })
  },
)

everywhere(
  'people of another organization see comments where they are shared, and write none',
  async world => {
    const { id, commentId } = await commented(world, 'public')
    const stranger = (await world.service.organization()).owner
    assert.equal(await count(world, id, { as: stranger }), 0)
    await world.refused('not_found', 'resolve', { commentId }, { as: stranger })
    await world.call('change', { id, comments: 'shared' })
    assert.equal(await count(world, id, { as: stranger }), 1)
    await world.refused('forbidden', 'resolve', { commentId }, { as: stranger })
    await world.refused('forbidden', 'addComment', { id, body: 'x' }, { as: stranger })
  },
)

everywhere(
  'widening to people outside keeps comments internal unless it says otherwise; narrowing hides them',
  async world => {
    const [first, second] = [freshAddress('first'), freshAddress('second')]
    const { id } = await commented(world, 'company')
    const [one, two] = await Promise.all(
      [first, second].map(each => guestSession(world.service.context, each)),
    )
    const shared = await world.call('change', { id, addSharedWith: [first], comments: 'shared' })
    assert.equal(shared.comments, 'shared')
    assert.equal(await count(world, id, { as: one! }), 1)
    const widened = await world.call('change', { id, addSharedWith: [second] })
    assert.equal(widened.comments, 'internal')
    assert.equal(await count(world, id, { as: two! }), 0)
    await world.call('change', { id, comments: 'shared' })
    assert.equal(await count(world, id, { as: two! }), 1)
    const member = await world.company.join('member')
    assert.equal((await world.call('change', { id, addSharedWith: [member.email] })).comments, 'shared')
    assert.equal((await world.call('change', { id, visibility: 'public' })).comments, 'internal')
    await world.call('change', { id, visibility: 'private', sharedWith: [] })
    await world.refused('not_found', 'listComments', { id }, { as: one! })
  },
)

everywhere('only those who may share decide who sees the comments', async world => {
  const { id } = await commented(world, 'company')
  const member = await world.company.join('member')
  await world.refused('forbidden', 'change', { id, comments: 'shared' }, { as: member })
  await world.refused('invalid_input', 'change', { id, comments: 'everybody' })
})

everywhere('a scope opens comments and nothing else', async world => {
  const { id, commentId } = await commented(world, 'company')
  const keyOf = async (scope: 'comments:read' | 'comments:write' | 'artifacts:write') => ({
    key: (await world.company.newKey('user', { scopes: [scope] })).key,
  })
  const [reads, writes, other] = [
    await keyOf('comments:read'),
    await keyOf('comments:write'),
    await keyOf('artifacts:write'),
  ]
  assert.equal(await count(world, id, { as: reads }), 1)
  assert.equal(await count(world, id, { as: writes }), 1)
  await world.call('resolve', { commentId }, { as: writes })
  for (const [operation, input] of [
    ['addComment', { id, body: 'x' }],
    ['resolve', { commentId }],
    ['reopen', { commentId }],
    ['removeComment', { commentId }],
  ] as const) {
    await world.refused('insufficient_scope', operation, input, { as: reads })
    await world.refused('insufficient_scope', operation, input, { as: other })
  }
  await world.refused('insufficient_scope', 'listComments', { id }, { as: other })
  await world.refused('insufficient_scope', 'get', { id }, { as: reads })
  await world.refused('insufficient_scope', 'search', { q: 'x', in: 'comments' }, { as: other })
})

everywhere('copies and previews carry no comments; what lies in the trash shows none', async world => {
  const { id, commentId } = await commented(world, 'company')
  const { shortId: copied } = await world.call('copy', { id, visibility: 'company' })
  assert.equal(await count(world, copied, {}), 0)
  await world.call('delete', { id })
  await world.refused('not_found', 'listComments', { id })
  await world.refused('not_found', 'resolve', { commentId })
  await world.call('undelete', { id })
  assert.equal(await count(world, id, {}), 1)
  const preview = await world.call('publishPreview', {}, { as: 'nobody', file: '# Preview' })
  await world.refused('forbidden', 'addComment', { id: preview.shortId, body: 'x' })
  await world.refused('unauthorized', 'addComment', { id: preview.shortId, body: 'x' }, { as: 'nobody' })
  assert.equal(await count(world, preview.shortId, {}), 0)
  await world.call('claim', { code: preview.claimUrl })
  await world.call('addComment', { id: preview.shortId, body: 'Ours now.' })
})

everywhere('who left the organization writes no more; their words stay', async world => {
  const { id } = await commented(world, 'company')
  const ben = await world.company.join('member')
  const { id: commentId } = await world.call('addComment', { id, body: 'Farewell.' }, { as: ben })
  await world.call('removeMember', { id: ben.id })
  await world.refused('unauthorized', 'changeComment', { commentId, body: 'x' }, { as: ben })
  const { data } = await world.call('listComments', { id })
  assert.equal(data.at(-1).author.name, ben.name)
})
