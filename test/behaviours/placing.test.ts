// Threads on elements of large files: a save does not wait for their places, and a job finds them right after it.
import assert from 'node:assert/strict'
import { holdPlacing, releasePlacing } from '../support/placing.ts'
import { until } from '../support/until.ts'
import { everywhere, type World } from '../support/world.ts'

const MB = 1_048_576

/** A page of more than 1 MB that is read in no time. */
const page = (inside: string) => ({
  name: 'a.html',
  bytes: `<!doctype html>\n<title>T</title>\n<body><!--${'x'.repeat(MB)}--><h1>Sales of the year</h1>\n${inside}\n</body>`,
})
const chart = '<img src="sales.png" alt="Revenue by month">'
const map = '<img src="map.png" alt="Where we sell it">'
const path = (n: number) => `body > img:nth-of-type(${n})`

async function commented(world: World) {
  const { shortId: id } = await world.call('publish', { visibility: 'company' }, { file: page(chart + map) })
  const on = (anchor: object) => world.call('addComment', { id, body: 'This peak?', anchor })
  const first = await on({ cssPath: path(1), point: { x: 0.25, y: 0.5 } })
  const second = await on({ cssPath: path(2) })
  return { id, threads: [first.id, second.id] as [string, string] }
}

interface Thread {
  id: string
  anchorState: string
  current?: { cssPath?: string; text: string }
}

async function threadsOf(world: World, id: string, input: object = {}) {
  const { data } = await world.call('listComments', { id, status: 'all', ...input })
  return data as Thread[]
}

const states = async (world: World, id: string) =>
  (await threadsOf(world, id)).map(({ anchorState }) => anchorState)

const placed = (world: World, id: string) =>
  until('no thread is placing', async () => !(await states(world, id)).includes('placing'))

everywhere(
  'a save of a large file does not wait for the places of elements, which are found after it',
  async world => {
    const { id, threads } = await commented(world)
    await world.call('addComment', { id, body: 'Which year?', quote: 'Sales of the year' })
    await holdPlacing(world.service)
    const saved = await world.traces(() =>
      world.call('update', { id }, { base: 1, file: page(`<p>New.</p><img src="logo.png">${chart}`) }),
    )
    assert.deepEqual(saved.events, ['artifact.updated'])
    assert.deepEqual(await states(world, id), ['placing', 'placing', 'anchored'])
    const waiting = await threadsOf(world, id, { anchorState: 'placing' })
    assert.deepEqual(
      waiting.map(thread => [thread.id, thread.current]),
      threads.map(thread => [thread, undefined]),
    )
    const found = await world.traces(async () => {
      await releasePlacing(world.service)
      await placed(world, id)
    })
    assert.deepEqual(found.events, ['thread.orphaned'])
    const [there, gone] = await threadsOf(world, id)
    assert.deepEqual([there!.anchorState, there!.current!.cssPath], ['anchored', path(2)])
    assert.deepEqual([gone!.anchorState, gone!.current], ['orphaned', undefined])
    assert.deepEqual(await threadsOf(world, id, { anchorState: 'placing' }), [])
  },
)

everywhere(
  'meanwhile a thread is answered, changed, resolved and attached by hand as always',
  async world => {
    const { id, threads } = await commented(world)
    await holdPlacing(world.service)
    await world.call('update', { id }, { base: 1, file: page(`${map}${chart}`) })
    const [first, second] = threads
    await world.call('addComment', { id, body: 'It moved.', parentId: first })
    await world.call('changeComment', { commentId: first, body: 'That peak?' })
    const resolved = await world.call('resolve', { commentId: first })
    assert.deepEqual([resolved.status, resolved.anchorState], ['resolved', 'anchored'])
    const attached = await world.call('reattach', {
      commentId: second,
      anchor: { textQuote: { exact: 'Sales of the year' } },
    })
    assert.equal(attached.anchorState, 'anchored')
    await releasePlacing(world.service)
    const opened = await world.call('reopen', { commentId: first })
    assert.deepEqual([opened.anchorState, opened.current.cssPath], ['anchored', path(2)])
    await placed(world, id)
    const [one, other] = await threadsOf(world, id)
    assert.equal(one!.current?.cssPath, path(2))
    assert.equal(other!.current?.text, 'Sales of the year')
  },
)

everywhere(
  'a newer version takes the place of the one before, and after 30 seconds nobody is kept waiting',
  async world => {
    const { id } = await commented(world)
    await holdPlacing(world.service)
    await world.call('update', { id }, { base: 1, file: page(`<p>Second.</p>${map}`) })
    world.service.advance(29_000)
    assert.deepEqual(await states(world, id), ['placing', 'placing'])
    await world.call('update', { id }, { base: 2, file: page(`<p>Third.</p>${map}${chart}`) })
    world.service.advance(29_000)
    assert.deepEqual(await states(world, id), ['placing', 'placing'])
    world.service.advance(2000)
    assert.deepEqual(await states(world, id), ['changed', 'changed'])
    assert.equal((await threadsOf(world, id, { anchorState: 'changed' })).length, 2)
    const found = await world.traces(async () => {
      await releasePlacing(world.service)
      await until('they are found', async () => !(await states(world, id)).includes('changed'))
    })
    assert.deepEqual(found.events, [])
    const all = await threadsOf(world, id)
    assert.deepEqual(
      all.map(({ current }) => current?.cssPath),
      [path(2), path(1)],
    )
  },
)

everywhere(
  'a place that was stored when blocks did not separate words is looked for once, by its words',
  async world => {
    const bytes = '<h1>Nightly report</h1><p>The needle sentence.</p>'
    const { shortId: id } = await world.call('publish', {}, { file: { name: 'a.html', bytes } })
    const { id: threadId } = await world.call('addComment', { id, body: 'Why?', quote: 'report The needle' })
    const range = { start: 8, end: 24, text: 'reportThe needle', prefix: '', suffix: '', source: null }
    const anchorState = { state: 'anchored' as const, version: 1, range, placingSince: 1 }
    await world.service.context.records.transaction(rows =>
      rows.comments.setAnchorState(threadId, anchorState),
    )
    assert.deepEqual(await states(world, id), ['anchored'])
    await until('the place is found', async () => {
      const [thread] = await threadsOf(world, id)
      return thread?.current?.text === 'report The needle' && thread.anchorState === 'anchored'
    })
  },
)
