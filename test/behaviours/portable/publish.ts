// Publishing: one file in, an address out, for the audience that was asked for or the credential's own. What needs no more than an owner's key.
import assert from 'node:assert/strict'
import type { Behaviours } from '../../support/world.ts'

export const publishing: Behaviours = {
  'the media type counts only where the name has no extension': async world => {
    const as = async (name: string, type: string) =>
      (await world.call('publish', {}, { file: { name, type, bytes: 'x' } })).format
    assert.equal(await as('README', 'text/markdown'), 'markdown')
    assert.equal(await as('index', 'text/html; charset=latin1'), 'html')
    assert.equal(await as('page.md', 'text/html'), 'markdown')
  },

  'a name of 200 characters is kept to the letter, and hostile marks are taken out': async world => {
    const long = '🦊'.repeat(200)
    assert.equal((await world.call('publish', { name: long }, { file: 'x' })).name, long)
    const sly = await world.call('publish', { name: ' a\u202egnp.\u0000b\n c ' }, { file: 'x' })
    assert.equal(sly.name, 'agnp. b c')
  },
}
