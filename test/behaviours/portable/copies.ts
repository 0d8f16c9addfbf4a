// Copies: another artifact with the same content, at another address. What needs no more than an owner's key.
import assert from 'node:assert/strict'
import type { Behaviours } from '../../support/world.ts'

export const copies: Behaviours = {
  'a copy may be of an old version and have its own name and audience': async world => {
    const { shortId: id } = await world.call('publish', {}, { file: 'one' })
    await world.call('update', { id }, { base: 1, file: { name: 'b.html', bytes: '<p>two' } })
    const input = { id, version: 1, name: 'Older', visibility: 'public' }
    const copy = await world.call('copy', input)
    assert.deepEqual([copy.name, copy.format, copy.visibility], ['Older', 'markdown', 'public'])
    assert.equal(await world.source(copy.shortId, { as: 'nobody' }), 'one')
    await world.refused('not_found', 'copy', { id, version: 9 })
  },
}
