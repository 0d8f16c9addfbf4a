// History: what was there before, what changed, going back, and who may see it. What needs no more than an owner's key.
import assert from 'node:assert/strict'
import type { Behaviours, PortableWorld } from '../../support/world.ts'

export async function threeVersions(
  world: PortableWorld,
  input: Record<string, unknown> = {},
): Promise<string> {
  const { shortId: id } = await world.call('publish', { visibility: 'public', ...input }, { file: 'one\n' })
  await world.call('update', { id }, { base: 1, file: 'two\n' })
  await world.call('update', { id }, { base: 2, file: { name: 'x.html', bytes: '<p>three</p>' } })
  return id
}

export const versions: Behaviours = {
  'history lists versions newest first, in pages': async world => {
    const id = await threeVersions(world)
    const first = await world.call('versions', { id, limit: 2 })
    const second = await world.call('versions', { id, limit: 2, cursor: first.nextCursor })
    const rows = [...first.data, ...second.data]
    assert.equal(second.nextCursor, null)
    assert.deepEqual(
      rows.map(({ version, current, format, size }) => [version, current, format, size]),
      [
        [3, true, 'html', 12],
        [2, false, 'markdown', 4],
        [1, false, 'markdown', 4],
      ],
    )
    assert.deepEqual(await world.call('version', { id, n: 2 }), rows[1])
    await world.refused('not_found', 'version', { id, n: 4 })
  },

  'an old version stays readable by its number': async world => {
    const id = await threeVersions(world)
    assert.equal(await world.source(id, { version: 1 }), 'one\n')
    assert.equal((await world.call('read', { id, version: 2 })).text.trim(), 'two')
    await world.refused('not_found', 'content', { id, version: 9 })
  },

  'deleting what was restored from another version leaves the bytes of both until both are gone':
    async world => {
      const id = await threeVersions(world)
      await world.call('restore', { id, n: 1 }, { base: 3 })
      await world.refused('version_conflict', 'restore', { id, n: 1 }, { base: 3 })
      assert.equal(await world.source(id, { version: 1 }), 'one\n')
      assert.equal(await world.source(id), 'one\n')
    },

  'a diff shows what changed between two versions': async world => {
    const id = await threeVersions(world)
    const between = await world.call('diff', { id, from: 1, to: 2 })
    assert.deepEqual([between.from, between.to], [1, 2])
    assert.match(between.diff, /^-one$/m)
    assert.match(between.diff, /^\+two$/m)
    const latest = await world.call('diff', { id })
    assert.deepEqual([latest.from, latest.to], [2, 3])
    assert.equal((await world.call('diff', { id, from: 2, to: 2 })).diff, '')
    await world.refused('not_found', 'diff', { id, from: 1, to: 9 })
  },
}
