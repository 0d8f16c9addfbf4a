// Fetches from addresses that others chose: what is never reached, however it is written.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { OutboundError, outbound } from '../../src/outbound.ts'

const limits = { patience: 2_000, size: 1_000 }

const refused = [
  'http://example.com/',
  'ftp://example.com/',
  'file:///etc/passwd',
  'javascript:alert(1)',
  'https://user:secret@example.com/',
  'https://127.0.0.1/',
  'https://0x7f.1/',
  'https://2130706433/',
  'https://017700000001/',
  'https://0.0.0.0/',
  'https://10.1.2.3/',
  'https://100.64.0.1/',
  'https://169.254.169.254/latest/meta-data',
  'https://172.31.255.255/',
  'https://192.168.1.1/',
  'https://198.18.0.1/',
  'https://224.0.0.1/',
  'https://255.255.255.255/',
  'https://[::]/',
  'https://[::1]/',
  'https://[::ffff:127.0.0.1]/',
  'https://[::ffff:7f00:1]/',
  'https://[::7f00:1]/',
  'https://[64:ff9b::7f00:1]/',
  'https://[2002:7f00:1::]/',
  'https://[2001:db8::1]/',
  'https://[fd00::1]/',
  'https://[fe80::1]/',
  'https://[ff02::1]/',
  'https://localhost/',
  'https://localhost./',
  'https://LOCALHOST/',
  'not an address',
]

for (const address of refused)
  test(`${address} is not asked`, async () => {
    await assert.rejects(outbound(address, {}, limits), OutboundError)
  })

test('an origin the operator named is asked, and nothing else beside it', async () => {
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(request.url ?? '')
    if (request.url === '/long') response.end('x'.repeat(1_001))
    else if (request.url === '/away') response.writeHead(302, { location: '/secret' }).end()
    else if (request.url === '/cut') response.writeHead(200, { 'content-length': '10' }).end('12345')
    else if (request.url === '/mute') return
    else response.end(`hello ${request.headers.cookie ?? 'nobody'}`)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const patience = (path: string) => (path === '/mute' ? 200 : 60_000)
  const ask = (path: string) =>
    outbound(origin + path, {}, { ...limits, patience: patience(path), trusted: origin })
  try {
    assert.equal((await ask('/')).body.toString(), 'hello nobody')
    assert.equal((await ask('/away')).status, 302)
    for (const path of ['/long', '/cut', '/mute']) await assert.rejects(ask(path), OutboundError)
    const other = { ...limits, trusted: origin.replace('127.0.0.1', 'localhost') }
    await assert.rejects(outbound(origin, {}, other), OutboundError)
    assert.deepEqual(asked, ['/', '/away', '/long', '/cut', '/mute'])
  } finally {
    server.closeAllConnections()
    server.close()
  }
})
