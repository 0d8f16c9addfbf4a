// Edits in place: each passage once, all of them or none.
import assert from 'node:assert/strict'
import { everywhere, everywhereAll } from '../support/world.ts'
import { edits, source } from './portable/edits.ts'

everywhereAll(edits)

everywhere('edits replace passages and make one version', async world => {
  const { shortId: id } = await world.call('publish', { name: 'Fruit' }, { file: source })
  const edits = [
    { oldText: 'The end.', newText: 'Fin.' },
    { oldText: 'One apple', newText: 'No $& apple' },
  ]
  const traces = await world.traces(async () => {
    const edited = await world.call('edit', { id, edits, note: 'less fruit' }, { base: 1 })
    assert.deepEqual([edited.version, edited.name, edited.format], [2, 'Fruit', 'markdown'])
  })
  assert.deepEqual(traces, { events: ['artifact.updated'], audits: ['edit'] })
  assert.equal(await world.source(id), '# Title\n\nNo $& apple, two pears.\n\nFin.\n')
  assert.equal((await world.call('versions', { id })).data[0].note, 'less fruit')
})

const refusals: [code: string, edits: { oldText: string; newText: string }[]][] = [
  ['edit_not_found', [{ oldText: 'cherry', newText: 'x' }]],
  ['edit_not_unique', [{ oldText: 'e', newText: 'x' }]],
  [
    'edit_not_unique',
    [
      { oldText: 'apple, two', newText: '1' },
      { oldText: 'two pears', newText: '2' },
    ],
  ],
  [
    'edit_not_found',
    [
      { oldText: 'One apple', newText: 'x' },
      { oldText: 'cherry', newText: 'y' },
    ],
  ],
  ['invalid_input', [{ oldText: '', newText: 'x' }]],
  ['invalid_input', []],
  ['empty_file', [{ oldText: source, newText: '' }]],
  ['not_utf8', [{ oldText: 'apple', newText: 'half a character: \ud800' }]],
]

everywhere('edits that do not fit change nothing at all', async world => {
  const { shortId: id } = await world.call('publish', {}, { file: source })
  for (const [code, edits] of refusals)
    await world.leavesNothing(() => world.refused(code, 'edit', { id, edits }, { base: 1 }))
  assert.equal(await world.source(id), source)
})
