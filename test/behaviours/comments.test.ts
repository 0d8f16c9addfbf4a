// Comments: threads and answers, changed, deleted, resolved, opened again, listed and found.
import assert from 'node:assert/strict'
import { commentTree } from '../../src/content/markdown/comment-markdown.ts'
import { type CommentNode, textOf } from '../../src/content/markdown/comment-tree.ts'
import { namingCases, spelledCases } from '../support/naming-cases.ts'
import { everywhere, unknownId, type World } from '../support/world.ts'

const page = '# Plan\n\nThe budget is 42 crowns.\n\nNobody has asked the king.\n'

async function published(world: World, visibility = 'company', file = page): Promise<string> {
  return (await world.call('publish', { visibility }, { file })).shortId
}

const threads = async (world: World, id: string, input = {}) =>
  (await world.call('listComments', { id, ...input })).data

everywhere(
  '[S15] people comment on a page, and their comments form threads that are resolved',
  async world => {
    const id = await published(world)
    const ben = await world.company.join('member')
    const { id: threadId, url } = await world.call('addComment', { id, body: 'Too **much**.' }, { as: ben })
    assert.equal(url, `${world.service.url}/${id}?thread=${threadId}`)
    const answer = await world.call('addComment', { id, body: 'Agreed.', parentId: threadId })
    assert.equal(answer.parentId, threadId)
    const [thread] = await threads(world, id)
    assert.deepEqual(
      [thread.id, thread.parentId, thread.body, thread.status, thread.anchor ?? null, thread.anchorState],
      [threadId, null, 'Too **much**.', 'open', null, 'anchored'],
    )
    const { color, ...author } = thread.author
    assert.deepEqual([author, thread.mine], [{ kind: 'member', name: ben.name }, false])
    assert.ok(color >= 0 && color <= 7)
    assert.deepEqual(
      [thread.createdOnVersion, thread.resolvedBy, thread.resolvedAt, thread.editedAt],
      [1, null, null, null],
    )
    assert.deepEqual(
      thread.replies.map((reply: { id: string; body: string; mine: boolean }) => [
        reply.id,
        reply.body,
        reply.mine,
      ]),
      [[answer.id, 'Agreed.', true]],
    )
    const resolved = await world.call('resolve', { commentId: threadId })
    assert.deepEqual(
      [resolved.status, resolved.resolvedBy, resolved.resolvedOnVersion],
      ['resolved', world.company.owner.name, 1],
    )
    assert.deepEqual(await threads(world, id), [])
  },
)

everywhere('[S28] an agent reads the open comments, answers and resolves them in one step', async world => {
  const id = await published(world)
  const ben = await world.company.join('member')
  const { id: threadId } = await world.call(
    'addComment',
    { id, body: 'Check it.', quote: '42 crowns' },
    { as: ben },
  )
  const agent = { actorType: 'agent' as const, actorName: 'Scribe' }
  const [open] = await threads(world, id)
  assert.deepEqual(
    [open.current.text, open.current.line, page.slice(open.current.start, open.current.end)],
    ['42 crowns', 3, '42 crowns'],
  )
  await world.call(
    'edit',
    { id, edits: [{ oldText: '42 crowns', newText: '41 crowns' }] },
    { base: 1, ...agent },
  )
  const done = await world.call('resolve', { commentId: threadId, reply: 'It is 41.' }, agent)
  assert.deepEqual([done.status, done.resolvedOnVersion], ['resolved', 2])
  const [reply] = done.replies
  assert.deepEqual([reply.body, reply.actorType, reply.actorName], ['It is 41.', 'agent', 'Scribe'])
  assert.deepEqual([(await world.call('get', { id })).openThreadCount, await threads(world, id)], [0, []])
})

everywhere(
  '[S38] a thread that was resolved stays resolved when that is repeated, and is opened again',
  async world => {
    const id = await published(world)
    const { id: commentId } = await world.call('addComment', { id, body: 'One.' })
    const once = await world.traces(() => world.call('resolve', { commentId, reply: 'Done.' }))
    assert.deepEqual(once, { events: ['thread.replied', 'thread.resolved'], audits: ['resolve'] })
    const again = await world.traces(() => world.call('resolve', { commentId, reply: 'Done.' }))
    assert.deepEqual(again.events, [])
    assert.equal((await world.call('resolve', { commentId })).replies.length, 1)
    const opened = await world.traces(() => world.call('reopen', { commentId }))
    assert.deepEqual(opened.events, ['thread.reopened'])
    assert.deepEqual((await world.traces(() => world.call('reopen', { commentId }))).events, [])
    const [thread] = await threads(world, id)
    assert.deepEqual(
      [thread.status, thread.resolvedBy, thread.resolvedAt, thread.resolvedOnVersion],
      ['open', null, null, null],
    )
    assert.equal((await world.call('get', { id })).openThreadCount, 1)
  },
)

