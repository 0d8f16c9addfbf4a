// Work that repeats, and what is known of it while it runs.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
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
  const job = every(1, () => pause(20), fail, 5000)
  t.after(() => job.stop())
  await pause(200)
  assert.equal(job.isStuck, false)
})
