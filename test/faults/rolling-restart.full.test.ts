// Three nodes behind the guide's proxies are restarted one after the other, and no request of anybody is lost.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, type TestContext, test } from 'node:test'
import { freePort } from '../support/free-port.ts'
import {
  type GuideProxy,
  type StartProxy,
  startGuideCaddy,
  startGuideNginx,
} from '../support/guide-proxies.ts'
import { closeConnections, multipart, send } from '../support/http.ts'
import { startInstallation } from '../support/nodes.ts'
import type { Credentials, Product } from '../support/product.ts'
import { isSkip } from '../support/skip.ts'
import { until } from '../support/until.ts'
import { uniquePage } from './writers.ts'

after(closeConnections)

interface Cluster {
  proxy: GuideProxy
  credentials: Credentials
  /** Stops the node on each port in turn, and starts it again. */
  roll(): Promise<void>
}

async function startCluster(t: TestContext, startProxy: StartProxy): Promise<Cluster | null> {
  const installation = await startInstallation(t)
  if (isSkip(installation)) return skipped(t, installation.skip)
  const first = await installation.start()
  await first.stop()
  const ports = await Promise.all([freePort(), freePort(), freePort()])
  const proxy = await startProxy(ports)
  if (isSkip(proxy)) return skipped(t, proxy.skip)
  t.after(() => proxy.stop())
  const env = { RECTO_URL: proxy.url, RECTO_TRUST_PROXY: '1', RECTO_DRAIN: '10' }
  const start = (port: number): Promise<Product> => installation.start({ env: { ...env, PORT: `${port}` } })
  const nodes = await Promise.all(ports.map(start))
  // The proxy was there before its nodes and asks for them once a second.
  const health = () => send(`${proxy.url}/healthz`, { trusted: proxy.trusted })
  await until('the proxy has found a node', async () => (await health()).status === 200)
  return {
    proxy,
    credentials: first,
    async roll() {
      for (const [n, port] of ports.entries()) {
        nodes[n]!.process.kill('SIGTERM')
        const ready = () => fetch(`http://127.0.0.1:${port}/readyz`)
        await until('a node told to stop is not ready', async () => (await ready()).status === 503)
        // It goes on to say so, each time on a new connection.
        for (let asked = 0; asked < 50; asked++) {
          const { status, headers } = await ready()
          assert.deepEqual([status, headers.get('connection')], [503, 'close'])
        }
        assert.equal(await nodes[n]!.ended, 0)
        nodes[n] = await start(port)
      }
    },
  }
}

function skipped(t: TestContext, reason: string): null {
  t.skip(reason)
  return null
}

interface Client {
  /** How often each outcome came; those that are no success with what was asked. */
  outcomes: Record<string, number>
  /** Short IDs of what was published. */
  made: string[]
}

/** Publishes with a key, updates with a key and reads, until told to stop. */
async function work({ proxy, credentials }: Cluster, isOver: () => boolean, client: Client): Promise<void> {
  const ask = async (what: string, path: string, method = 'GET', headers = {}, text?: string) => {
    const body =
      text === undefined ? undefined : multipart([{ name: 'file', value: text, filename: 'a.html' }])
    const answer = await send(proxy.url + path, {
      method,
      headers: { authorization: `Bearer ${credentials.key}`, ...headers, ...body?.headers },
      body: body?.body,
      trusted: proxy.trusted,
    }).catch((error: NodeJS.ErrnoException) => ({ status: 0, json: { code: error.code } }))
    const outcome =
      answer.status < 300 && answer.status > 0 ? what : `${what}: ${answer.status} ${answer.json?.code}`
    client.outcomes[outcome] = (client.outcomes[outcome] ?? 0) + 1
    return answer
  }
  while (!isOver()) {
    const key = () => ({ 'idempotency-key': randomUUID() })
    const { json } = await ask('publish', '/v1/artifacts', 'POST', key(), uniquePage(2000))
    if (!json?.shortId) continue
    client.made.push(json.shortId)
    const change = { 'if-match': '"v1"', ...key() }
    await ask('update', `/v1/artifacts/${json.shortId}`, 'PUT', change, uniquePage(2000))
    await ask('read', `/v1/artifacts/${json.shortId}/content`)
  }
}

for (const [name, startProxy] of [
  ['nginx', startGuideNginx],
  ['Caddy', startGuideCaddy],
] as const)
  test(`three nodes behind the guide's ${name} are restarted in turn without losing a request`, async t => {
    const cluster = await startCluster(t, startProxy)
    if (!cluster) return
    const client: Client = { outcomes: {}, made: [] }
    let isOver = false
    const working = Promise.all(Array.from({ length: 8 }, () => work(cluster, () => isOver, client)))
    try {
      await cluster.roll()
    } finally {
      isOver = true
      await working
    }
    t.diagnostic(JSON.stringify(client.outcomes))
    assert.deepEqual(Object.keys(client.outcomes).sort(), ['publish', 'read', 'update'])
    assert.equal(new Set(client.made).size, client.outcomes.publish)
  })
