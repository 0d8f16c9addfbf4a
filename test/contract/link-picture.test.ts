// The picture of a link: for claimed public pages alone, decided at each request.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { multipart } from '../support/http.ts'
import { jsonBody, openStage, type Stage } from './stage.ts'

let stage: Stage

before(async () => {
  stage = await openStage()
})

const picture = (id: string, headers: Record<string, string> = {}) =>
  stage.send('GET', `/${id}/picture.png?v=1`, { as: 'nobody', headers })

/** Width and height of a PNG (PNG specification, section 11.2.2). */
const sizeOf = (png: Buffer) => [png.readUInt32BE(16), png.readUInt32BE(20)]

const names = [
  'Q3 & <b>revenue</b>',
  '四半期の報告',
  'A name of many words that takes more than four lines '.repeat(3).trim(),
  'x'.repeat(200),
]

test('a public page has one of 1200 by 630, which is asked for again each time', async () => {
  for (const name of names) {
    const id = await stage.publish({ visibility: 'public', name }, { text: '# One\n\n- a\n- b\n' })
    const answer = await picture(id)
    assert.equal(answer.status, 200, name)
    assert.deepEqual(sizeOf(answer.body), [1200, 630])
    assert.equal(answer.headers['content-type'], 'image/png')
    assert.equal(answer.headers['cache-control'], 'public, no-cache')
    assert.equal(answer.headers['cross-origin-resource-policy'], 'cross-origin')
    assert.equal((await picture(id, { 'if-none-match': String(answer.headers.etag) })).status, 304)
  }
})

test('it is gone once the page is narrowed, also for its owner', async () => {
  const id = await stage.publish({ visibility: 'public' })
  assert.equal((await picture(id)).status, 200)
  const change = jsonBody({ visibility: 'private' })
  assert.equal((await stage.send('PATCH', `/v1/artifacts/${id}`, change)).status, 200)
  assert.equal((await picture(id)).status, 404)
  const own = await stage.send('GET', `/${id}/picture.png`, { as: stage.company.owner.session })
  assert.equal(own.status, 404)
})

test('an unclaimed preview has none', async () => {
  const { headers, body } = multipart([{ name: 'file', value: '# One', filename: 'one.md' }])
  const sent = { as: 'nobody', headers: { ...headers, 'idempotency-key': 'k'.repeat(22) }, body } as const
  const made = await stage.send('POST', '/v1/public/artifacts', sent)
  assert.equal(made.status, 201, made.text)
  assert.equal((await picture(made.json.shortId)).status, 404)
})
