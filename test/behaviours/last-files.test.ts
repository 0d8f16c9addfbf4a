// Files that a program makes anew: what others saved since the last one of the same rule or key stays, or nothing is saved.
import assert from 'node:assert/strict'
import { DAY } from '../../src/domain/artifact.ts'
import { env, github, keyFor, makeRule } from '../support/builds.ts'
import { send } from '../support/http.ts'
import { blobs, everywhere, type World } from '../support/world.ts'

const report = (count: number, words = 'Looks good.') =>
  `# Report\n\nBuild ${count}\n\nText\n\nMore text\n\n${words}\n`

interface Build {
  key: string
}

/** The key of the next build of that repository. */
const nextBuild = async (world: World, claims: Record<string, unknown>): Promise<Build> => ({
  key: await keyFor(world, claims),
})

/** The version that its next file starts from; agents over MCP make no files anew, so they are not told. */
async function startFor({ service }: World, id: string, { key }: Build): Promise<number | undefined> {
  const headers = { authorization: `Bearer ${key}` }
  return (await send(`${service.url}/v1/artifacts/${id}/versions`, { headers })).json.baseVersion
}

/** Sends the file as a build does. */
async function sendFile(world: World, id: string, file: string, as: Build) {
  const base = (await startFor(world, id, as))!
  return world.call('update', { id, keepOthers: true, skipUnchanged: true }, { base, file, as })
}

/** A person changes the last words of the page. */
async function write(world: World, id: string, words: string) {
  const { data } = await world.call('versions', { id })
  const file = (await world.source(id)).replace('Looks good.', words)
  return world.call(
    'update',
    { id },
    { base: data[0].version, file, as: world.company.owner, actorType: 'human' },
  )
}

const builds = (title: string, body: (world: World, next: () => Promise<Build>) => Promise<void>): void =>
  everywhere(
    title,
    async world => {
      const claims = github()
      await makeRule(world, claims)
      await body(world, () => nextBuild(world, claims))
    },
    env,
  )

builds('what a person wrote stays through every later build of the rule', async (world, next) => {
  const { shortId: id } = await world.call('publish', {}, { file: report(1), as: await next() })
  await write(world, id, 'Anna signs this.')
  for (const count of [2, 3, 4]) {
    const sent = await sendFile(world, id, report(count), await next())
    assert.deepEqual([sent.version, sent.merged], [count + 1, true])
    assert.equal(await world.source(id), report(count, 'Anna signs this.'))
    assert.equal(await startFor(world, id, await next()), count + 1)
  }
  await write(world, id, 'never found')
  const equal = await sendFile(world, id, report(4), await next())
  assert.deepEqual([equal.version, equal.unchanged], [6, true])
  assert.equal(await world.source(id), report(4, 'Anna signs this.'))
})

builds('words that a build takes over are its own from then on', async (world, next) => {
  const { shortId: id } = await world.call('publish', {}, { file: report(1), as: await next() })
  await write(world, id, 'Anna signs this.')
  const same = await sendFile(world, id, report(1, 'Anna signs this.'), await next())
  assert.deepEqual([same.version, same.unchanged], [2, true])
  const changed = await sendFile(world, id, report(2, 'Anna signed this.'), await next())
  assert.deepEqual([changed.version, 'merged' in changed], [3, false])
  assert.equal(await world.source(id), report(2, 'Anna signed this.'))
})

builds(
  'where both changed the same words nothing is saved, until the file replaces theirs',
  async (world, next) => {
    const { shortId: id } = await world.call('publish', {}, { file: report(1), as: await next() })
    await write(world, id, 'Anna signs this.')
    const file = report(2, 'Nobody signs this.')
    const as = await next()
    const { extras } = await world.refused(
      'version_conflict',
      'update',
      { id, keepOthers: true },
      { base: 1, file, as },
    )
    assert.equal(extras.currentVersion, 2)
    assert.equal(await world.source(id), report(1, 'Anna signs this.'))
    assert.equal(await startFor(world, id, as), 1)
    await world.refused('version_conflict', 'update', { id, keepOthers: false }, { base: 1, file, as })
    const replaced = await world.call('update', { id, keepOthers: false }, { base: 2, file, as })
    assert.equal(replaced.version, 3)
    const sent = await sendFile(world, id, report(3, 'All sign this.'), await next())
    assert.deepEqual([sent.version, 'merged' in sent], [4, false])
  },
)

builds(
  'of two builds that began from one version the later one is told of the other',
  async (world, next) => {
    const { shortId: id } = await world.call('publish', {}, { file: report(1), as: await next() })
    const [first, second] = [await next(), await next()]
    const input = { id, keepOthers: true }
    await world.call('update', input, { base: 1, file: report(2), as: first })
    await world.refused('version_conflict', 'update', input, { base: 1, file: report(3), as: second })
    assert.equal(await world.source(id), report(2))
  },
)

