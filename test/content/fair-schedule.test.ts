// The schedule by itself: who is next, who has room, who is cut off, and what is forgotten. Times are numbers.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { FairSchedule, type Lane, type Work } from '../../src/content/render/fair-schedule.ts'

interface Named extends Work {
  name: string
}

const KB = 1024
const MB = 1_048_576

let at = 0
const work = (name: string, tenant: string, more: Partial<Work> = {}): Named => ({
  ...{ name, tenant, size: 30 * KB, held: 0, since: at++, isLong: false, secured: 2000 },
  ...more,
})

function scheduleOf(...all: Named[]): FairSchedule<Named> {
  const schedule = new FairSchedule<Named>()
  for (const each of all) assert.equal(schedule.add(each, 0), null)
  return schedule
}

/** The names in the order in which the lane takes them. */
function taken(schedule: FairSchedule<Named>, lane: Lane, running: string[] = [], now = 0): string[] {
  const next = schedule.take(lane, running, now)
  return next ? [next.name, ...taken(schedule, lane, running, now)] : []
}

test('of one tenant the small comes first, of equals the older, and what waits long enough before anything', () => {
  const all = [
    work('large', 'a', { size: 900 * KB }),
    work('1', 'a'),
    work('2', 'a'),
    work('tiny', 'a', { size: 9 }),
  ]
  for (const each of all) each.isLong = true
  assert.deepEqual(taken(scheduleOf(...all), 'long'), ['tiny', '1', '2', 'large'])
  const late = work('late', 'a', { isLong: true, since: 60_000 })
  assert.deepEqual(taken(scheduleOf(work('huge', 'a', { size: 5 * MB }), late), 'long'), ['huge', 'late'])
})

test('whoever used least is next, however much work others brought, and use is charged as it happens', () => {
  const schedule = scheduleOf(
    ...['1', '2', '3'].map(name => work(`a${name}`, 'a', { isLong: true })),
    ...['1', '2'].map(name => work(`b${name}`, 'b', { isLong: true })),
  )
  const order: string[] = []
  for (let turn = 0; turn < 5; turn++) {
    const next = schedule.take('long', [], 0)!
    schedule.charge(next.tenant, next.tenant === 'a' ? 1000 : 600, 0)
    order.push(next.name)
  }
  assert.deepEqual(order, ['a1', 'b1', 'b2', 'a2', 'a3'])
})

test('small work of those who used little is done in the quick lane, one piece at a time of each', () => {
  const schedule = scheduleOf(work('a1', 'a'), work('b1', 'b'), work('large', 'c', { size: 300 * KB }))
  assert.equal(schedule.take('quick', ['a'], 0)?.name, 'b1')
  assert.equal(schedule.take('quick', ['a'], 0), undefined)
  assert.equal(schedule.take('small', ['a'], 0)?.name, 'a1')
  assert.deepEqual(taken(schedule, 'quick'), [])
  assert.deepEqual(taken(schedule, 'long'), ['large'])
})

test('whoever used much finds no place in the quick lane until that is long ago', () => {
  const schedule = scheduleOf(work('a', 'a'))
  schedule.charge('a', 6000, 0)
  assert.deepEqual(taken(schedule, 'quick', [], 0), [])
  assert.deepEqual(taken(schedule, 'quick', [], 39_000), [])
  assert.ok(schedule.isWanted('small', [], 39_000))
  assert.deepEqual(taken(schedule, 'quick', [], 41_000), ['a'])
})

test('small work never waits for large work: it may go into the lane for small work, where large never goes', () => {
  const long = ['1', '2', '3'].map(name => work(name, 'a', { size: 5 * MB }))
  const schedule = scheduleOf(...long, work('page', 'a'), work('proven', 'a', { isLong: true }))
  assert.deepEqual(taken(schedule, 'small', ['a']), ['page'])
  assert.deepEqual(taken(schedule, 'quick'), [])
  assert.ok(!schedule.isWanted('small', [], 0))
})

test('running work is cut off where somebody waits who used less, after the time that is secured to it', () => {
  const running = work('runs', 'a', { isLong: true })
  const schedule = scheduleOf(work('own', 'a', { isLong: true }))
  schedule.charge('a', 9000, 0)
  assert.ok(!schedule.isOver(running, 9000, 0), 'nobody else waits')
  schedule.add(work('small', 'b'), 0)
  assert.ok(!schedule.isOver(running, 9000, 0), 'small work has lanes of its own')
  schedule.add(work('more', 'c', { isLong: true }), 0)
  schedule.charge('c', 9500, 0)
  assert.ok(!schedule.isOver(running, 9000, 0), 'whoever waits used more')
  schedule.add(work('less', 'd', { isLong: true }), 0)
  assert.ok(!schedule.isOver(running, 1999, 0), 'its time is secured')
  assert.ok(schedule.isOver(running, 2000, 0))
  assert.ok(!schedule.isOver({ ...running, secured: 10_000 }, 9000, 0))
})

test('a tenant has its own room to wait in: what is too much of one keeps out no other', () => {
  const schedule = new FairSchedule<Named>({ jobs: 3, held: 1000 })
  const first = work('first', 'a', { held: 5000 })
  assert.equal(schedule.add(first, 0), null)
  const held = work('held', 'a', { held: 1 })
  assert.equal(schedule.add(held, 0), held)
  for (const name of ['1', '2', '3']) assert.equal(schedule.add(work(name, 'b'), 0), null)
  const fourth = work('4', 'b')
  assert.equal(schedule.add(fourth, 0), fourth)
  assert.equal(schedule.add(work('c', 'c'), 0), null)
  assert.ok(schedule.remove(first))
  assert.equal(schedule.add(held, 0), null)
})

test('where all the room is taken, work of whoever used most goes', () => {
  const schedule = new FairSchedule<Named>({ allJobs: 3, allHeld: 100 })
  schedule.charge('a', 5000, 0)
  schedule.charge('b', 100, 0)
  for (const each of [work('a1', 'a'), work('a2', 'a'), work('b1', 'b')])
    assert.equal(schedule.add(each, 0), null)
  assert.equal(schedule.add(work('c1', 'c'), 0)?.name, 'a2')
  assert.equal(schedule.add(work('a3', 'a'), 0)?.name, 'a3')
  assert.equal(schedule.add(work('c2', 'c', { held: 101 }), 0)?.name, 'a1')
  assert.deepEqual(
    schedule.waiting.map(({ name }) => name),
    ['b1', 'c1', 'c2'],
  )
})

test('what was used is forgotten by halves', () => {
  const schedule = scheduleOf()
  schedule.charge('a', 8000, 0)
  assert.equal(schedule.usage('a', 20_000), 4000)
  schedule.charge('a', 1000, 20_000)
  assert.equal(schedule.usage('a', 40_000), 2500)
  assert.equal(schedule.usage('b', 40_000), 0)
})
