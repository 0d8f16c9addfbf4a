// A frame may say of a picked element or selected words exactly what the server takes, and nothing that is merely near to it.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isPath } from '../../../src/content/anchors/element-path.ts'
import { anchorSchema } from '../../../src/operations/comments/comment-answer.ts'
import { readFrameMessage } from '../../../src/surfaces/viewer/read-frame-message.ts'

const good = {
  path: '#sales > img:nth-of-type(2)',
  tag: 'img',
  words: 'Sales',
  alike: 1,
  point: null,
  region: null,
}
const read = (picked: unknown) => readFrameMessage({ type: 'picked', picked })

test('an element with a point or a region is taken, in shares that the server takes too', () => {
  assert.deepEqual(read(good), { type: 'picked', picked: good })
  const region = { x: 1 / 3, y: 0.1, width: 2 / 3, height: 0.30001 }
  const message = read({ ...good, point: { x: 0.123456, y: 1 }, region })
  assert.ok(message?.type === 'picked')
  const { point, region: kept } = message.picked
  assert.deepEqual(point, { x: 0.1234, y: 1 })
  assert.deepEqual(kept, { x: 0.3333, y: 0.1, width: 0.6667, height: 0.3 })
  anchorSchema.parse({ cssPath: good.path, point, region: kept })
})

test('anything else is refused', () => {
  const wrong: unknown[] = [
    null,
    'body',
    { ...good, path: 'img' },
    { ...good, path: 'html > body > img' },
    { ...good, path: 'body > img[src]' },
    { ...good, path: '#a b' },
    { ...good, path: `body${' > b:nth-of-type(1)'.repeat(200)}` },
    { ...good, tag: 'IMG' },
    { ...good, tag: 'i mg' },
    { ...good, tag: 'x'.repeat(61) },
    { ...good, words: 'x'.repeat(201) },
    { ...good, words: undefined },
    { ...good, alike: -1 },
    { ...good, alike: 5001 },
    { ...good, alike: undefined },
    { ...good, point: { x: 1.1, y: 0 } },
    { ...good, point: { x: Number.NaN, y: 0 } },
    { ...good, point: undefined },
    { ...good, region: { x: 0.5, y: 0, width: 0.6, height: 0.1 } },
    { ...good, region: { x: 0, y: 0, width: 0, height: 1 } },
    { ...good, region: [0, 0, 1, 1] },
  ]
  for (const picked of wrong) assert.equal(read(picked), null, JSON.stringify(picked))
})

test('every path that a frame may name is one that the server reads', () => {
  for (const path of ['body', '#a-b_1', 'body > x-chart:nth-of-type(12) > td:nth-of-type(1)'])
    assert.ok(read({ ...good, path }) && isPath(path), path)
})

test('a frame within the page is taken by its name or without one, and with a place', () => {
  const enter = (fields: object) => readFrameMessage({ type: 'inner-frame', ...fields })
  const frame = { ...good, path: 'body > iframe:nth-of-type(1)', tag: 'iframe' }
  const left = { picked: null, at: null }
  const [at, above] = [
    { x: 8, y: 40 },
    { x: -3, y: -12.5 },
  ]
  for (const fields of [left, { picked: null, at }, { picked: frame, at: above }])
    assert.deepEqual(enter(fields), { type: 'inner-frame', ...fields })
  for (const wrong of [
    {},
    { picked: null },
    { picked: { ...frame, tag: 'I' }, at },
    { at },
    { picked: null, at: { y: 1 } },
  ])
    assert.equal(enter(wrong), null, JSON.stringify(wrong))
})

test('a selection without a visible character is refused, as the server refuses its quote', () => {
  const select = (exact: string) =>
    readFrameMessage({
      type: 'selected',
      selected: { exact, prefix: '', suffix: '', start: 0, end: 3, y: 0, path: null },
    })
  for (const exact of ['', ' \n', '\u200b', '\u00ad\u2060', '\u{e0041}'])
    assert.equal(select(exact), null, JSON.stringify(exact))
  for (const exact of ['a', '\u{1f600}', '\ue001']) assert.equal(select(exact)?.type, 'selected')
})
