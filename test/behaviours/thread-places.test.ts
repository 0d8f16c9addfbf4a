// Lists tell the places of threads: in the order of the text, all places in one answer, and what changed since.
import assert from 'node:assert/strict'
import { everywhere, type World } from '../support/world.ts'
import type { Value } from '../support/world-surface.ts'

const lines = ['First comes the moat.', 'Then comes the castle.', 'Last comes the dragon.']
const text = (all: readonly string[]) => `# Plan\n\n${all.join('\n\n')}\n`

/** Threads on the last line, the whole page, the first and the second line, in this order. */
async function threads(world: World) {
  const { shortId: id } = await world.call('publish', { visibility: 'company' }, { file: text(lines) })
  const made: string[] = []
  for (const quote of ['the dragon', null, 'the moat', 'the castle'])
    made.push((await world.call('addComment', { id, body: 'Look.', ...(quote && { quote }) })).id)
  return { id, last: made[0]!, whole: made[1]!, first: made[2]!, second: made[3]! }
}

async function listed(world: World, input: Record<string, unknown>, limit = 2): Promise<string[]> {
  const ids: string[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page = await world.call('listComments', { ...input, limit, ...(cursor && { cursor }) })
    ids.push(...page.data.map((thread: { id: string }) => thread.id))
    cursor = page.nextCursor
  }
  return ids
}

/** A moment in which nothing has happened yet, as a time. */
function nextMoment({ service }: World): string {
  service.advance(60_000)
  return new Date(service.context.clock()).toISOString()
}

everywhere(
  'threads are listed in the order of the text, in pages; what hangs nowhere comes last',
  async world => {
    const { id, first, second, last, whole } = await threads(world)
    assert.deepEqual(await listed(world, { id }), [last, whole, first, second])
    const sorted = { id, sort: 'place' }
    assert.deepEqual(await listed(world, sorted), [first, second, last, whole])
    assert.deepEqual(await listed(world, sorted, 1), [first, second, last, whole])
    const backwards = { ...sorted, order: 'desc' }
    assert.deepEqual(await listed(world, backwards, 1), [whole, last, second, first])
    await world.call('update', { id }, { base: 1, file: text(lines.slice(1)) })
    assert.deepEqual(await listed(world, sorted), [second, last, whole, first])
  },
)

everywhere('the thread that holds a comment is found by it', async world => {
  const { id, first } = await threads(world)
  const { id: answer } = await world.call('addComment', { id, body: 'I see.', parentId: first })
  for (const holding of [first, answer]) assert.deepEqual(await listed(world, { id, holding }), [first])
  assert.deepEqual(await listed(world, { id, holding: 'unknown' }), [])
})

everywhere(
  'since tells of changed words, of a deleted answer, and of a place that was lost or found',
  async world => {
    const { id, first, second, last } = await threads(world)
    const { id: answer } = await world.call('addComment', { id, body: 'I see.', parentId: second })
    const since = async (step: () => Promise<unknown>) => {
      const moment = nextMoment(world)
      await step()
      return listed(world, { id, since: moment })
    }
    assert.deepEqual(await since(() => world.call('changeComment', { commentId: first, body: 'Dig!' })), [
      first,
    ])
    assert.deepEqual(await since(() => world.call('removeComment', { commentId: answer })), [second])
    const short = text(lines.slice(0, 2))
    assert.deepEqual(await since(() => world.call('update', { id }, { base: 1, file: short })), [last])
    assert.deepEqual(await since(() => world.call('update', { id }, { base: 2, file: text(lines) })), [last])
  },
)

everywhere(
  'all places come in one answer, with the words of open threads alone, and how many there are',
  async world => {
    const { id, first, second, last, whole } = await threads(world)
    await world.call('resolve', { commentId: second })
    await world.call('update', { id }, { base: 1, file: text(lines.slice(0, 2)) })
    const told = await world.call('listPlaces', { id })
    assert.deepEqual([told.version, told.openCount, told.totalCount], [2, 3, 4])
    const byId = new Map<string, Value>(told.data.map((place: { id: string }) => [place.id, place]))
    assert.deepEqual([...byId.keys()], [last, whole, first, second])
    assert.partialDeepStrictEqual(byId.get(first), {
      ...{ status: 'open', anchorState: 'anchored', anchor: { textQuote: { exact: 'the moat' } } },
      current: { text: 'the moat' },
    })
    assert.deepEqual(byId.get(whole), { id: whole, status: 'open', anchorState: 'anchored', anchor: null })
    assert.partialDeepStrictEqual(byId.get(last), {
      ...{ anchorState: 'orphaned', anchor: { textQuote: { exact: 'the dragon' } } },
    })
    assert.equal(byId.get(last).current, undefined)
    assert.deepEqual([byId.get(second).status, byId.get(second).anchor], ['resolved', {}])
    const moment = nextMoment(world)
    await world.call('removeComment', { commentId: whole })
    await world.call('reopen', { commentId: second })
    const since = await world.call('listPlaces', { id, since: moment })
    assert.deepEqual(
      since.data.map((place: { id: string }) => place.id),
      [second],
    )
    assert.deepEqual([since.openCount, since.totalCount], [3, 3])
  },
)

everywhere('places are told to nobody who does not see the comments', async world => {
  const { id } = await threads(world)
  await world.call('change', { id, visibility: 'public' })
  await world.refused('unauthorized', 'listPlaces', { id }, { as: 'nobody' })
  const stranger = (await world.service.organization()).owner
  assert.deepEqual(await world.call('listPlaces', { id }, { as: stranger }), {
    ...{ data: [], version: 1, openCount: 0, totalCount: 0 },
  })
})
