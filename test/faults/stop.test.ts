// Told to stop in the middle of an upload or a download: it is finished or refused, and the process ends with 0.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { readEvents } from '../support/event-stream.ts'
import { type Product, startProduct } from '../support/product.ts'
import { until, within } from '../support/until.ts'
import { findings, Ledger, sha256 } from './ledger.ts'
import { startWriters, uniquePage, write } from './writers.ts'

/** Begins a publish whose body the test goes on sending; the server has begun it too. */
async function beginPublish(
  product: Product,
  html: string,
): Promise<{ socket: Socket; rest: string; answer: Promise<string> }> {
  const body = `--b\r\nContent-Disposition: form-data; name="file"; filename="a.html"\r\n\r\n${html}\r\n--b--\r\n`
  const head = `POST /v1/artifacts HTTP/1.1\r\nHost: 127.0.0.1:${product.port}\r\nAuthorization: Bearer ${product.key}\r\nContent-Type: multipart/form-data; boundary=b\r\nExpect: 100-continue\r\nContent-Length: ${body.length}\r\n\r\n`
  const socket = connect(product.port, '127.0.0.1')
  socket.write(head)
  const [begun] = (await once(socket, 'data')) as [Buffer]
  assert.equal(begun.toString('latin1'), 'HTTP/1.1 100 Continue\r\n\r\n')
  socket.write(body.slice(0, body.length / 2))
  return { socket, rest: body.slice(body.length / 2), answer: read(socket) }
}

async function read(socket: Socket): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of socket) {
    chunks.push(chunk)
    if (Buffer.concat(chunks).includes('\r\n\r\n')) break
  }
  return Buffer.concat(chunks).toString('latin1')
}

test('told to stop in the middle of an upload, the server finishes it', async t => {
  const product = await startProduct()
  t.after(() => product.stop('SIGKILL'))
  const html = uniquePage(400_000)
  const ledger = new Ledger()
  ledger.sends(sha256(html), 0)
  const { socket, rest, answer } = await beginPublish(product, html)
  await sleep(150)
  product.process.kill('SIGTERM')
  await sleep(150)
  socket.write(rest)
  const status = Number((await answer).slice(9, 12))
  socket.destroy()
  assert.ok(status === 201 || status === 503, `answered ${status}`)
  assert.equal(await product.ended, 0)
  const again = await startProduct({ data: product.data, credentials: product })
  t.after(() => again.stop())
  const { artifacts } = await ledger.check(again)
  assert.equal(artifacts, status === 201 ? 1 : 0)
})

test('told to stop in the middle of a download, the server sends the rest of it', async t => {
  const product = await startProduct()
  t.after(() => product.stop('SIGKILL'))
  const html = uniquePage(20 * 1_048_576)
  const { shortId } = await write(product, new Ledger(), html)
  const answer = await fetch(`${product.url}/v1/artifacts/${shortId}/content`, {
    headers: { Authorization: `Bearer ${product.key}` },
  })
  await sleep(100)
  product.process.kill('SIGTERM')
  await sleep(200)
  assert.equal(sha256(new Uint8Array(await answer.arrayBuffer())), sha256(html))
  assert.equal(await product.ended, 0)
})

test('told to stop under load, it answers what it began and ends with 0', async t => {
  const product = await startProduct()
  t.after(() => product.stop('SIGKILL'))
  const ledger = new Ledger()
  const writers = startWriters([product], ledger, 12)
  await until('24 writes', () => ledger.size > 24)
  product.process.kill('SIGTERM')
  assert.equal(await product.ended, 0)
  await writers.stop()
  const strange = Object.keys(writers.statuses).filter(
    status => !['0', '200', '201', '412', '503'].includes(status),
  )
  assert.deepEqual(strange, [])
  const again = await startProduct({ data: product.data, credentials: product })
  t.after(() => again.stop())
  await ledger.check(again)
  assert.deepEqual(await findings(product.data), [])
})

test('told to stop, the server ends those who wait and every stream at once, with what they have', async t => {
  const product = await startProduct()
  t.after(() => product.stop('SIGKILL'))
  const headers = { Authorization: `Bearer ${product.key}` }
  const { shortId } = await write(product, new Ledger(), '<p>x')
  const stream = await readEvents(`${product.url}/v1/events/stream?artifact=${shortId}&after=`, headers)
  const page = await readEvents(`${product.url}/live?pages=${shortId}.1.`, { Cookie: product.cookie })
  assert.equal((await page.next())!.event, 'begin')
  const waiting = fetch(`${product.url}/v1/events?after=now&wait=60`, { headers })
  // The server has begun to wait for the request above once it answers the same question without a wait.
  for (let n = 0; n < 5; n += 1)
    await (await fetch(`${product.url}/v1/events?after=now`, { headers })).arrayBuffer()
  product.process.kill('SIGTERM')
  const answer = await waiting
  assert.equal(answer.status, 200)
  assert.deepEqual(((await answer.json()) as { data: unknown[] }).data, [])
  assert.equal(await stream.next(), null)
  assert.equal(await page.next(), null)
  assert.equal(await product.ended, 0)
})

test('told to stop a second time, it waits for no proxy any more', async t => {
  const product = await startProduct({ env: { RECTO_DRAIN: '600' } })
  t.after(() => product.stop('SIGKILL'))
  product.process.kill('SIGTERM')
  await until('it is not ready', async () => (await fetch(`${product.url}/readyz`)).status === 503)
  product.process.kill('SIGTERM')
  assert.equal(await within('its end', product.ended), 0)
})
