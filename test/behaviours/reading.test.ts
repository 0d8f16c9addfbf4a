// Reading as text: what people see, the exact source, or the headings; in parts, or around a phrase.
import assert from 'node:assert/strict'
import { everywhere, everywhereAll } from '../support/world.ts'
import { reading } from './portable/reading.ts'

everywhereAll(reading)

everywhere('anybody reads what is public, and nobody what is not', async world => {
  const open = await world.call('publish', { visibility: 'public' }, { file: 'open' })
  const gated = await world.call('publish', { visibility: 'company' }, { file: 'gated' })
  const nobody = { as: 'nobody' } as const
  assert.equal((await world.call('read', { id: open.shortId }, nobody)).text.trim(), 'open')
  const seen = await world.call('get', { id: open.shortId }, nobody)
  for (const hidden of ['sharedWith', 'labels', 'openThreadCount']) assert.ok(!(hidden in seen), hidden)
  assert.deepEqual(seen.owner, { kind: 'person', name: world.company.owner.name })
  assert.deepEqual(seen.organization, { name: world.company.name })
  assert.ok(!JSON.stringify(seen).includes('@'))
  for (const operation of ['get', 'read', 'content'])
    for (const id of [gated.shortId, 'zzzzzzzzzz'])
      await world.refused('unauthorized', operation, { id }, nobody)
})
