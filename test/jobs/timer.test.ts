// Work that repeats, and what is known of it while it runs.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { every } from '../../src/jobs/timer.ts'
import { until } from '../support/until.ts'

const fail = (error: unknown) => assert.fail(String(error))

test('a run that takes longer than any should is stuck, until it ends', async t => {
  const gate = Promise.withResolvers<void>()
  const job = every(60_000, () => gate.promise, fail, 50)
  t.after(() => job.stop())
  assert.equal(job.isStuck, false)
  await until('the run is stuck', () => job.isStuck)
  gate.resolve()
  await until('it is no longer', () => !job.isStuck)
})

test('work that ends and begins again is not stuck, however long it goes on', async t => {
  let now = 0
  t.mock.method(performance, 'now', () => now)
  let runs = 0
  let end = () => {}
  const work = () => {
    const gate = Promise.withResolvers<void>()
    end = gate.resolve
    runs += 1
    return gate.promise
  }
  const job = every(1, work, fail, 50)
  t.after(() => {
    end()
    return job.stop()
  })
  for (const run of [1, 2, 3]) {
    await until(`run ${run} has begun`, () => runs === run)
    now += 40
    assert.equal(job.isStuck, false, `in run ${run}, ${now} ms after the first began`)
    end()
  }
})
