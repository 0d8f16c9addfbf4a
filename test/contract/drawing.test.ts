// The small drawing of a page on the wire: an image of shapes, with the rights of reading, of the current version.
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { before, test } from 'node:test'
import { isProblem, jsonBody, openStage, type Stage } from './stage.ts'

let stage: Stage

before(async () => {
  stage = await openStage()
})

const drawing = (id: string, headers: Record<string, string> = {}) =>
  stage.send('GET', `/v1/artifacts/${id}/drawing`, { headers })

test('it is an image under 1 KB without a word of the page', async () => {
  const id = await stage.publish({}, { text: '# Secret plan\n\nSecret words\n\n- [x] secret\n' })
  const answer = await drawing(id)
  assert.equal(answer.status, 200)
  assert.equal(answer.headers['content-type'], 'image/svg+xml')
  assert.equal(answer.headers['cache-control'], 'private, no-cache')
  assert.match(answer.text, /^<svg .*<\/svg>$/)
  assert.ok(answer.body.length < 1024)
  assert.doesNotMatch(answer.text, /secret|text|script/i)
})

test('its tag is that of the version: unchanged until the next one, another drawing then', async () => {
  const id = await stage.publish({}, { text: 'Some words' })
  const first = await drawing(id)
  const tag = String(first.headers.etag)
  assert.equal((await drawing(id, { 'if-none-match': tag })).status, 304)
  const edit = jsonBody({ edits: [{ oldText: 'Some words', newText: '# A heading' }] })
  const headers = { ...edit.headers, 'if-match': '"v1"' }
  assert.equal((await stage.send('POST', `/v1/artifacts/${id}/edits`, { ...edit, headers })).status, 200)
  const second = await drawing(id, { 'if-none-match': tag })
  assert.equal(second.status, 200)
  assert.notEqual(second.text, first.text)
})

test('a version stored before there were drawings gets its own when it is asked for, and keeps it', async () => {
  const id = await stage.publish({}, { text: '# One\n\nWords\n' })
  const first = await drawing(id)
  const store = new DatabaseSync(join(stage.service.folder, 'recto.db'))
  const stored = () => store.prepare('select drawing from miniature order by artifact_id desc limit 1').get()
  const kept = stored()
  assert.ok(kept)
  store.exec('delete from miniature')
  assert.equal(stored(), undefined)
  assert.equal((await drawing(id)).text, first.text)
  assert.deepEqual(stored(), kept)
  store.close()
})

test('what one may not read has no drawing', async () => {
  const id = await stage.publish({ visibility: 'private' })
  const path = `/v1/artifacts/${id}/drawing`
  isProblem(await stage.send('GET', path, { as: 'nobody' }), 401, 'unauthorized')
  isProblem(await drawing('1111111111'), 404, 'not_found')
})
