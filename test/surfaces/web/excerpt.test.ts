// The excerpt of a page that was found goes on after the title, where it begins with it.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { excerptOf } from '../../../src/surfaces/web/layout/excerpt.ts'

test('the title stands once, and a word that only begins alike is kept', () => {
  for (const [snippet, shown] of [
    ['Zebra plan Fewer left.', 'Fewer left.'],
    ['Zebra plan', ''],
    ['Zebra planning is hard.', 'Zebra planning is hard.'],
    ['… of the Zebra plan', '… of the Zebra plan'],
  ] as const)
    assert.equal(excerptOf({ name: 'Zebra plan', snippet }), shown)
})
