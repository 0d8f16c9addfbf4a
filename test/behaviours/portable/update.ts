// Updating: the same address, a version named, nobody overwritten by mistake. What needs no more than an owner's key.
import assert from 'node:assert/strict'
import type { Behaviours } from '../../support/world.ts'

export const base = 'one\ntwo\nthree\nfour\nfive\nsix\n'

export const updating: Behaviours = {
  'a diff is left out where the version edited from never existed': async world => {
    const made = await world.call('publish', {}, { file: 'one' })
    const { extras } = await world.refused(
      'version_conflict',
      'update',
      { id: made.shortId },
      { base: 9, file: 'x' },
    )
    assert.equal(extras.currentVersion, 1)
    assert.ok(!('diff' in extras))
  },

  'an update may name several versions, of which one must be current': async world => {
    const { shortId: id } = await world.call('publish', {}, { file: 'one' })
    assert.equal((await world.call('update', { id }, { base: [1, 7], file: 'two' })).version, 2)
    await world.refused('version_conflict', 'update', { id }, { base: [1, 7], file: 'three' })
  },

  'a stale label is a conflict even for equal bytes': async world => {
    const { shortId: id } = await world.call('publish', {}, { file: 'same' })
    await world.call('update', { id }, { base: 1, file: 'same' })
    await world.refused('version_conflict', 'update', { id, skipUnchanged: true }, { base: 1, file: 'same' })
  },

  'a new name or look with equal bytes is a change': async world => {
    const { shortId: id } = await world.call('publish', { name: 'Old' }, { file: 'same' })
    const input = { id, skipUnchanged: true, name: 'New', theme: 'paper' }
    const updated = await world.call('update', input, { base: 1, file: 'same' })
    assert.deepEqual([updated.version, updated.name, updated.theme], [2, 'New', 'paper'])
  },

  'the full address and an address with words name the artifact too': async world => {
    const { shortId, url } = await world.call('publish', {}, { file: 'one' })
    assert.equal((await world.call('update', { id: url }, { base: 1, file: 'two' })).version, 2)
    assert.equal(
      (await world.call('update', { id: `${shortId}-some-words` }, { base: 2, file: '3' })).version,
      3,
    )
  },

  'a merge keeps both sides where their changes do not overlap': async world => {
    const { shortId: id } = await world.call('publish', {}, { file: base })
    await world.call('update', { id }, { base: 1, file: base.replace('one', 'ONE') })
    const merged = await world.call(
      'update',
      { id, merge: true },
      { base: 1, file: base.replace('six', 'SIX') },
    )
    assert.deepEqual([merged.version, merged.merged], [3, true])
    assert.equal(await world.source(id), base.replace('one', 'ONE').replace('six', 'SIX'))
  },

  'a merge from the current version is an ordinary update': async world => {
    const { shortId: id } = await world.call('publish', {}, { file: base })
    const updated = await world.call('update', { id, merge: true }, { base: 1, file: 'new' })
    assert.deepEqual([updated.version, 'merged' in updated], [2, false])
  },
}
