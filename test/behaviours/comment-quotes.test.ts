// A quote in place of an anchor: its words occur exactly once in the text of the current version.
import assert from 'node:assert/strict'
import { everywhere, everywhereAll } from '../support/world.ts'
import { commentQuotes, shown } from './portable/comment-quotes.ts'

everywhereAll(commentQuotes)

everywhere('a quote across two blocks of HTML hangs where they meet', async world => {
  const { shortId: id } = await world.call(
    'publish',
    { visibility: 'company' },
    { file: { name: 'a.html', bytes: '<p>One end</p><p>the other</p>' } },
  )
  await world.call('addComment', { id, body: 'Here.', quote: 'end the other' })
  assert.deepEqual(await shown(world, id), [['anchored', 'end the other']])
})

everywhere(
  'a quote without words is refused, for a new thread and for one that is attached again',
  async world => {
    const { shortId: id } = await world.call('publish', { visibility: 'company' }, { file: 'Some words.' })
    const { id: commentId } = await world.call('addComment', { id, body: 'Here.', quote: 'Some words' })
    for (const exact of ['', ' ', '\n\t', '\u00a0\u3000', '\ufeff']) {
      const anchor = { textQuote: { exact } }
      await world.refused('invalid_input', 'addComment', { id, body: 'Nowhere.', quote: exact })
      await world.refused('invalid_input', 'addComment', { id, body: 'Nowhere.', anchor })
      await world.refused('invalid_input', 'reattach', { commentId, anchor })
      await world.refused('invalid_input', 'reattach', { commentId, ...anchor })
    }
    assert.deepEqual(await shown(world, id), [['anchored', 'Some words']])
  },
)
