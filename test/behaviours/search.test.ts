// Search: words in names and texts, among what the caller may read.
import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { extendTimeout } from '../support/patience.ts'
import { everywhere, type World } from '../support/world.ts'

type Row = Record<string, string> & { owner?: unknown }

/** Words are found a moment after they were saved. */
async function finds(world: World, q: string, wanted: string[], options = {}): Promise<Row[]> {
  const end = performance.now() + extendTimeout(60_000)
  for (;;) {
    const { data } = await world.call('search', { q }, options)
    const names = data.map(({ name }: Row) => name).sort()
    if (JSON.stringify(names) === JSON.stringify([...wanted].sort())) return data
    if (performance.now() > end) assert.deepEqual(names, [...wanted].sort(), q)
    await sleep(20)
  }
}

everywhere('[S47] words are found in names and texts, all of them', async world => {
  const file = { name: 'a.html', bytes: '<p>The <b>quick</b> brown fox</p><script>secretword</script>' }
  const made = await world.call('publish', { name: 'Animals' }, { file })
  await world.call('publish', { name: 'Quick start' }, { file: 'Nothing brown here' })
  const [row] = await finds(world, 'fox', ['Animals'])
  assert.deepEqual([row!.kind, row!.shortId, row!.url], ['artifact', made.shortId, made.url])
  assert.match(row!.snippet!, /fox/)
  assert.doesNotMatch(row!.snippet!, /<p>/)
  await finds(world, 'quick', ['Animals', 'Quick start'])
  await finds(world, 'QUICK fox', ['Animals'])
  await finds(world, 'quick zebra', [])
  await finds(world, 'secretword', [])
})

everywhere('what a search finds follows updates, renames, audiences and the trash', async world => {
  const stranger = (await world.service.organization()).owner
  const member = await world.company.join('member')
  const { shortId: id } = await world.call('publish', { name: 'Draft' }, { file: 'alpha' })
  await finds(world, 'alpha', ['Draft'])
  await finds(world, 'alpha', [], { as: member })
  await world.call('update', { id }, { base: 1, file: 'beta' })
  await finds(world, 'beta', ['Draft'])
  await finds(world, 'alpha', [])
  await world.call('change', { id, name: 'Gamma', visibility: 'company' })
  await finds(world, 'gamma', ['Gamma'], { as: member })
  await finds(world, 'beta', [], { as: stranger })
  await world.call('change', { id, addSharedWith: [stranger.email] })
  await finds(world, 'beta', ['Gamma'], { as: stranger })
  await world.call('delete', { id })
  await finds(world, 'beta', [])
  await world.call('undelete', { id })
  await finds(world, 'beta', ['Gamma'])
})

everywhere('a search tells whose each hit is, with an address for members alone', async world => {
  const { company } = world
  const { owner } = company
  const stranger = (await world.service.organization()).owner
  const service = await company.newKey('service')
  const shared = { name: 'Mine', visibility: stranger.email }
  const { shortId: id } = await world.call('publish', shared, { file: 'plover' })
  await world.call('publish', { name: 'Ours' }, { file: 'plover', as: service })
  await world.call('addComment', { id, body: 'A dotterel is no plover.' })
  const [mine] = await finds(world, 'mine plover', ['Mine'])
  const { name, email } = owner
  const { color } = mine!.owner as { color: number }
  assert.deepEqual(mine!.owner, { kind: 'person', name, email, color })
  assert.ok(color >= 0 && color <= 7)
  const [ours] = await finds(world, 'ours plover', ['Ours'])
  assert.deepEqual(ours!.owner, { kind: 'organization', name: company.name })
  const [comment] = await finds(world, 'dotterel', ['Mine'])
  assert.deepEqual([comment!.kind, comment!.owner], ['comment', mine!.owner])
  const [seen] = await finds(world, 'mine plover', ['Mine'], { as: stranger })
  assert.deepEqual(seen!.owner, { kind: 'person', name })
})

everywhere('owner narrows a search to what one member owns, and to the comments on it', async world => {
  const ana = await world.company.join('member')
  const hers = await world.call(
    'publish',
    { name: 'Hers', visibility: 'company' },
    { file: 'kestrel', as: ana },
  )
  const mine = await world.call('publish', { name: 'Mine', visibility: 'company' }, { file: 'kestrel' })
  for (const { shortId: id } of [hers, mine]) await world.call('addComment', { id, body: 'buzzard' })
  await finds(world, 'kestrel', ['Hers', 'Mine'])
  await finds(world, 'buzzard', ['Hers', 'Mine'])
  const found = async (q: string, owner: string, options = {}) =>
    (await world.call('search', { q, owner }, options)).data.map(({ name }: Row) => name)
  for (const q of ['kestrel', 'buzzard']) {
    assert.deepEqual(await found(q, 'me'), ['Mine'], q)
    assert.deepEqual(await found(q, ana.email), ['Hers'], q)
    assert.deepEqual(await found(q, 'me', { as: await world.company.newKey('service') }), [], q)
    assert.deepEqual(await found(q, 'nobody@example.org'), [], q)
  }
  await world.refused('invalid_input', 'search', { q: 'kestrel', owner: 'ana' })
})

const operators = [
  '"',
  'alpha OR',
  'NOT alpha',
  'alpha*',
  '(alpha',
  "alpha'; drop table artifact; --",
  'alpha:beta',
  '^',
  '\\',
  '%_',
  'NEAR(alpha beta)',
  '&|!',
]

everywhere('what a search language would read as a command is only words', async world => {
  await world.call('publish', { name: 'Plain' }, { file: 'alpha beta' })
  await finds(world, 'alpha', ['Plain'])
  for (const q of operators) assert.ok(Array.isArray((await world.call('search', { q })).data), q)
  for (const q of ['', '   ', 'x'.repeat(501)]) await world.refused('invalid_input', 'search', { q })
})

everywhere('found rows come in pages without repeat', async world => {
  const wanted = Array.from({ length: 12 }, (_, n) => `Page ${n}`)
  for (const name of wanted) await world.call('publish', { name }, { file: 'common words' })
  await finds(world, 'common', wanted)
  const seen: string[] = []
  let cursor: string | undefined
  do {
    const page = await world.call('search', { q: 'common', limit: 5, ...(cursor && { cursor }) })
    seen.push(...page.data.map(({ name }: Row) => name))
    cursor = page.nextCursor ?? undefined
  } while (cursor)
  assert.deepEqual(seen.sort(), wanted.sort())
})
