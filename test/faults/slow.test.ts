// Clients that send or read slowly hold their own connection and nothing else.
import assert from 'node:assert/strict'
import { connect, type Socket } from 'node:net'
import { type TestContext, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Product, startProduct } from '../support/product.ts'
import { Ledger } from './ledger.ts'
import { uniquePage, write } from './writers.ts'

function hold(t: TestContext, product: Product, count: number, begin: (socket: Socket) => void): Socket[] {
  const held: Socket[] = []
  for (let n = 0; n < count; n += 1) {
    const socket = connect(product.port, '127.0.0.1')
    socket.on('error', () => undefined)
    t.after(() => socket.destroy())
    begin(socket)
    held.push(socket)
  }
  return held
}

const head = (product: Product, line: string) =>
  `${line} HTTP/1.1\r\nHost: 127.0.0.1:${product.port}\r\nAuthorization: Bearer ${product.key}\r\n`

/** Publishes and reads some artifacts. */
async function use(product: Product, ledger: Ledger): Promise<void> {
  for (let round = 0; round < 20; round += 1) {
    const { shortId, status } = await write(product, ledger, uniquePage(3000))
    assert.equal(status, 201)
    const read = await fetch(`${product.url}/${shortId}/content`, { headers: { Cookie: product.cookie } })
    assert.equal((await read.text()).length > 3000, true)
  }
}

test('others are served while 300 clients send headers and bodies drop by drop and read nothing', async t => {
  const product = await startProduct()
  t.after(() => product.stop('SIGKILL'))
  const ledger = new Ledger()
  const { shortId } = await write(product, ledger, uniquePage(8 * 1_048_576))
  hold(t, product, 100, socket => {
    socket.write('GET / HTTP/1.1\r\nHost: slow\r\nX-Drop: ')
    const drip = setInterval(() => socket.write('x'), 300)
    t.after(() => clearInterval(drip))
  })
  const senders = hold(t, product, 100, socket => {
    const lines = 'Content-Type: multipart/form-data; boundary=b\r\nContent-Length: 100000\r\n\r\n'
    socket.write(
      `${head(product, 'POST /v1/artifacts')}${lines}--b\r\nContent-Disposition: form-data; name="file"; filename="a.html"\r\n\r\n`,
    )
    const drip = setInterval(() => socket.write('x'), 300)
    t.after(() => clearInterval(drip))
  })
  const readers = hold(t, product, 100, socket => {
    socket.pause()
    socket.write(`${head(product, `GET /v1/artifacts/${shortId}/content`)}\r\n`)
  })
  await sleep(300)
  await use(product, ledger)
  assert.ok(
    [...senders, ...readers].every(socket => !socket.destroyed),
    'nobody was served by sending others away',
  )
})
