// The cards of comments stand beside the page without overlap, level with their passages where there is room.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type Card, levelsOf } from '../../../src/surfaces/web/comments/card-levels.ts'
import { fc } from '../../support/properties.ts'

const card = fc.record({
  top: fc.integer({ min: -100, max: 5000 }),
  height: fc.integer({ min: 1, max: 400 }),
})
const cards = fc.array(card, { maxLength: 30 }).map(all => all.sort((one, other) => one.top - other.top))
const room = (all: readonly Card[]) => all.reduce((sum, { height }) => sum + height + 12, 0)

describe('cards beside the page', () => {
  test('never overlap, keep their order, and begin below the head', () => {
    fc.assert(
      fc.property(cards, fc.integer({ min: -1, max: 29 }), (all, chosen) => {
        const levels = levelsOf(all, Math.min(chosen, all.length - 1))
        for (const [at, level] of levels.entries()) {
          const before = at === 0 ? 0 : levels[at - 1]! + all[at - 1]!.height + 12
          assert.ok(level >= before, `${level} is less than ${before}`)
        }
      }),
    )
  })

  test('stand as high as their passages where there is room', () => {
    const apart = [0, 300, 1000].map(top => ({ top, height: 100 }))
    assert.deepEqual(levelsOf(apart, -1), [0, 300, 1000])
  })

  test('push down those behind them, and the active one up those before it', () => {
    const together = [400, 400, 400].map(top => ({ top, height: 100 }))
    assert.deepEqual(levelsOf(together, -1), [400, 512, 624])
    assert.deepEqual(levelsOf(together, 2), [176, 288, 400])
  })

  test('the active one stands level wherever those before it find room above', () => {
    fc.assert(
      fc.property(cards, fc.nat({ max: 29 }), (all, chosen) => {
        const active = Math.min(chosen, all.length - 1)
        if (active < 0 || room(all.slice(0, active)) > all[active]!.top) return
        assert.equal(levelsOf(all, active)[active], Math.max(0, all[active]!.top))
      }),
    )
  })
})