everywhere('comments leave an event and an audit row each', async world => {
  const id = await published(world)
  let threadId = ''
  const opened = await world.traces(async () => {
    threadId = (await world.call('addComment', { id, body: 'One.' })).id
  })
  assert.deepEqual(opened, { events: ['thread.opened'], audits: ['addComment'] })
  const replied = await world.traces(() => world.call('addComment', { id, body: 'Two.', parentId: threadId }))
  assert.deepEqual(replied, { events: ['thread.replied'], audits: ['addComment'] })
})

everywhere('threads are listed by status, by what happened since, by what is mine, in pages', async world => {
  const id = await published(world)
  const ben = await world.company.join('member')
  const made: string[] = []
  for (const n of [1, 2, 3, 4]) made.push((await world.call('addComment', { id, body: `Thread ${n}.` })).id)
  await world.call('resolve', { commentId: made[1] })
  const ids = async (input: object, as = world.company.owner) =>
    (await world.call('listComments', { id, ...input }, { as })).data.map(
      (thread: { id: string }) => thread.id,
    )
  assert.deepEqual(await ids({}), [made[0], made[2], made[3]])
  assert.deepEqual(await ids({ status: 'resolved' }), [made[1]])
  assert.deepEqual(await ids({ status: 'all', resolvedUpTo: 1 }), [made[1]])
  assert.deepEqual(await ids({ status: 'all', resolvedAfter: 1 }), [])
  assert.deepEqual(await ids({ status: 'resolved', resolvedAfter: 0, resolvedUpTo: 1 }), [made[1]])
  assert.deepEqual(await ids({ status: 'all' }), made)
  const first = await world.call('listComments', { id, limit: 2 })
  assert.deepEqual([first.data.length, first.totalCount], [2, 3])
  const second = await world.call('listComments', { id, limit: 2, cursor: first.nextCursor })
  assert.deepEqual([second.data[0].id, second.nextCursor, second.totalCount], [made[3], null, 3])
  const latest = await world.call('listComments', { id, order: 'desc', limit: 2 })
  const rest = await world.call('listComments', { id, order: 'desc', limit: 2, cursor: latest.nextCursor })
  const backwards = [...latest.data, ...rest.data].map(thread => thread.id)
  assert.deepEqual(backwards, [...first.data, ...second.data].map(thread => thread.id).reverse())
  await world.refused('invalid_input', 'listComments', { id, status: 'all', cursor: first.nextCursor })
  assert.deepEqual(await ids({ mine: true }, ben), [])
  world.service.advance(60_000)
  const since = new Date(world.service.context.clock()).toISOString()
  await world.call('addComment', { id, body: 'Mine now.', parentId: made[2] }, { as: ben })
  assert.deepEqual(await ids({ mine: true }, ben), [made[2]])
  assert.deepEqual(await ids({ since }), [made[2]])
  await world.refused('invalid_input', 'listComments', { id, since: 'yesterday' })
})

everywhere('a comment is changed and deleted by its author alone', async world => {
  const id = await published(world)
  const ben = await world.company.join('member')
  const { id: commentId } = await world.call('addComment', { id, body: 'Frist.' }, { as: ben })
  const changed = await world.call('changeComment', { commentId, body: 'First.' }, { as: ben })
  assert.deepEqual([changed.body, typeof changed.editedAt], ['First.', 'string'])
  await world.leavesNothing(async () => {
    await world.refused('forbidden', 'changeComment', { commentId, body: 'Mine.' })
    await world.refused('forbidden', 'removeComment', { commentId })
  })
  await world.call('removeComment', { commentId }, { as: ben })
  await world.refused('not_found', 'removeComment', { commentId }, { as: ben })
  assert.deepEqual((await world.call('listComments', { id })).totalCount, 0)
  assert.equal((await world.call('get', { id })).openThreadCount, 0)
})

everywhere('a deleted thread with answers keeps its place; with its last answer it goes', async world => {
  const id = await published(world)
  const { id: root } = await world.call('addComment', { id, body: 'Secret words.' })
  const { id: answer } = await world.call('addComment', { id, body: 'An answer.', parentId: root })
  await world.call('removeComment', { commentId: root })
  const [thread] = await threads(world, id)
  assert.deepEqual([thread.id, thread.body, thread.deleted, thread.replies.length], [root, '', true, 1])
  await world.refused('not_found', 'changeComment', { commentId: root, body: 'Back.' })
  assert.deepEqual((await world.call('search', { q: 'secret', in: 'comments' })).data, [])
  await world.call('resolve', { commentId: root })
  await world.call('removeComment', { commentId: answer })
  assert.equal((await world.call('listComments', { id, status: 'all' })).totalCount, 0)
})

