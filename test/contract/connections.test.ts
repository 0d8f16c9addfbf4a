// Holds connections to HTTP: bytes that are none are answered, and a body that nobody wants takes no answer with it.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { text as textOf } from 'node:stream/consumers'
import { before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { until, within } from '../support/until.ts'
import { openStage, type Stage } from './stage.ts'

let stage: Stage
let id: string

before(async () => {
  stage = await openStage()
  id = await stage.publish({ visibility: 'company' })
})

const bytes: [what: string, sent: string, status: number, code: string][] = [
  ['no such method', 'FOO / HTTP/1.1\r\nHost: {host}\r\n\r\n', 400, 'malformed_request'],
  ['no host', 'GET /v1/me HTTP/1.1\r\n\r\n', 400, 'malformed_request'],
  [
    'two hosts',
    'GET /v1/me HTTP/1.1\r\nHost: {host}\r\nHost: evil.example\r\n\r\n',
    400,
    'malformed_request',
  ],
  [
    'another host in the address',
    'GET http://evil.example/v1/me HTTP/1.1\r\nHost: {host}\r\n\r\n',
    400,
    'malformed_request',
  ],
  [
    'two framings',
    'POST /v1/keys HTTP/1.1\r\nHost: {host}\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n',
    400,
    'malformed_request',
  ],
  [
    'headers without end',
    `GET / HTTP/1.1\r\nHost: {host}\r\nX: ${'x'.repeat(70_000)}\r\n\r\n`,
    431,
    'headers_too_large',
  ],
]

test('bytes that are no request are answered as every other mistake', async () => {
  const { host, hostname, port } = new URL(stage.url)
  for (const [what, sent, status, code] of bytes) {
    const socket = connect(Number(port), hostname)
    socket.on('error', () => undefined)
    socket.write(sent.replace('{host}', host))
    setImmediate(() => socket.end())
    const answer = await textOf(socket)
    assert.match(answer, new RegExp(`^HTTP/1.1 ${status} `), what)
    assert.match(answer, new RegExp(`"code":"${code}"`), what)
    assert.match(answer, /x-request-id: \S/i, what)
    assert.match(answer, /nosniff/, what)
  }
})

test('whoever sends a large body for nothing still gets the answer', async () => {
  const { hostname, port, host } = new URL(stage.url)
  const { key } = stage.company.owner
  const size = 9 * 1_048_576
  const wanted: [status: number, path: string, fields: string[]][] = [
    [401, '/v1/artifacts/zzzzzzzzzz', ['Authorization: Bearer x']],
    [404, '/v1/artifacts/zzzzzzzzzz', [`Authorization: Bearer ${key}`, 'If-Match: "v1"']],
    [428, `/v1/artifacts/${id}`, [`Authorization: Bearer ${key}`]],
    [412, `/v1/artifacts/${id}`, [`Authorization: Bearer ${key}`, 'If-Match: "v9"']],
  ]
  for (const [status, path, fields] of wanted) {
    const socket = connect(Number(port), hostname)
    const answer = textOf(socket)
    const cut = answer.then(
      () => undefined,
      () => undefined,
    )
    const type = 'Content-Type: multipart/form-data; boundary=b'
    const head = [`PUT ${path} HTTP/1.1`, `Host: ${host}`, type, `Content-Length: ${size}`, ...fields]
    socket.write(`${head.join('\r\n')}\r\n\r\n`)
    for (let sent = 0; sent < size; sent += 65_536)
      if (!socket.write(Buffer.alloc(65_536)))
        await Promise.race([new Promise(resolve => socket.once('drain', resolve)), cut])
    socket.end()
    assert.match(await answer, new RegExp(`^HTTP/1.1 ${status} `), path)
  }
})

test('whoever goes on slowly with a body that was refused keeps the connection', async () => {
  const { hostname, port, host } = new URL(stage.url)
  const socket = connect(Number(port), hostname)
  let answers = ''
  socket.setEncoding('latin1').on('data', text => {
    answers += text
  })
  const closed = once(socket, 'close')
  const key = `Authorization: Bearer ${stage.company.owner.key}`
  const pieces = 7
  const piece = Buffer.alloc(10_000)
  socket.write(
    `PUT /v1/artifacts/${id} HTTP/1.1\r\nHost: ${host}\r\n${key}\r\nContent-Type: text/html\r\nContent-Length: ${pieces * piece.length}\r\n\r\n`,
  )
  await until('it is refused', () => answers.startsWith('HTTP/1.1 4'))
  // Longer in all than a server waits for the next piece of an unwanted body.
  for (let sent = 0; sent < pieces; sent += 1) {
    await sleep(1000)
    socket.write(piece)
  }
  socket.write(`GET /v1/me HTTP/1.1\r\nHost: ${host}\r\n${key}\r\nConnection: close\r\n\r\n`)
  await within('the end of the connection', closed)
  assert.match(answers, /HTTP\/1\.1 200 /)
})

test('whoever stops in the middle of a body that was refused is cut off', async () => {
  const { hostname, port, host } = new URL(stage.url)
  const socket = connect(Number(port), hostname)
  const answer = textOf(socket)
  socket.write(
    `PUT /v1/artifacts/${id} HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer x\r\nContent-Type: text/html\r\nContent-Length: 50\r\n\r\n`,
  )
  assert.match(await within('the end of the connection', answer), /^HTTP\/1.1 401 /)
})

test('requests that are no HTTP are answered or dropped, and the server goes on', async () => {
  const { port } = new URL(stage.url)
  const raw = [
    '\r\n\r\n',
    'GET\r\n\r\n',
    'GET / HTTP/9.9\r\n\r\n',
    'GET /v1/artifacts HTTP/1.1\r\n\r\n',
    `GET ${'/x'.repeat(40_000)} HTTP/1.1\r\nHost: localhost:${port}\r\n\r\n`,
    'POST /v1/artifacts HTTP/1.1\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n',
    '\x00\xff\xfe',
    'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  ]
  for (const text of raw) {
    const socket = connect(Number(port), 'localhost')
    socket.setTimeout(2000, () => socket.destroy())
    socket.end(Buffer.from(text, 'latin1'))
    const answer = await textOf(socket).catch(() => '')
    assert.match(answer, /^$|^HTTP\/1\.1 4\d\d /, JSON.stringify(text.slice(0, 40)))
  }
  assert.equal((await stage.send('GET', '/healthz')).status, 200)
})
