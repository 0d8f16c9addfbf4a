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

everywhere('a quote that spans what a page hides is anchored whole and stays so', async world => {
  const page = (hidden: string, last: string) =>
    `<p>The gate is shut.</p><div hidden>The gate is barred. Menu: home, news.</div>
<p>The old gate is <span style="display: none">${hidden}</span>barred.</p><p>${last}</p>`
  const { shortId: id } = await world.call(
    'publish',
    { visibility: 'company' },
    { file: { name: 'a.html', bytes: page('secretly ', 'One.') } },
  )
  const quotes = ['is shut. The old', 'gate is barred']
  for (const quote of quotes) await world.call('addComment', { id, body: 'Here.', quote })
  const whole = [
    ['anchored', 'is shut. The gate is barred. Menu: home, news. The old'],
    ['anchored', 'gate is secretly barred'],
  ]
  assert.deepEqual(await shown(world, id), whole)
  for (const [base, last] of [
    [1, 'Two.'],
    [2, 'Three.'],
  ] as const) {
    await world.call('update', { id }, { base, file: { name: 'a.html', bytes: page('secretly ', last) } })
    assert.deepEqual(await shown(world, id), whole)
  }
  await world.call('update', { id }, { base: 3, file: { name: 'a.html', bytes: page('', 'Three.') } })
  assert.deepEqual(await shown(world, id), [whole[0], ['anchored', 'gate is barred']])
  const [first] = (await world.call('listComments', { id })).data
  await world.call('reattach', { commentId: first.id, textQuote: { exact: 'shut. The old gate' } })
  const [again] = await shown(world, id)
  assert.deepEqual(again, ['anchored', 'shut. The gate is barred. Menu: home, news. The old gate'])
})

everywhere('a quote of a formula, or with one or the mark of a note in it, is anchored', async world => {
  const page = 'The price rose[^1] in May.\n\nWe know $E = mc^2$ holds.\n\n[^1]: Source.\n'
  const { shortId: id } = await world.call(
    'publish',
    { visibility: 'company' },
    { file: { name: 'a.md', bytes: page } },
  )
  const quotes = ['The price rose[1] in May.', 'We know E = mc^2 holds.', 'E = mc^2']
  for (const quote of quotes) await world.call('addComment', { id, body: 'Here.', quote })
  const placed = [
    ['anchored', 'The price rose1 in May.'],
    ['anchored', 'We know E = mc^2 holds.'],
    ['anchored', 'E = mc^2'],
  ]
  assert.deepEqual(await shown(world, id), placed)
  await world.call('update', { id }, { base: 1, file: { name: 'a.md', bytes: `News.\n\n${page}` } })
  assert.deepEqual(await shown(world, id), placed)
})

everywhere(
  'a quote without words is refused, for a new thread and for one that is attached again',
  async world => {
    const { shortId: id } = await world.call('publish', { visibility: 'company' }, { file: 'Some words.' })
    const { id: commentId } = await world.call('addComment', { id, body: 'Here.', quote: 'Some words' })
    for (const exact of [
      '',
      ' ',
      '\n\t',
      '\u00a0\u3000',
      '\ufeff',
      '\u200b',
      ' \u200d\u2060\u00ad\n',
      '\u3164\ufe0f',
    ]) {
      const anchor = { textQuote: { exact } }
      await world.refused('invalid_input', 'addComment', { id, body: 'Nowhere.', quote: exact })
      const refusal = await world.refused('invalid_input', 'addComment', { id, body: 'Nowhere.', anchor })
      const message = 'must hold words, not only white space'
      const errors = [{ field: 'anchor.textQuote.exact', message }]
      if (world.surface !== 'MCP') assert.deepEqual(world.fact(refusal, 'errors'), errors)
      await world.refused('invalid_input', 'reattach', { commentId, anchor })
      await world.refused('invalid_input', 'reattach', { commentId, ...anchor })
    }
    assert.deepEqual(await shown(world, id), [['anchored', 'Some words']])
  },
)
