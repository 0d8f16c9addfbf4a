// Points and regions placed in steps: always within the picture, never without width or height, and back to where they began.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readFrameMessage } from '../../../src/surfaces/viewer/read-frame-message.ts'
import {
  cornered,
  directions,
  elementPointOf,
  moved,
  type PointOnElement,
  placeWords,
  pointOnElement,
  uncornered,
} from '../../../src/surfaces/web/comments/picking/point-on-element.ts'
import { fc } from '../../support/properties.ts'

const middle = pointOnElement({ point: null, region: null })

test('a cross begins in the middle, or at what was chosen before, and ends at the edges', () => {
  assert.deepEqual(elementPointOf(middle).point, { x: 0.5, y: 0.5 })
  assert.deepEqual(elementPointOf(pointOnElement({ point: { x: 0.2, y: 1 }, region: null })).point, {
    x: 0.2,
    y: 1,
  })
  let at: PointOnElement = middle
  for (let step = 0; step < 9; step++) at = moved(at, 'left', true)
  assert.deepEqual(at.at, { x: 0, y: 0.5 })
  assert.equal(placeWords(elementPointOf(at)), '0 % across, 50 % down')
})

test('a region opens where there is room, steps over its corner, and goes back to it', () => {
  const corner = cornered(pointOnElement({ point: { x: 0.95, y: 0.5 }, region: null }))
  assert.deepEqual(elementPointOf(corner).region, { x: 0.85, y: 0.5, width: 0.1, height: 0.1 })
  let region = cornered(middle)
  for (let step = 0; step < 10; step++) region = moved(region, 'left', false)
  assert.deepEqual(elementPointOf(region).region, { x: 0.49, y: 0.5, width: 0.01, height: 0.1 })
  assert.deepEqual(uncornered(region), middle)
  assert.equal(uncornered(middle), null)
  assert.equal(placeWords(elementPointOf(region)), '49 to 50 % across, 50 to 60 % down')
})

test('whatever is pressed, what is chosen is what the server takes', () => {
  const share = fc.integer({ min: 0, max: 10_000 }).map(number => number / 10_000)
  const press = fc.tuple(fc.constantFrom(...directions), fc.boolean())
  fc.assert(
    fc.property(share, share, fc.boolean(), fc.array(press, { maxLength: 60 }), (x, y, isRegion, presses) => {
      const from = pointOnElement({ point: { x, y }, region: null })
      const last = presses.reduce(
        (placing, [to, isLarge]) => moved(placing, to, isLarge),
        isRegion ? cornered(from) : from,
      )
      const picked = { path: 'body', tag: 'img', words: '', alike: 1, ...elementPointOf(last) }
      assert.ok(readFrameMessage({ type: 'picked', picked }), JSON.stringify(picked))
    }),
  )
})
