// Edits in place: each passage once, all of them or none. What needs no more than an owner's key.
import assert from 'node:assert/strict'
import type { Behaviours } from '../../support/world.ts'

export const source = '# Title\n\nOne apple, two pears.\n\nThe end.\n'

export const edits: Behaviours = {
  'edits name the version they were made from': async world => {
    const { shortId: id } = await world.call('publish', {}, { file: source })
    const edits = [{ oldText: 'One', newText: 'Two' }]
    await world.refused('base_version_required', 'edit', { id, edits })
    await world.call('update', { id }, { base: 1, file: 'One' })
    const { extras } = await world.refused('version_conflict', 'edit', { id, edits }, { base: 1 })
    assert.equal(extras.currentVersion, 2)
  },

  'edits of a page with a byte order mark keep it': async world => {
    const { shortId: id } = await world.call('publish', {}, { file: '\ufeffone two' })
    await world.call('edit', { id, edits: [{ oldText: 'two', newText: 'three' }] }, { base: 1 })
    assert.equal(await world.source(id), '\ufeffone three')
  },
}
