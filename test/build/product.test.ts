// Products that tests start: none outlives its data folder.
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { test } from 'node:test'
import { startProduct } from '../support/product.ts'

test('a data folder goes after every product that was started on it has ended', async () => {
  const first = await startProduct()
  await first.kill()
  const second = await startProduct({ data: first.data, credentials: first })
  await first.stop('SIGKILL')
  assert.equal(second.process.signalCode, 'SIGKILL')
  assert.ok(!existsSync(first.data))
})
