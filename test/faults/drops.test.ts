// Clients that leave in the middle of an upload leave nothing behind.
import assert from 'node:assert/strict'
import { randomInt } from 'node:crypto'
import { connect } from 'node:net'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { atLength } from '../support/at-length.ts'
import { type Product, startProduct } from '../support/product.ts'
import { until } from '../support/until.ts'
import { ask, Ledger } from './ledger.ts'
import { storedFiles } from './stored-files.ts'
import { uniquePage, write } from './writers.ts'

async function dropHalfway(product: Product): Promise<void> {
  const body = `--b\r\nContent-Disposition: form-data; name="file"; filename="a.html"\r\n\r\n${uniquePage(1_500_000)}\r\n--b--\r\n`
  const head = `POST /v1/artifacts HTTP/1.1\r\nHost: 127.0.0.1:${product.port}\r\nAuthorization: Bearer ${product.key}\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: ${body.length}\r\n\r\n`
  const socket = connect(product.port, '127.0.0.1')
  socket.on('error', () => undefined)
  const sent = (head + body).slice(0, randomInt(head.length, head.length + body.length - 1))
  await new Promise<void>(resolve => socket.write(sent, () => resolve()))
  await sleep(randomInt(0, 30))
  socket.destroy()
}

test('uploads broken off halfway leave neither artifact nor file', async t => {
  const product = await startProduct()
  t.after(() => product.stop())
  const ledger = new Ledger()
  await write(product, ledger, uniquePage(1000))
  for (let round = 0; round < atLength(5, 25); round += 1)
    await Promise.all(Array.from({ length: 12 }, () => dropHalfway(product)))
  await write(product, ledger, uniquePage(1000))
  await until('two files are stored', async () => (await storedFiles(product.data)).length === 2)
  const { data } = await ask<{ data: unknown[] }>(product, '/v1/artifacts')
  assert.equal(data.length, 2)
  await ledger.check(product)
})
