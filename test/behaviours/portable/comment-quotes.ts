// A quote in place of an anchor: its words occur exactly once in the text of the current version. What needs no more than an owner's key.
import assert from 'node:assert/strict'
import type { Behaviours, PortableWorld } from '../../support/world.ts'

const page =
  '# The *castle*\n\nThe dragon sleeps in the\neastern tower. The gate is open.\n\nThe gate is shut.\n'

const published = async (world: PortableWorld, bytes = page): Promise<string> =>
  (await world.call('publish', { visibility: 'company' }, { file: { name: 'a.md', bytes } })).shortId

export const shown = async (world: PortableWorld, id: string) =>
  (await world.call('listComments', { id })).data.map(
    ({ anchorState, current }: { anchorState: string; current?: { text: string } }) => [
      anchorState,
      current?.text,
    ],
  )

export const commentQuotes: Behaviours = {
  'a quote hangs where its words stand, whatever white space parts them': async world => {
    const id = await published(world)
    for (const quote of ['sleeps in the  eastern\ntower', 'The castle', 'open.  The gate is shut.'])
      await world.call('addComment', { id, body: 'Here.', quote })
    assert.deepEqual(await shown(world, id), [
      ['anchored', 'sleeps in the eastern tower'],
      ['anchored', 'The castle'],
      ['anchored', 'open. The gate is shut.'],
    ])
  },

  'words that do not occur, or more than once, make no thread': async world => {
    const id = await published(world)
    const refused = (code: string, input: Record<string, unknown>) =>
      world.refused(code, 'addComment', { id, body: 'Where?', ...input })
    await refused('quote_not_found', { quote: 'A wizard appears' })
    await refused('quote_not_found', { quote: 'the *castle*' })
    await refused('quote_not_found', { quote: 'the dragon sleeps' })
    await refused('quote_not_unique', { quote: 'The gate is' })
    await refused('quote_not_found', { anchor: { textQuote: { exact: 'A wizard appears' } } })
    await refused('quote_not_unique', { anchor: { textQuote: { exact: 'The gate is' } } })
    assert.deepEqual(await shown(world, id), [])
  },

  'a quote is looked for in the current version alone': async world => {
    const id = await published(world)
    await world.call('update', { id }, { base: 1, file: { name: 'a.md', bytes: 'Nothing but a moat.' } })
    await world.refused('quote_not_found', 'addComment', { id, body: 'Where?', quote: 'eastern tower' })
    await world.call('addComment', { id, body: 'Here.', quote: 'but a moat' })
  },

  'an anchor that says more than its words may meet them twice, or not yet': async world => {
    const id = await published(world)
    const around = { exact: 'The gate is', suffix: ' shut.' }
    await world.call('addComment', { id, body: 'Which?', anchor: { textQuote: around } })
    const later = { textQuote: { exact: 'A wizard appears' }, textPosition: { start: 3, end: 19 } }
    await world.call('addComment', { id, body: 'When?', anchor: later })
    const [first, second] = (await world.call('listComments', { id })).data
    assert.deepEqual([first.current.line, first.anchorState, second.anchorState], [6, 'anchored', 'orphaned'])
  },

  'a thread is attached by hand to a quote that occurs once': async world => {
    const id = await published(world)
    const { id: commentId } = await world.call('addComment', { id, body: 'Here.', quote: 'eastern tower' })
    const attach = { commentId, textQuote: { exact: 'The gate is' } }
    await world.refused('quote_not_unique', 'reattach', attach)
    await world.refused('quote_not_found', 'reattach', {
      commentId,
      anchor: { textQuote: { exact: 'moat' } },
    })
    assert.deepEqual(await shown(world, id), [['anchored', 'eastern tower']])
  },
}
