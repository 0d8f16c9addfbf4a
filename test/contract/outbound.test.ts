// Fetches from addresses that others chose: what is never reached, however it is written.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { type AddressInfo, createServer as createSocketServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { OutboundError, outbound, outboundAddress } from '../../src/outbound.ts'
import { startDns } from '../support/dns.ts'
import { extendTimeout } from '../support/patience.ts'
import { until } from '../support/until.ts'

const limits = { patience: extendTimeout(2_000), size: 1_000 }

/** A refused connection is an OutboundError too: only the message tells which rule refused. */
const refusal = (message: string) => (error: unknown) =>
  error instanceof OutboundError && error.message === message

const refused: Record<string, readonly string[]> = {
  'the address is not https': [
    'http://example.com/',
    'ftp://example.com/',
    'file:///etc/passwd',
    'javascript:alert(1)',
  ],
  'the address names a user': ['https://user:secret@example.com/', 'https://user@example.com/'],
  'the address is malformed': ['not an address'],
  'the address is not public': [
    'https://127.0.0.1/',
    'https://0x7f.1/',
    'https://2130706433/',
    'https://017700000001/',
    'https://0.0.0.0/',
    'https://10.1.2.3/',
    'https://100.64.0.1/',
    'https://169.254.169.254/latest/meta-data',
    'https://172.31.255.255/',
    'https://192.0.0.8/',
    'https://192.0.2.1/',
    'https://192.88.99.1/',
    'https://192.168.1.1/',
    'https://198.18.0.1/',
    'https://198.51.100.1/',
    'https://203.0.113.1/',
    'https://224.0.0.1/',
    'https://255.255.255.255/',
    'https://[::]/',
    'https://[::1]/',
    'https://[::ffff:127.0.0.1]/',
    'https://[::ffff:7f00:1]/',
    'https://[::7f00:1]/',
    'https://[64:ff9b::7f00:1]/',
    'https://[2002:7f00:1::]/',
    'https://[2001::1]/',
    'https://[2001:db8::1]/',
    'https://[fd00::1]/',
    'https://[fe80::1]/',
    'https://[ff02::1]/',
    'https://localhost/',
    'https://LOCALHOST/',
    'https://localhost./',
    'https://localhost../',
    'https://app.localhost.../',
    'https://intranet../',
    'https://printer.local../',
    'https://10.1.2.3../',
    'https://app.localhost/',
    'https://localhost.localdomain/',
    'https://localhost6.localdomain6./',
    'https://ip6-localhost/',
    'https://intranet/',
    'https://INTRANET.:8443/',
    'https://local/',
    'https://printer.local/',
    'https://metadata.google.internal/',
    'https://home.arpa/',
    'https://nas.home.arpa/',
  ],
}

for (const [message, addresses] of Object.entries(refused))
  for (const address of addresses)
    test(`${address} is not asked: ${message}`, async () => {
      await assert.rejects(outbound(address, {}, limits), refusal(message))
    })

test('an address of the internet passes, the last before a closed network and the first after it too', () => {
  for (const host of ['1.1.1.1', '11.0.0.0', '100.63.255.255', '100.128.0.0', '172.15.255.255', '172.32.0.0'])
    assert.equal(outboundAddress(`https://${host}/`).hostname, host)
  for (const host of ['localhost.example', 'intranet.example', 'notlocal.example.', 'mylocaldomain.example'])
    assert.equal(outboundAddress(`https://${host}/`).hostname, host)
  assert.equal(outboundAddress('http://intranet:8080/', 'http://intranet:8080').hostname, 'intranet')
  for (const host of ['[2606:4700::1111]', '[2001:4860:4860::8888]', '[2003::1]'])
    assert.equal(outboundAddress(`https://${host}/`).hostname, host)
})

test('a name that resolves to this machine, also beside the internet, is refused before anything listens to it', async () => {
  let connections = 0
  const server = createSocketServer(socket => {
    connections++
    socket.destroy()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const dns = await startDns()
  try {
    for (const addresses of [['127.0.0.1'], ['1.1.1.1', '127.0.0.1'], ['127.0.0.1', '1.1.1.1']]) {
      dns.lead('here.example', addresses)
      const asked = outbound(`https://here.example:${port}/`, {}, { ...limits, nameServers: [dns.address] })
      await assert.rejects(asked, refusal('the address is not public'))
    }
    assert.equal(connections, 0)
  } finally {
    server.close()
    await dns.stop()
  }
})

test('names whose server never answers hold no thread, and end in time', async () => {
  const dns = await startDns()
  const folder = await mkdtemp(join(tmpdir(), 'recto-slow-names-'))
  try {
    const names = Array.from({ length: 8 }, (_, index) => `slow-${index}.example`)
    for (const name of names) dns.lead(name, 'silent')
    const patient = { ...limits, patience: extendTimeout(3_000), nameServers: [dns.address] }
    let ended = 0
    const asking = names.map(name =>
      outbound(`https://${name}/`, {}, patient).finally(() => {
        ended += 1
      }),
    )
    const all = Promise.allSettled(asking)
    await until('every name was asked for', () => names.every(name => dns.asked(name) > 0))
    // Files are written on the threads that the system's lookup would hold.
    await writeFile(join(folder, 'file'), 'words')
    assert.equal(ended, 0, 'a file waited for names')
    for (const each of await all)
      assert.ok(
        each.status === 'rejected' && each.reason instanceof OutboundError,
        String(each.status === 'rejected' ? each.reason : each.status),
      )
  } finally {
    await rm(folder, { recursive: true })
    await dns.stop()
  }
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
  const patience = (path: string) => extendTimeout(path === '/mute' ? 2_000 : 60_000)
  const ask = (path: string) =>
    outbound(origin + path, {}, { ...limits, patience: patience(path), trusted: origin })
  try {
    assert.equal((await ask('/')).body.toString(), 'hello nobody')
    assert.equal((await ask('/away')).status, 302)
    await assert.rejects(ask('/long'), refusal('the answer is too long'))
    await assert.rejects(ask('/cut'), refusal('the connection failed'))
    await assert.rejects(ask('/mute'), refusal('the answer took too long'))
    const other = { ...limits, trusted: origin.replace('127.0.0.1', 'localhost') }
    await assert.rejects(outbound(origin, {}, other), refusal('the address is not https'))
    assert.deepEqual(asked, ['/', '/away', '/long', '/cut', '/mute'])
  } finally {
    server.closeAllConnections()
    server.close()
  }
})
