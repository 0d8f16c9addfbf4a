// The client is gone before its answer comes, and asks again with the same Idempotency-Key: one artifact.
import assert from 'node:assert/strict'
import { randomInt, randomUUID } from 'node:crypto'
import { connect } from 'node:net'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { atLength } from '../support/at-length.ts'
import { type Product, startProduct } from '../support/product.ts'
import { ask } from './ledger.ts'
import { uniquePage } from './writers.ts'

function requestOf(product: Product, html: string, key: string): string {
  const body = `--b\r\nContent-Disposition: form-data; name="file"; filename="a.html"\r\n\r\n${html}\r\n--b--\r\n`
  const lines = [
    'POST /v1/artifacts HTTP/1.1',
    `Host: 127.0.0.1:${product.port}`,
    `Authorization: Bearer ${product.key}`,
    `Idempotency-Key: ${key}`,
    'Content-Type: multipart/form-data; boundary=b',
    `Content-Length: ${body.length}`,
  ]
  return `${lines.join('\r\n')}\r\n\r\n${body}`
}

/** Sends everything and leaves within a few milliseconds, with or without an answer. */
async function sendAndLeave(product: Product, request: string): Promise<void> {
  const socket = connect(product.port, '127.0.0.1')
  socket.on('error', () => undefined)
  await new Promise<void>(resolve => socket.write(request, () => resolve()))
  await sleep(randomInt(0, 12))
  socket.destroy()
}

async function sendUntilAnswered(product: Product, html: string, key: string): Promise<Response> {
  for (;;) {
    const form = new FormData()
    form.set('file', new File([html], 'a.html'))
    const answer = await fetch(`${product.url}/v1/artifacts`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${product.key}`, 'Idempotency-Key': key },
      body: form,
    })
    if (answer.status !== 409) return answer
    await answer.arrayBuffer()
    await sleep(5)
  }
}

/** All artifacts there are, page by page. */
async function howMany(product: Product, after = ''): Promise<number> {
  interface Page {
    data: unknown[]
    nextCursor: string | null
  }
  const { data, nextCursor } = await ask<Page>(product, `/v1/artifacts?limit=100${after}`)
  if (nextCursor === null) return data.length
  return data.length + (await howMany(product, `&cursor=${encodeURIComponent(nextCursor)}`))
}

test('an answer that was lost is given again, and the file was published once', async t => {
  const product = await startProduct()
  t.after(() => product.stop())
  let replayed = 0
  for (let round = 1; round <= atLength(40, 200); round += 1) {
    const html = uniquePage(randomInt(100, 20_000))
    const key = randomUUID()
    await sendAndLeave(product, requestOf(product, html, key))
    const answers = [await sendUntilAnswered(product, html, key), await sendUntilAnswered(product, html, key)]
    assert.deepEqual(
      answers.map(({ status }) => status),
      [201, 201],
    )
    const [one, other] = (await Promise.all(answers.map(answer => answer.json()))) as { shortId: string }[]
    assert.deepEqual(one, other)
    if (answers[0]!.headers.get('idempotent-replay') === 'true') replayed += 1
    assert.equal(answers[1]!.headers.get('idempotent-replay'), 'true')
    assert.equal(await howMany(product), round)
  }
  t.diagnostic(`${replayed} lost answers had been made and were given again`)
  assert.ok(replayed > 0)
})
