// Which network a request counts for: what trusted proxies say of it, and never what its sender invents.
import assert from 'node:assert/strict'
import type { IncomingMessage } from 'node:http'
import { after, test } from 'node:test'
import { clientNetwork } from '../../src/surfaces/http/client-network.ts'
import { freePort } from '../support/free-port.ts'
import { guideFile, nodesOf } from '../support/guide-proxies.ts'
import { closeConnections, multipart, type Received, send } from '../support/http.ts'
import { type Nginx, startNginx } from '../support/nginx.ts'
import { startProduct } from '../support/product.ts'
import { type Running, startService } from '../support/service.ts'
import { isSkip, type Skip } from '../support/skip.ts'
import { until } from '../support/until.ts'

after(closeConnections)

const PEER = '127.0.0.1'

/** Trusted proxies, X-Forwarded-For, the network it counts for, and whether it cannot be true. */
const table: readonly [number, string | undefined, string, 'untrue'?][] = [
  [0, undefined, PEER],
  [0, '203.0.113.7', PEER],
  [0, '203.0.113.7, 198.51.100.2', PEER],
  [1, '203.0.113.7', '203.0.113.7'],
  [1, '203.0.113.7, 198.51.100.2', '198.51.100.2'],
  [1, 'invented, 198.51.100.2', '198.51.100.2'],
  [1, ',,, 198.51.100.2', '198.51.100.2'],
  [1, undefined, PEER, 'untrue'],
  [1, '', PEER, 'untrue'],
  [1, 'unknown', PEER, 'untrue'],
  [1, '203.0.113.7,', PEER, 'untrue'],
  [1, '203.0.113.7 198.51.100.2', PEER, 'untrue'],
  [1, '203.0.113.777', PEER, 'untrue'],
  [1, '203.0.113.7:4711', '203.0.113.7'],
  [2, '203.0.113.7, 198.51.100.2', '203.0.113.7'],
  [2, '192.0.2.1, 203.0.113.7, 198.51.100.2', '203.0.113.7'],
  [2, '203.0.113.7', PEER, 'untrue'],
  [2, '203.0.113.7, unknown', PEER, 'untrue'],
  [2, 'unknown, 198.51.100.2', PEER, 'untrue'],
  [3, '203.0.113.7, 198.51.100.2', PEER, 'untrue'],
  [3, '192.0.2.1, 203.0.113.7, 198.51.100.2', '192.0.2.1'],
  [1, '2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  [1, '2001:db8:1:2:ffff::1', '2001:db8:1:2::/64'],
  [1, '2001:DB8:0001:0002::9', '2001:db8:1:2::/64'],
  [1, '2001:db8:1:3::9', '2001:db8:1:3::/64'],
  [1, '2001:db8::9', '2001:db8:0:0::/64'],
  [1, '[2001:db8:1:2::9]:4711', '2001:db8:1:2::/64'],
  [1, '2001:db8:1:2::9%eth0', '2001:db8:1:2::/64'],
  [1, '::ffff:203.0.113.7', '203.0.113.7'],
  [1, '::ffff:cb00:7107', '203.0.113.7'],
  [1, '2001:db8:1:2', PEER, 'untrue'],
  [2, '2001:db8:1:2::9, 198.51.100.2', '2001:db8:1:2::/64'],
]

const requestWith = (chain: string | undefined, peer: string): IncomingMessage =>
  ({ headers: { 'x-forwarded-for': chain }, socket: { remoteAddress: peer } }) as unknown as IncomingMessage

for (const [proxies, chain, network, untrue] of table)
  test(`with ${proxies} proxies, "${chain ?? 'no header'}" is ${network}${untrue ? ', and untrue' : ''}`, () => {
    let warnings = 0
    const networkOf = clientNetwork(proxies, () => {
      warnings += 1
    })
    for (const peer of [PEER, `::ffff:${PEER}`]) assert.equal(networkOf(requestWith(chain, peer)), network)
    assert.equal(warnings, untrue ? 1 : 0)
  })

/** The nginx of the guide, with this machine's ports in place of TLS and the usual ones. */
async function guideServer(port: number, upstream: number): Promise<string> {
  const text = await guideFile('nginx.conf', {
    ...nodesOf([upstream, upstream, upstream]),
    'listen 443 ssl http2;': `listen 127.0.0.1:${port};`,
  })
  return text.replace(/^ *ssl_certificate.*\n/gm, '')
}

interface Front {
  service: Running
  stop(): Promise<void>
}

/** The service as the guide sets it up: behind one nginx, or behind two. */
async function behind(proxies: 1 | 2): Promise<Front | Skip> {
  const [back, inner, outer] = await Promise.all([freePort(), freePort(), freePort()])
  const near = await guideServer(inner, back)
  const servers =
    proxies === 1
      ? [{ port: inner, server: near }]
      : [
          { port: inner, server: near.replace('$remote_addr', '$proxy_add_x_forwarded_for') },
          { port: outer, server: await guideServer(outer, inner) },
        ]
  const started: Nginx[] = []
  for (const server of servers) {
    const nginx = await startNginx(server)
    if (isSkip(nginx)) return nginx
    started.push(nginx)
  }
  const service = await startService({
    env: {
      PORT: `${back}`,
      RECTO_URL: `http://localhost:${servers.at(-1)!.port}`,
      RECTO_TRUST_PROXY: `${proxies}`,
      RECTO_RATE_LIMITS: 'on',
    },
  })
  if (isSkip(service)) return service
  return {
    service,
    async stop() {
      await service.stop()
      for (const nginx of started) await nginx.stop()
    },
  }
}

const file = multipart([{ name: 'file', value: '# A page', filename: 'page.md' }])

const preview = (
  { url }: Running,
  chain: string | readonly string[],
  from = '127.0.0.1',
): Promise<Received> =>
  send(`${url.replace('localhost', '127.0.0.1')}/v1/public/artifacts`, {
    method: 'POST',
    headers: { ...file.headers, host: new URL(url).host, 'x-forwarded-for': chain },
    body: file.body,
    from,
  })

for (const proxies of [1, 2] as const)
  test(`behind ${proxies} nginx of the guide nobody invents a network, and others are not counted with them`, async t => {
    const front = await behind(proxies)
    if (isSkip(front)) return t.skip(front.skip)
    try {
      const { service } = front
      for (let n = 1; n <= 5; n++) assert.equal((await preview(service, `203.0.113.${n}`)).status, 201)
      for (const chain of [
        '203.0.113.99',
        '203.0.113.98, 203.0.113.97',
        ['203.0.113.96', '203.0.113.95'],
        '::1',
      ]) {
        const refused = await preview(service, chain)
        assert.deepEqual([refused.status, refused.json.code], [429, 'rate_limited'], `${chain}`)
      }
      assert.equal((await preview(service, '203.0.113.1', '127.0.0.2')).status, 201)
    } finally {
      await front.stop()
    }
  })

test('the first chain that cannot be true is warned of, once', async () => {
  const first = await startProduct()
  const { data, cookie, key } = first
  first.process.kill('SIGTERM')
  await first.ended
  const product = await startProduct({
    data,
    credentials: { cookie, key },
    env: { RECTO_TRUST_PROXY: '1', LOG_LEVEL: 'warn' },
  })
  const read = (chain?: string) =>
    send(`${product.url}/v1/me`, {
      headers: { authorization: `Bearer ${key}`, ...(chain && { 'x-forwarded-for': chain }) },
    })
  const warnings = () => product.logged().match(/X-Forwarded-For/g)?.length ?? 0
  try {
    for (const chain of ['203.0.113.7', 'invented, 203.0.113.7', '2001:db8::1'])
      assert.equal((await read(chain)).status, 200)
    assert.equal(warnings(), 0)
    for (const chain of ['nonsense', undefined, 'nonsense', undefined])
      assert.equal((await read(chain)).status, 200)
    await until('the log warns of X-Forwarded-For', () => warnings() > 0)
    await product.stop()
    assert.equal(warnings(), 1)
    assert.doesNotMatch(product.logged(), /nonsense/)
  } finally {
    await first.stop()
  }
})