builds(
  'a conflict says who saved what stands in the way, also after builds that merged it',
  async (world, next) => {
    const { shortId: id } = await world.call('publish', {}, { file: report(1), as: await next() })
    await sendFile(world, id, report(2), await next())
    await write(world, id, 'Anna signs this.')
    await sendFile(world, id, report(2), await next())
    await sendFile(world, id, report(3), await next())
    await sendFile(world, id, report(4), await next())
    const as = await next()
    const conflict = () =>
      world.refused(
        'version_conflict',
        'update',
        { id, keepOthers: true },
        { base: 5, file: report(5, 'Nobody signs this.'), as },
      )
    const { extras } = await conflict()
    assert.deepEqual([extras.currentVersion, extras.othersSince, extras.othersCount], [5, 2, 1])
    assert.deepEqual(
      (extras.others as Record<string, unknown>[]).map(({ version, actorType, author }) => [
        version,
        actorType,
        author,
      ]),
      [[3, 'human', { name: world.company.owner.name }]],
    )
    assert.match(extras.diff as string, /^\+Anna signs this\.$/m)
    for (let version = 6; version <= 30; version++) await write(world, id, `Anna signs ${version}.`)
    assert.equal(((await conflict()).extras.others as unknown[]).length, 20)
    assert.equal((await conflict()).extras.othersCount, 26)
  },
)

builds('another rule and a key are others, and none of them takes from a person', async (world, next) => {
  const { shortId: id } = await world.call('publish', {}, { file: report(1), as: await next() })
  await write(world, id, 'Anna signs this.')
  await sendFile(world, id, report(2), await next())
  const other = github()
  await makeRule(world, other)
  const service = await world.company.newKey('service')
  for (const as of [await nextBuild(world, other), service]) {
    // Over MCP an agent began the page.
    assert.equal(await startFor(world, id, as), world.surface === 'MCP' ? undefined : 1)
    await world.refused(
      'version_conflict',
      'update',
      { id, keepOthers: true },
      { base: 1, file: report(7), as },
    )
    assert.equal(await world.source(id), report(2, 'Anna signs this.'))
  }
  const moved = await world.call(
    'update',
    { id, keepOthers: true },
    { base: 1, file: `${report(1)}\nBy a key\n`, as: service },
  )
  assert.deepEqual([moved.version, moved.merged], [4, true])
  assert.equal(await startFor(world, id, service), 4)
  assert.equal(await startFor(world, id, await next()), 3)
})

builds('of what other keys did a reader learns nothing but who saved', async (world, next) => {
  const { shortId: id } = await world.call('publish', {}, { file: report(1), as: await next() })
  const editor = await world.company.join('member')
  const answer = await world.call('versions', { id }, { as: editor.session })
  assert.deepEqual(Object.keys(answer).sort(), ['data', 'nextCursor'])
  assert.doesNotMatch(JSON.stringify(answer), /rule|credential|recto_/)
})

builds('a page that a person began has nothing that a build may start from', async (world, next) => {
  const as = world.company.owner
  const { shortId: id } = await world.call(
    'publish',
    { visibility: 'company' },
    { file: report(1), as, actorType: 'human' },
  )
  assert.equal(await startFor(world, id, await next()), undefined)
})

everywhere(
  'the file sent last goes with the key that alone could use it',
  async world => {
    const before = await blobs(world.service)
    const left = async () => (await blobs(world.service)).filter(name => !before.includes(name)).length
    const { owner } = world.company
    const key = await world.company.newKey('service')
    const kept = await world.company.newKey('service')
    const { shortId: id } = await world.call('publish', {}, { file: report(1), as: kept })
    await write(world, id, 'Anna signs this.')
    for (const as of [kept, key])
      await world.call('update', { id, keepOthers: true }, { base: 1, file: report(2), as })
    assert.equal(await left(), 6)
    world.service.advance(2 * DAY)
    await world.service.sweep()
    assert.equal(await left(), 6)
    await world.call('revokeKey', { id: key.id }, { as: owner.session })
    await world.service.sweep()
    assert.equal(await left(), 5)
    await sendFile(world, id, report(3), kept)
    assert.equal(await world.source(id), report(3, 'Anna signs this.'))
  },
  env,
)

everywhere(
  'the file sent last stays as long as its page, and goes with it',
  async world => {
    const before = await blobs(world.service)
    const left = async () => (await blobs(world.service)).filter(name => !before.includes(name)).length
    const as = await world.company.newKey('service')
    const { shortId: id } = await world.call('publish', {}, { file: report(1), as })
    await write(world, id, 'Anna signs this.')
    await sendFile(world, id, report(2), as)
    assert.equal(await left(), 4)
    world.service.advance(2 * DAY)
    await world.service.sweep()
    assert.equal(await left(), 4)
    await sendFile(world, id, report(3), as)
    assert.equal(await world.source(id), report(3, 'Anna signs this.'))
    await world.call('delete', { id }, { as })
    world.service.advance(31 * DAY)
    await world.service.sweep()
    assert.equal(await left(), 0)
  },
  env,
)