everywhere('what is no comment is refused, and leaves nothing', async world => {
  const [id, other] = [await published(world), await published(world)]
  const elsewhere = await world.call('addComment', { id: other, body: 'Elsewhere.' })
  await world.leavesNothing(async () => {
    for (const body of ['', ' \n\t ', '\u200b\u2060', '\u2800', 'x'.repeat(10_001), '🦊'.repeat(10_001)])
      await world.refused('invalid_input', 'addComment', { id, body })
    for (const parentId of [unknownId(), 'x', elsewhere.id])
      await world.refused('invalid_input', 'addComment', { id, body: 'x', parentId })
    const nested = { id: other, body: 'x', parentId: elsewhere.id }
    await world.refused('invalid_input', 'addComment', { ...nested, anchor: { cssPath: 'p' } })
    await world.refused('invalid_input', 'addComment', { ...nested, quote: 'budget' })
    await world.refused('invalid_input', 'addComment', { id, body: 'x', anchor: { point: { x: 2, y: 0 } } })
    await world.refused('invalid_input', 'addComment', { id, body: 'x', anchor: { nonsense: 1 } })
    await world.refused('invalid_input', 'resolve', { commentId: elsewhere.id, reply: ' ' })
    for (const operation of ['resolve', 'reopen', 'removeComment'])
      await world.refused('not_found', operation, { commentId: unknownId() })
  })
  const refused = await world.refused('invalid_input', 'addComment', { id, body: 'x'.repeat(50_000) })
  assert.match(JSON.stringify(refused), /1 to 10,000 characters/)
  const longest = await world.call('addComment', { id, body: '🦊'.repeat(10_000) })
  assert.equal([...longest.body].length, 10_000)
})

everywhere('an answer to an answer belongs to the same thread; only a thread is resolved', async world => {
  const id = await published(world)
  const { id: root } = await world.call('addComment', { id, body: 'Root.' })
  const { id: answer } = await world.call('addComment', { id, body: 'One.', parentId: root })
  const deeper = await world.call('addComment', { id, body: 'Two.', parentId: answer })
  assert.equal(deeper.parentId, root)
  for (const operation of ['resolve', 'reopen'])
    await world.refused('not_found', operation, { commentId: answer })
})

everywhere('of those who resolve at once one does, and all are answered', async world => {
  const id = await published(world)
  const people = await Promise.all([1, 2, 3].map(() => world.company.join('member')))
  for (let round = 0; round < 3; round++) {
    const { id: commentId } = await world.call('addComment', { id, body: 'Race.' })
    const left = await world.traces(() =>
      Promise.all(people.map(as => world.call('resolve', { commentId, reply: `By ${as.name}.` }, { as }))),
    )
    assert.equal(left.events.filter(type => type === 'thread.resolved').length, 1)
    assert.equal(left.events.filter(type => type === 'thread.replied').length, 3)
    assert.equal((await world.call('get', { id })).openThreadCount, 0)
  }
})

everywhere('a comment sent twice with one idempotency key is one comment', async world => {
  const id = await published(world)
  const send = (body: string) =>
    world.act('addComment', { id, body, anchor: null }, { idempotencyKey: 'one-and-the-same' })
  const [first, second] = [await send('Once.'), await send('Once.')]
  assert.ok('value' in first && 'value' in second)
  assert.deepEqual([second.value.id, second.replayed], [first.value.id, true])
  const other = await send('Twice.')
  assert.ok('problem' in other && other.problem.code === 'idempotency_mismatch')
  assert.equal((await world.call('listComments', { id })).totalCount, 1)
})

everywhere('comments are found by their words, by those who may see them', async world => {
  const id = await published(world)
  const hidden = await published(world, 'private')
  const ben = await world.company.join('member')
  const { id: commentId } = await world.call('addComment', {
    id,
    body: 'The Käfer is überfällig, says Zwackelmann.',
  })
  await world.call('addComment', { id: hidden, body: 'Zwackelmann again.' })
  const found = async (q: string, as = ben, input = {}) =>
    (await world.call('search', { q, in: 'comments', ...input }, { as })).data
  const [hit, ...more] = await found('zwackel')
  assert.deepEqual([hit.kind, hit.shortId, hit.commentId, more], ['comment', id, commentId, []])
  assert.match(hit.snippet, /Käfer/)
  assert.equal((await found('kafer uberfallig')).length, 1)
  assert.equal((await found('zwackelmann', world.company.owner)).length, 2)
  assert.equal((await found('zwackelmann', world.company.owner, { in: 'artifacts' })).length, 0)
  const stranger = (await world.service.organization()).owner
  assert.deepEqual(await found('zwackelmann', stranger), [])
  await world.call('changeComment', { commentId, body: 'Nobody.' })
  assert.deepEqual(await found('zwackelmann'), [])
  assert.equal((await found('nobody')).length, 1)
  await world.call('delete', { id })
  assert.deepEqual(await found('nobody'), [])
})

