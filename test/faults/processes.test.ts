// Two processes on one data folder: both serve, and what one keeps the other answers.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { atLength } from '../support/at-length.ts'
import { startProduct } from '../support/product.ts'
import { until } from '../support/until.ts'
import { ask, findings, Ledger } from './ledger.ts'
import { startWriters, uniquePage, write } from './writers.ts'

test('two processes on one data folder serve and lose nothing, also when one is killed', async t => {
  const first = await startProduct()
  t.after(() => first.stop())
  const second = await startProduct({ data: first.data, credentials: first })
  t.after(() => second.kill())
  const ledger = new Ledger()
  const writers = startWriters([first, second], ledger, 16)
  const enough = (status: number) => (writers.statuses[status] ?? 0) > 10
  await until('more than ten publishes and ten updates', () => enough(200) && enough(201))
  await writers.stop()
  const { 200: _updated, 201: _published, ...others } = writers.statuses
  assert.ok(
    Object.keys(others).every(status => status === '412'),
    `nothing but conflicts besides: ${JSON.stringify(others)}`,
  )
  const both = [await ledger.check(first), await ledger.check(second, { contents: false })]
  assert.deepEqual(both[0], both[1])
  assert.equal(both[0]!.unacknowledged, 0)

  const before = ledger.size
  const more = startWriters([first, second], ledger, 16)
  await until('32 writes more', () => ledger.size > before + 32)
  await second.kill()
  await more.stop()
  await ledger.check(first)
  assert.deepEqual(await findings(first.data), [])
})

test('what one process acknowledged the other answers at once', async t => {
  const first = await startProduct()
  t.after(() => first.stop())
  const second = await startProduct({ data: first.data, credentials: first })
  t.after(() => second.stop())
  const ledger = new Ledger()
  for (let round = 0; round < atLength(50, 250); round += 1) {
    const [writer, reader] = round % 2 === 0 ? [first, second] : [second, first]
    const { shortId, version } = await write(writer, ledger, uniquePage(500))
    const seen = await ask<{ version: number }>(reader, `/v1/artifacts/${shortId}/metadata`)
    assert.equal(seen.version, version)
  }
})
