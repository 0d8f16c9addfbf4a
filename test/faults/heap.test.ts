// Thirty uploads of 50 MB at once, in a process that may use little memory of its own.
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { test } from 'node:test'
import { type Product, startProduct } from '../support/product.ts'
import { ask, findings } from './ledger.ts'

const MB = 1_048_576
const piece = Buffer.from(`<p>${'x'.repeat(MB - 8)}</p>\n`)

/** Publishes `megabytes` MB, piece by piece; answers the status. */
async function publishLarge(product: Product, megabytes: number): Promise<number> {
  const before = Buffer.from('--b\r\nContent-Disposition: form-data; name="file"; filename="a.html"\r\n\r\n')
  const after = Buffer.from('\r\n--b--\r\n')
  const length = before.length + piece.length * megabytes + after.length
  const socket = connect(product.port, '127.0.0.1')
  const answer = new Promise<number>((resolve, reject) => {
    socket.once('data', data => resolve(Number(data.toString('latin1', 9, 12)))).once('error', reject)
  })
  socket.write(
    `POST /v1/artifacts HTTP/1.1\r\nHost: 127.0.0.1:${product.port}\r\nAuthorization: Bearer ${product.key}\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: ${length}\r\n\r\n`,
  )
  for (const part of [before, ...Array.from({ length: megabytes }, () => piece), after]) {
    if (!socket.write(part)) await new Promise(resolve => socket.once('drain', resolve))
  }
  const status = await answer
  socket.destroy()
  return status
}

test('30 uploads of 50 MB at once fit into a heap of 256 MB', async t => {
  const product = await startProduct({ nodeArguments: ['--max-old-space-size=256'] })
  t.after(() => product.stop())
  const statuses = await Promise.all(Array.from({ length: 30 }, () => publishLarge(product, 49)))
  assert.deepEqual(
    statuses,
    Array.from({ length: 30 }, () => 201),
  )
  const peak = /VmHWM:\s+(\d+)/.exec(
    await readFile(`/proc/${product.process.pid}/status`, 'utf8').catch(() => ''),
  )
  if (peak) t.diagnostic(`peak memory ${Math.round(Number(peak[1]) / 1024)} MB`)
  const { data } = await ask<{ data: { size: number }[] }>(product, '/v1/artifacts?limit=100')
  assert.ok(data.every(({ size }) => size === piece.length * 49))
  assert.equal(data.length, 30)
  assert.deepEqual(await findings(product.data), [])
})
