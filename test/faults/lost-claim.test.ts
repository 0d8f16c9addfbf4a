// An idempotency key whose request fails or is lost is free again soon; one whose request goes on stays taken.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { connect } from 'node:net'
import { describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { blackHole } from '../support/black-hole.ts'
import { ahead } from '../support/clock-ahead.ts'
import { extendTimeout } from '../support/patience.ts'
import { postgres } from '../support/postgres.ts'
import { type Product, startProduct } from '../support/product.ts'
import { isSkip } from '../support/skip.ts'
import { within } from '../support/until.ts'
import { uniquePage } from './writers.ts'

/** Milliseconds in which a key is free after its process was killed, and a recovered store answers beside the work itself. */
const FREE = 30_000
const RECOVERED = 10_000

async function publish({ url, key }: Product, html: string, idempotencyKey: string): Promise<Response> {
  const form = new FormData()
  form.set('file', new File([html], 'a.html'))
  return fetch(`${url}/v1/artifacts`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${key}`, 'Idempotency-Key': idempotencyKey },
    body: form,
  })
}

/** Asks until the answer is neither 409 nor 503, which both say when to come again. */
async function publishAtLast(product: Product, html: string, idempotencyKey: string): Promise<Response> {
  for (;;) {
    const answer = await publish(product, html, idempotencyKey)
    if (answer.status !== 409 && answer.status !== 503) return answer
    assert.match(answer.headers.get('retry-after') ?? '', /^[1-9]\d*$/)
    await answer.arrayBuffer()
    await sleep(200)
  }
}

/** Begins a publish, whose key is taken and of which half the body is sent; the function returned sends the rest. */
async function beginPublish(product: Product, html: string, idempotencyKey: string): Promise<() => void> {
  const body = `--b\r\nContent-Disposition: form-data; name="file"; filename="a.html"\r\n\r\n${html}\r\n--b--\r\n`
  const head = `POST /v1/artifacts HTTP/1.1\r\nHost: 127.0.0.1:${product.port}\r\nAuthorization: Bearer ${product.key}\r\nIdempotency-Key: ${idempotencyKey}\r\nContent-Type: multipart/form-data; boundary=b\r\nExpect: 100-continue\r\nContent-Length: ${body.length}\r\n\r\n`
  const socket = connect(product.port, '127.0.0.1').on('error', () => undefined)
  socket.write(head)
  const [begun] = (await within('the server asking for the body', once(socket, 'data'))) as [Buffer]
  assert.equal(begun.toString('latin1'), 'HTTP/1.1 100 Continue\r\n\r\n')
  socket.write(body.slice(0, body.length / 2))
  return () => socket.write(body.slice(body.length / 2))
}

// Side by side, as each waits most of its time.
describe('an idempotency key', { concurrency: true }, () => {
  test('a key whose process was killed is free within 30 seconds', async t => {
    const first = await startProduct()
    t.after(() => first.stop('SIGKILL'))
    const [html, key] = [uniquePage(20_000), randomUUID()]
    await beginPublish(first, html, key)
    await first.kill()
    const second = await startProduct({ data: first.data, credentials: first, nodeArguments: ahead(FREE) })
    t.after(() => second.stop())
    assert.equal((await publish(second, html, key)).status, 201)
  })

  test('a request that goes on for longer than a lease keeps its key', async t => {
    const product = await startProduct()
    t.after(() => product.stop())
    const [html, key] = [uniquePage(20_000), randomUUID()]
    const finish = await beginPublish(product, html, key)
    for (let second = 0; second < 14; second += 1) {
      await sleep(1000)
      assert.equal((await publish(product, html, key)).status, 409)
    }
    finish()
    const answer = await publishAtLast(product, html, key)
    assert.deepEqual([answer.status, answer.headers.get('idempotent-replay')], [201, 'true'])
  })

  test('after a silent database every key ends in its first answer or a new one within 10 seconds', async t => {
    const server = await postgres()
    if (isSkip(server)) return t.skip(server.skip)
    const database = await server.createDatabase()
    const url = new URL(database.url)
    const hole = await blackHole(t, Number(url.port))
    url.port = `${hole.port}`
    const product = await startProduct({ env: { DATABASE_URL: url.href, RECTO_SECRET: randomUUID() } })
    t.after(() => product.stop('SIGKILL'))
    const requests = Array.from({ length: 16 }, () => ({ html: uniquePage(20_000), key: randomUUID() }))
    const asked = performance.now()
    for (const answer of await Promise.all(requests.map(({ html }) => publish(product, html, randomUUID()))))
      assert.equal(answer.status, 201)
    const usual = performance.now() - asked
    const begun: Promise<unknown>[] = []
    for (const [n, { html, key }] of requests.entries()) {
      if (n === 8) hole.swallow()
      begun.push(publish(product, html, key).catch(() => undefined))
      await sleep(20)
    }
    await Promise.all(begun)
    hole.free()
    const freed = performance.now()
    const answers = await Promise.all(requests.map(({ html, key }) => publishAtLast(product, html, key)))
    const took = performance.now() - freed
    t.diagnostic(`every key had its answer ${took} ms after the way was free, others in ${usual} ms before`)
    assert.ok(took < extendTimeout(RECOVERED) + 2 * usual)
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([201]))
    const shortIds = await Promise.all(
      answers.map(async each => ((await each.json()) as { shortId: string }).shortId),
    )
    assert.equal(new Set(shortIds).size, requests.length)
    const listed = await fetch(`${product.url}/v1/artifacts?limit=100`, {
      headers: { Authorization: `Bearer ${product.key}` },
    })
    assert.equal(((await listed.json()) as { data: unknown[] }).data.length, 2 * requests.length)
  })
})
