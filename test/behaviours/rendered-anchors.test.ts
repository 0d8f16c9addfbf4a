// Threads on words that a script of the page writes: never lost, and anchored once the file holds the words.
import assert from 'node:assert/strict'
import { caseFile } from '../support/real-pages.ts'
import { everywhere, type World } from '../support/world.ts'

const app = caseFile('rendered-by-script.html')
const words = 'Home of the app'

/** As the frame sends it: words with the element that holds them. */
const seen = (exact: string) => ({
  textQuote: { exact, prefix: '', suffix: '' },
  textPosition: { start: 0, end: exact.length },
  cssPath: '#root > h1:nth-of-type(1)',
})

async function published(world: World, bytes: string): Promise<string> {
  const { shortId } = await world.call('publish', {}, { file: { name: 'app.html', bytes } })
  return shortId
}

async function only(world: World, id: string, input: object = {}) {
  const { data } = await world.call('listComments', { id, ...input })
  return data[0]
}

everywhere(
  'words that only a script writes are rendered, and anchored when a version holds them',
  async world => {
    const id = await published(world, app)
    const { id: threadId } = await world.call('addComment', { id, body: 'Whose home?', anchor: seen(words) })
    const { anchorState, current } = await only(world, id)
    assert.deepEqual([anchorState, current], ['rendered', undefined])
    assert.equal((await only(world, id, { anchorState: 'rendered' })).id, threadId)
    assert.equal(await only(world, id, { anchorState: 'orphaned' }), undefined)
    const again = await world.traces(() =>
      world.call('update', { id }, { base: 1, file: { name: 'app.html', bytes: `${app}<p>More.` } }),
    )
    assert.deepEqual(again.events, ['artifact.updated'])
    assert.equal((await only(world, id)).anchorState, 'rendered')
    const bytes = `<div id="root"><h1>${words}</h1></div>`
    await world.call('update', { id }, { base: 2, file: { name: 'app.html', bytes } })
    const held = await only(world, id)
    assert.deepEqual([held.anchorState, held.current.text], ['anchored', words])
  },
)

everywhere(
  'words that leave a file with scripts are not called lost; without scripts they are',
  async world => {
    const file = (inside: string) => ({ name: 'app.html', bytes: `<h1>Title</h1>${inside}` })
    const id = await published(world, file('<p>The quote that goes.').bytes)
    await world.call('addComment', { id, body: 'Here.', quote: 'The quote that goes.' })
    const moved = await world.traces(() =>
      world.call('update', { id }, { base: 1, file: file('<script>show()</script>') }),
    )
    assert.deepEqual(moved.events, ['artifact.updated'])
    assert.equal((await only(world, id)).anchorState, 'rendered')
    const data = '<script type="application/json">{"a": "The quote that goes."}</script>'
    const gone = await world.traces(() => world.call('update', { id }, { base: 2, file: file(data) }))
    assert.deepEqual(gone.events, ['artifact.updated', 'thread.orphaned'])
    assert.equal((await only(world, id)).anchorState, 'orphaned')
  },
)

everywhere(
  'words that were seen in a page without scripts are orphaned where its file lacks them',
  async world => {
    const id = await published(world, '<h1>Static</h1>')
    await world.call('addComment', { id, body: 'Where?', anchor: seen('Of an older version') })
    assert.equal((await only(world, id)).anchorState, 'orphaned')
    await world.refused('quote_not_found', 'addComment', { id, body: 'Where?', quote: words })
  },
)
