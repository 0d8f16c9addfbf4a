// Workers: limits, what comes after a loss, and the queue.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { LimitReached, Workers } from '../../src/content/workers.ts'
import { Problem } from '../../src/domain/problem.ts'

const workers = new Workers({ size: 1, memory: 64, idle: 1000 })
after(() => workers.close())

const fine = () => workers.run('readable', ['# Fine', 'markdown', 'outline'], 20_000)
const endless = ['*a **b '.repeat(400_000), 'markdown', 'text'] as const

test('what takes too long or too much memory fails alone: what waits behind it is done by a new process', async () => {
  const slow = workers.run('readable', [...endless], 20)
  const waiting = [fine(), fine()]
  await assert.rejects(slow, (error: unknown) => error instanceof LimitReached && error.limit === 'time')
  assert.deepEqual(await Promise.all(waiting), ['Fine', 'Fine'])
  const large = workers.run('readable', ['- [a](b) *c*\n'.repeat(600_000), 'markdown', 'text'], 60_000)
  const behind = fine()
  await assert.rejects(large, (error: unknown) => error instanceof LimitReached && error.limit === 'memory')
  assert.equal(await behind, 'Fine')
})

test('an error in a task fails that task only', async () => {
  await assert.rejects(
    workers.run('unified', [null as unknown as string, 'b', { from: 'a', to: 'b' }], 5000),
    /TypeError/,
  )
  assert.equal(await fine(), 'Fine')
})

test('closing fails what runs, what waits and what comes later', async () => {
  const own = new Workers({ size: 1, memory: 64, idle: 1000 })
  const work = [own.run('readable', [...endless], 5000), own.run('readable', ['x', 'html', 'text'], 5000)]
  own.close()
  work.push(own.run('readable', ['x', 'html', 'text'], 5000))
  for (const one of await Promise.allSettled(work))
    assert.ok(
      one.status === 'rejected' && one.reason instanceof LimitReached && one.reason.limit === 'closed',
    )
})

test('small pieces do not wait behind large ones, and of equal ones the first is first', async () => {
  const own = new Workers({ size: 1, memory: 64, idle: 1000 })
  const order: string[] = []
  const outline = (name: string, more = 0) =>
    own
      .run('readable', [`# ${name}\n\n${'x'.repeat(more)}`, 'markdown', 'outline'], 60_000)
      .then(text => order.push(text))
  const runs = outline('Runs')
  await Promise.all([
    runs,
    outline('Huge', 3_000_000),
    outline('Large', 2_000_000),
    outline('A'),
    outline('B'),
  ])
  assert.deepEqual(order, ['Runs', 'A', 'B', 'Large', 'Huge'])
  own.close()
})

test('work that would make too many texts wait is refused at once, and one piece may always wait', async () => {
  const own = new Workers({ size: 1, memory: 64, idle: 1000, waiting: 1000 })
  const long = 'x'.repeat(900)
  const outline = (text: string) => own.run('readable', [text, 'markdown', 'outline'], 20_000)
  const taken = [outline('# Runs'), outline(`# Waits ${long}`)]
  await assert.rejects(
    outline(`# Refused ${long}`),
    (error: unknown) =>
      error instanceof Problem && error.code === 'overloaded' && Number(error.extras.retryAfter) > 0,
  )
  assert.deepEqual(
    (await Promise.all(taken)).map(text => text.slice(0, 5)),
    ['Runs', 'Waits'],
  )
  assert.match(await outline(`# Large ${long}${long}`), /^Large/)
  own.close()
})
