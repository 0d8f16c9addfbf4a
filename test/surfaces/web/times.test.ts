// Times are told in the unit that a reader would choose.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { relativeTime } from '../../../src/surfaces/web/layout/text.ts'

const minute = 60
const hour = 60 * minute
const day = 24 * hour

test('times are told in the unit a reader would choose, and never as 60 minutes or 24 hours', () => {
  const now = new Date('2026-11-20T12:00:00Z')
  const told = (seconds: number) => relativeTime(new Date(now.getTime() + seconds * 1000), now)
  const rows: [seconds: number, words: string][] = [
    [-59, 'just now'],
    [-minute, '1 min ago'],
    [-(hour - 31), '59 min ago'],
    [-(hour - 29), '1 hr ago'],
    [-(23 * hour + 29 * minute), '23 hr ago'],
    [-(23 * hour + 31 * minute), 'yesterday'],
    [-2 * day, '2 days ago'],
    [-29 * day, '29 days ago'],
    [-31 * day, 'last month'],
    [-11 * 31 * day, '11 months ago'],
    [-366 * day, 'last year'],
    [29.99 * day, 'in 30 days'],
    [hour, 'in 1 hr'],
  ]
  for (const [seconds, words] of rows) assert.equal(told(seconds), words, `${seconds} s`)
})
