// Comments through versions: where a thread hangs follows its text, tells what changed, and never guesses.
import assert from 'node:assert/strict'
import { everywhere, type World } from '../support/world.ts'

const lines = [
  '# Plan',
  'The budget of the castle is 42 crowns a year.',
  'Nobody has asked the king about the moat yet.',
  'The dragon sleeps in the eastern tower.',
]
const text = (all: readonly string[]) => `${all.join('\n\n')}\n`
const page = text(lines)

async function hanging(world: World, quote: string, file = page) {
  const { shortId: id } = await world.call('publish', { visibility: 'company' }, { file })
  const { id: commentId } = await world.call('addComment', { id, body: 'Look here.', quote })
  return { id, commentId }
}

async function only(world: World, id: string) {
  const { data } = await world.call('listComments', { id, status: 'all' })
  return data[0]
}

/** The state, and the words in the file that the offsets name. */
async function place(world: World, id: string) {
  const { anchorState, current } = await only(world, id)
  const source = await world.source(id)
  return [anchorState, current ? source.slice(current.start, current.end) : null]
}

everywhere('a comment says where its words stand in the file', async world => {
  const { id } = await hanging(world, 'asked the king')
  const { anchor, anchorState, current } = await only(world, id)
  assert.deepEqual(anchor.textQuote, { exact: 'asked the king' })
  assert.deepEqual([anchorState, current.text, current.line], ['anchored', 'asked the king', 5])
  assert.deepEqual(await place(world, id), ['anchored', 'asked the king'])
})

everywhere('it moves with its text through updates, edits and restores', async world => {
  const { id } = await hanging(world, 'asked the king')
  const moved = text(['# Plan', 'A new beginning.', ...lines.slice(1)])
  await world.call('update', { id }, { base: 1, file: moved })
  assert.deepEqual(await place(world, id), ['anchored', 'asked the king'])
  assert.equal((await only(world, id)).current.line, 7)
  await world.call('edit', { id, edits: [{ oldText: 'the king', newText: 'the queen' }] }, { base: 2 })
  assert.deepEqual(await place(world, id), ['changed', 'asked the queen'])
  await world.call('restore', { id, n: 1 }, { base: 3 })
  assert.deepEqual(await place(world, id), ['anchored', 'asked the king'])
  assert.equal((await only(world, id)).createdOnVersion, 1)
})

everywhere('what the comment asked to change is shown as changed, where it was', async world => {
  const { id } = await hanging(world, '42')
  await world.call('edit', { id, edits: [{ oldText: '42', newText: '41' }] }, { base: 1 })
  assert.deepEqual(await place(world, id), ['changed', '41'])
})

everywhere(
  'a thread whose text is gone is orphaned, told once, and comes back with its text',
  async world => {
    const { id, commentId } = await hanging(world, 'The dragon sleeps in the eastern tower.')
    const gone = await world.traces(() =>
      world.call('update', { id }, { base: 1, file: text(lines.slice(0, 3)) }),
    )
    assert.deepEqual(gone.events, ['artifact.updated', 'thread.orphaned'])
    assert.deepEqual(await place(world, id), ['orphaned', null])
    const listed = await world.call('listComments', { id, anchorState: 'orphaned' })
    assert.equal(listed.data[0].anchor.textQuote.exact, 'The dragon sleeps in the eastern tower.')
    await world.call('addComment', { id, body: 'Where did it go?', parentId: commentId })
    const still = await world.traces(() =>
      world.call('update', { id }, { base: 2, file: text([...lines.slice(0, 3), 'More.']) }),
    )
    assert.deepEqual(still.events, ['artifact.updated'])
    await world.call('update', { id }, { base: 3, file: text([lines[0]!, lines[3]!, ...lines.slice(1, 3)]) })
    assert.deepEqual(await place(world, id), ['anchored', 'The dragon sleeps in the eastern tower.'])
  },
)

everywhere('it does not jump to another copy of the same words', async world => {
  const twice = ['# List', 'First: see below.', 'A line between them both.', 'Second: see below.']
  const { shortId: id } = await world.call('publish', { visibility: 'company' }, { file: text(twice) })
  const anchor = { textQuote: { exact: 'see below', prefix: 'Second: ', suffix: '.' } }
  await world.call('addComment', { id, body: 'Which?', anchor })
  const { current } = await only(world, id)
  assert.equal(current.line, 7)
  await world.call('update', { id }, { base: 1, file: text(twice.slice(0, 3)) })
  assert.deepEqual(await place(world, id), ['orphaned', null])
})