everywhere('hits in pages and in comments come one after the other', async world => {
  const id = await published(world, 'company', '# Marmalade')
  await published(world, 'company', '# Marmalade too')
  for (const n of [1, 2, 3]) await world.call('addComment', { id, body: `Marmalade ${n}` })
  const kinds: string[] = []
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const answer = await world.call('search', { q: 'marmalade', limit: 2, ...(cursor && { cursor }) })
    kinds.push(...answer.data.map(({ kind }: { kind: string }) => kind))
    cursor = answer.nextCursor
  }
  assert.deepEqual(kinds, ['artifact', 'artifact', 'comment', 'comment', 'comment'])
})

everywhere('members are named with @, by name or address, where they can read the page', async world => {
  const id = await published(world)
  const [ben, cleo] = [await world.company.join('member'), await world.company.join('member')]
  const body = `@${ben.name}, and @${cleo.email}: see @nobody, or mail me@example.com`
  const { mentions, id: commentId } = await world.call('addComment', { id, body })
  assert.deepEqual(mentions.sort(), [ben.name, cleo.email].sort())
  const mine = await world.call('listComments', { id, mine: true }, { as: ben })
  assert.deepEqual(mine.data[0].id, commentId)
  const changed = await world.call('changeComment', {
    commentId,
    body: `\`@${ben.name}\` and @[${cleo.name}]`,
  })
  assert.deepEqual(changed.mentions, [cleo.name])
  const secret = await published(world, 'private')
  assert.deepEqual((await world.call('addComment', { id: secret, body })).mentions, [])
})

everywhere('a comment names those whose names are drawn in it', async world => {
  const id = await published(world)
  const ben = await world.company.join('member')
  for (const [body, times] of namingCases) {
    const part = ben.email.split('@')[0]!
    const words = body.replaceAll('Bob', part)
    const { mentions } = await world.call('addComment', { id, body: words })
    assert.deepEqual(mentions, times > 0 ? [part] : [], words)
  }
})

everywhere('the words that name a member are those that are drawn, each once', async world => {
  const id = await published(world)
  const { name, email: address } = await world.company.join('member')
  for (const [body, words] of spelledCases({ name, part: address.split('@')[0]!, address })) {
    const { mentions } = await world.call('addComment', { id, body })
    const once = new Map(words.toReversed().map(each => [each.toLowerCase(), each]))
    assert.deepEqual(mentions.sort(), [...once.values()].sort(), body)
    const drawn = spansOf(commentTree(body, mentions))
    assert.deepEqual(
      drawn,
      words.map(each => `@${each}`),
      body,
    )
  }
})

/** The words that a comment draws as mentions. */
const spansOf = (nodes: readonly CommentNode[]): string[] =>
  nodes.flatMap(node => {
    if (typeof node === 'string') return []
    return node.tag === 'span' ? [textOf(node.children)] : spansOf(node.children)
  })

everywhere(
  'a viewer and a key without org:read are not told whether a name is that of a member',
  async world => {
    const id = await published(world)
    const [ben, viewer] = [await world.company.join('member'), await world.company.join('viewer')]
    const scoped = await world.company.newKey('user', { scopes: ['comments:write', 'artifacts:read'] })
    for (const as of [viewer, viewer.session, { key: scoped.key }]) {
      let commentId = ''
      for (const name of [ben.name, ben.email, ben.email.split('@')[0], 'Nobody']) {
        const added = await world.call('addComment', { id, body: `@[${name}] look` }, { as })
        assert.deepEqual(added.mentions, [], name)
        commentId = added.id
      }
      const { data } = await world.call('listComments', { id }, { as })
      assert.deepEqual([...new Set(data.flatMap(({ mentions }: { mentions: string[] }) => mentions))], [])
      const changed = await world.call('changeComment', { commentId, body: `@${ben.name}` }, { as })
      assert.deepEqual(changed.mentions, [])
    }
    assert.match(JSON.stringify((await world.call('listComments', { id })).data), new RegExp(`"${ben.name}"`))
    const own = await world.call('addComment', { id, body: `@${viewer.name}` }, { as: viewer })
    assert.deepEqual(own.mentions, [viewer.name])
    assert.equal((await world.call('listComments', { id, mine: true }, { as: ben })).totalCount, 12)
  },
)
