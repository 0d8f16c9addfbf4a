// One person has one colour on every page and in every answer that shows them.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openStage } from '../../contract/stage.ts'
import type { Member } from '../../support/people.ts'
import { visitor } from './visitor.ts'

test('a person has the colour of their comments on every page that shows them, whatever they are called there', async () => {
  const stage = await openStage()
  const mia = await stage.company.join('member', 'mia@acme.example')
  const comment = async ({ session: as }: Member) => {
    const headers = { 'content-type': 'application/json' }
    const body = JSON.stringify({ body: 'Seen.' })
    const { json } = await stage.send('POST', `/v1/artifacts/${id}/comments`, { as, headers, body })
    return (json as { author: { color: number } }).author.color
  }

  const id = await stage.publish(
    { visibility: 'private', sharedWith: mia.email },
    { as: stage.company.owner.session },
  )
  const [own, theirs] = [await comment(stage.company.owner), await comment(mia)]
  for (const color of [own, theirs]) assert.ok(Number.isInteger(color) && color >= 0 && color < 8)
  assert.deepEqual([await comment(stage.company.owner), await comment(mia)], [own, theirs])
  const owner = visitor(stage.url, stage.company.owner)
  for (const [path, shown] of [
    ['/app', [own]],
    ['/app/members', [own, theirs]],
    [`/app/members/${mia.id}`, [own, theirs]],
    [`/app/artifacts/${id}/history`, [own]],
    ['/app/audit', [own, theirs]],
  ] as const) {
    const { text } = await owner.open(path)
    const found = [...text.matchAll(/class="avatar hue-(\d)/g)].map(([, color]) => Number(color))
    assert.deepEqual([...new Set(found)].sort(), [...new Set(shown)].sort(), path)
  }
})