everywhere('words that are not in the file hang on nothing until they come', async world => {
  const { shortId: id } = await world.call('publish', { visibility: 'company' }, { file: page })
  const textQuote = { exact: 'a wizard appears at the gate' }
  const anchor = { textQuote, textPosition: { start: 0, end: 28 } }
  await world.call('addComment', { id, body: 'Made by a script?', anchor })
  assert.deepEqual(await place(world, id), ['orphaned', null])
  await world.call(
    'update',
    { id },
    { base: 1, file: text([...lines, 'Then a wizard appears at the gate.']) },
  )
  assert.deepEqual(await place(world, id), ['anchored', 'a wizard appears at the gate'])
})

everywhere('a resolved thread stays where it was, and is looked for when it is opened again', async world => {
  const { id, commentId } = await hanging(world, 'asked the king')
  await world.call('resolve', { commentId })
  await world.call('update', { id }, { base: 1, file: text(['# Plan', 'Before.', ...lines.slice(1)]) })
  assert.equal((await only(world, id)).current, undefined)
  await world.call('reopen', { commentId })
  assert.deepEqual(await place(world, id), ['anchored', 'asked the king'])
})

everywhere('a thread is attached by hand, to other words or to the whole page', async world => {
  const { id, commentId } = await hanging(world, 'The dragon sleeps in the eastern tower.')
  await world.call('update', { id }, { base: 1, file: text(lines.slice(0, 3)) })
  await world.call('reattach', { commentId, anchor: { textQuote: { exact: 'about the moat' } } })
  assert.deepEqual(await place(world, id), ['anchored', 'about the moat'])
  await world.call('reattach', { commentId, textQuote: { exact: 'the castle' } })
  assert.deepEqual(await place(world, id), ['anchored', 'the castle'])
  const whole = await world.call('reattach', { commentId, anchor: null })
  assert.deepEqual([whole.anchor, whole.anchorState, whole.current], [null, 'anchored', undefined])
  await world.refused('invalid_input', 'reattach', { commentId })
})

everywhere('a merge carries the threads too', async world => {
  const { id } = await hanging(world, 'asked the king')
  await world.call('update', { id }, { base: 1, file: text([...lines, 'A line at the end.']) })
  const mine = text(['# Our plan', ...lines.slice(1)])
  const merged = await world.call('update', { id, merge: true }, { base: 1, file: mine })
  assert.equal(merged.merged, true)
  assert.deepEqual(await place(world, id), ['anchored', 'asked the king'])
})

everywhere('HTML: offsets name the words in the file, entities and tags included', async world => {
  const html =
    '<!doctype html>\r\n<title>T</title>\r\n<script>var a = "Fish & chips"</script>\r\n<p title="Fish & chips">Fish &amp; chips &mdash; <b>hot</b> food</p>\r\n'
  const { shortId: id } = await world.call(
    'publish',
    { visibility: 'company' },
    { file: { name: 'a.html', bytes: html } },
  )
  await world.call('addComment', { id, body: 'Yum.', quote: 'Fish & chips — hot' })
  assert.deepEqual(await place(world, id), ['anchored', 'Fish &amp; chips &mdash; <b>hot'])
  assert.equal((await only(world, id)).current.line, 4)
  const next = html.replace('hot', 'warm')
  await world.call('update', { id }, { base: 1, file: { name: 'a.html', bytes: next } })
  assert.deepEqual(await place(world, id), ['changed', 'Fish &amp; chips &mdash; <b>warm'])
})

everywhere(
  'comments that are written while versions are made hang on the version that is there',
  async world => {
    const { shortId: id } = await world.call('publish', { visibility: 'company' }, { file: page })
    const update = async (n: number) => {
      for (;;) {
        const { version } = await world.call('get', { id })
        const file = text([`# Plan ${n}`, ...lines.slice(1), `End ${n}.`])
        const outcome = await world.act('update', { id }, { base: version, file })
        if ('value' in outcome) return
      }
    }
    const comment = (n: number) =>
      world.call('addComment', { id, body: `Comment ${n}.`, quote: 'asked the king' })
    await Promise.all([1, 2, 3, 4].flatMap(n => [update(n), comment(n)]))
    const { data } = await world.call('listComments', { id })
    const source = await world.source(id)
    const words = data.map((thread: { current?: { start: number; end: number } }) =>
      thread.current ? source.slice(thread.current.start, thread.current.end) : null,
    )
    assert.deepEqual(words, Array(4).fill('asked the king'))
  },
)
