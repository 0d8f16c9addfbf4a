// Uploads of 50 MB at once, in a process that may use little memory of its own.
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { atLength } from '../support/at-length.ts'
import { piece, publishLarge } from '../support/large.ts'
import { startProduct } from '../support/product.ts'
import { ask, findings } from './ledger.ts'

const uploads = atLength(8, 30)
/** Megabytes, a fraction of all that is sent. */
const heap = atLength(100, 256)

test(`${uploads} uploads of 50 MB at once fit into a heap of ${heap} MB`, async t => {
  const product = await startProduct({ nodeArguments: [`--max-old-space-size=${heap}`] })
  t.after(() => product.stop())
  const statuses = await Promise.all(Array.from({ length: uploads }, () => publishLarge(product, 49)))
  assert.deepEqual(
    statuses,
    Array.from({ length: uploads }, () => 201),
  )
  const peak = /VmHWM:\s+(\d+)/.exec(
    await readFile(`/proc/${product.process.pid}/status`, 'utf8').catch(() => ''),
  )
  if (peak) t.diagnostic(`peak memory ${Math.round(Number(peak[1]) / 1024)} MB`)
  const { data } = await ask<{ data: { size: number }[] }>(product, '/v1/artifacts?limit=100')
  assert.ok(data.every(({ size }) => size === piece.length * 49))
  assert.equal(data.length, uploads)
  assert.deepEqual(await findings(product.data), [])
})
