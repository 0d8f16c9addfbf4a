// Many writers at once: one winner a version, no version lost, doubled or skipped.
import assert from 'node:assert/strict'
import { everywhere } from '../support/world.ts'

everywhere(
  'of fifty writers from one version exactly one wins, and its bytes are the new version',
  async world => {
    const { shortId: id } = await world.call('publish', {}, { file: 'start' })
    const texts = Array.from({ length: 50 }, (_, n) => `writer ${n}`)
    const outcomes = await Promise.all(texts.map(file => world.act('update', { id }, { base: 1, file })))
    const winners = outcomes.flatMap((outcome, n) => ('value' in outcome ? [texts[n]] : []))
    const codes = outcomes.flatMap(outcome => ('problem' in outcome ? [outcome.problem.code] : []))
    assert.deepEqual(codes, Array(49).fill('version_conflict'))
    assert.equal(winners.length, 1)
    assert.equal(await world.source(id), winners[0])
    assert.equal((await world.call('versions', { id })).data.length, 2)
  },
)

everywhere('writers that read, write and try again make versions 1 to n without a gap', async world => {
  const { shortId: id } = await world.call('publish', {}, { file: 'parent 0' })
  const writers = 8
  const each = 5
  const write = async (writer: number) => {
    for (let saved = 0; saved < each; ) {
      const { version } = await world.call('get', { id })
      const file = `parent ${version} writer ${writer}`
      const outcome = await world.act('update', { id }, { base: version, file })
      if ('value' in outcome) {
        assert.equal(outcome.value.version, version + 1)
        saved++
      } else assert.equal(outcome.problem.code, 'version_conflict')
    }
  }
  await Promise.all(Array.from({ length: writers }, (_, n) => write(n)))
  const { data } = await world.call('versions', { id, limit: 100 })
  const numbers = data.map(({ version }: { version: number }) => version).reverse()
  assert.deepEqual(
    numbers,
    Array.from({ length: writers * each + 1 }, (_, n) => n + 1),
  )
  for (const number of numbers.slice(1))
    assert.match(await world.source(id, { version: number }), new RegExp(`^parent ${number - 1} `))
})

everywhere('a deletion and an update at once end in one order or the other', async world => {
  for (let round = 0; round < 5; round++) {
    const { shortId: id } = await world.call('publish', {}, { file: 'one' })
    const [update, remove] = await Promise.all([
      world.act('update', { id }, { base: 1, file: 'two' }),
      world.act('delete', { id }),
    ])
    assert.ok('value' in remove)
    if ('problem' in update) assert.equal(update.problem.code, 'not_found')
    await world.refused('not_found', 'content', { id })
  }
})

everywhere('two renames and an update at once lose nothing', async world => {
  const { shortId: id } = await world.call('publish', {}, { file: 'one' })
  await Promise.all([
    world.call('change', { id, labels: ['a'] }),
    world.call('change', { id, historyVisible: true }),
    world.call('update', { id }, { base: 1, file: 'two' }),
  ])
  const { labels, historyVisible, version } = await world.call('get', { id })
  assert.deepEqual([labels, historyVisible, version], [['a'], true, 2])
})

everywhere('people added and taken away at once are all counted', async world => {
  for (let round = 0; round < 4; round++) {
    const input = { visibility: 'private', sharedWith: ['gone@guests.example'] }
    const { shortId: id } = await world.call('publish', input, { file: 'one' })
    const added = Array.from({ length: 4 }, (_, n) => `new-${n}@guests.example`)
    await Promise.all([
      ...added.map(email => world.call('change', { id, addSharedWith: [email] })),
      world.call('change', { id, removeSharedWith: ['gone@guests.example'] }),
    ])
    assert.deepEqual((await world.call('get', { id })).sharedWith, added)
  }
})
