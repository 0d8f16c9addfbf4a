// The proxies of the operator's guide, from its files: addresses of clients, HTTP/2, uploads, streams, and readers who wait.
import assert from 'node:assert/strict'
import { connect } from 'node:http2'
import { after, describe, type TestContext, test } from 'node:test'
import { isAtLength } from '../support/at-length.ts'
import { freePort } from '../support/free-port.ts'
import {
  type GuideProxy,
  type StartProxy,
  startGuideCaddy,
  startGuideNginx,
} from '../support/guide-proxies.ts'
import { closeConnections, multipart, type Received, type Sent, send } from '../support/http.ts'
import type { Company } from '../support/people.ts'
import { startService } from '../support/service.ts'
import { isSkip } from '../support/skip.ts'
import { until } from '../support/until.ts'

after(closeConnections)

interface Front {
  proxy: GuideProxy
  owner: Company['owner']
  send(path: string, options?: Sent): Promise<Received>
}

/** The service behind the proxy, on the first of the guide's three nodes; the others are down. */
async function openFront(t: TestContext, startProxy: StartProxy, limits = 'off'): Promise<Front | null> {
  const ports = await Promise.all([freePort(), freePort(), freePort()])
  const proxy = await startProxy(ports)
  if (isSkip(proxy)) {
    t.skip(proxy.skip)
    return null
  }
  const service = await startService({
    env: {
      PORT: `${ports[0]}`,
      RECTO_URL: proxy.url,
      RECTO_TRUST_PROXY: '1',
      RECTO_RATE_LIMITS: limits,
      RECTO_CONTENT_URL: 'https://{label}.pages.localhost',
    },
  })
  t.after(async () => {
    if (!isSkip(service)) await service.stop()
    await proxy.stop()
  })
  if (isSkip(service)) throw new Error(service.skip)
  const { owner } = await service.organization()
  const sent: Front['send'] = (path, options = {}) =>
    send(proxy.url.replace('localhost', '127.0.0.1') + path, {
      ...options,
      trusted: proxy.trusted,
      headers: { host: new URL(proxy.url).host, authorization: `Bearer ${owner.key}`, ...options.headers },
    })
  await until(
    'the proxy knows its node',
    async () => (await sent('/readyz').catch(() => null))?.status === 200,
  )
  return { proxy, owner, send: sent }
}

const file = (text: string) => multipart([{ name: 'file', value: text, filename: 'page.md' }])

const MB = 1_048_576

for (const [name, startProxy] of [
  ['nginx', startGuideNginx],
  ['Caddy', startGuideCaddy],
] as const)
  describe(`${name} of the guide`, () => {
    test('counts each client as itself, whatever it says of its address', async t => {
      const front = await openFront(t, startProxy, 'on')
      if (!front) return
      const page = file('# A page')
      const preview = (chain: string, from = '127.0.0.1') =>
        front.send('/v1/public/artifacts', {
          method: 'POST',
          headers: { ...page.headers, 'x-forwarded-for': chain },
          body: page.body,
          from,
        })
      for (let n = 1; n <= 5; n++) assert.equal((await preview(`203.0.113.${n}`)).status, 201)
      assert.equal((await preview('203.0.113.99')).status, 429)
      assert.equal((await preview('203.0.113.99', '127.0.0.2')).status, 201)
    })

    test('speaks HTTP/2, takes large uploads with or without a key, and leaves versions as they are', async t => {
      const front = await openFront(t, startProxy)
      if (!front) return
      const page = file('words '.repeat((9 * MB) / 6))
      for (const key of [{}, { 'idempotency-key': 'a-key-that-is-long-enough' }]) {
        const made = await front.send('/v1/artifacts', {
          method: 'POST',
          headers: { ...page.headers, ...key },
          body: page.body,
        })
        assert.equal(made.status, 201, made.text)
        assert.equal(made.headers.etag, '"v1"')
      }
      assert.equal(await overHttp2(front), 200)
    })

    test('passes events on as they come, and lets a reader wait as long as the API does', async t => {
      const front = await openFront(t, startProxy)
      if (!front) return
      const page = file('# First')
      const publish = () =>
        front.send('/v1/artifacts', { method: 'POST', headers: page.headers, body: page.body })
      await publish()
      const waiting = front.send('/v1/events?after=now&wait=60')
      let isHeard = false
      const hear = () => {
        isHeard = true
      }
      waiting.then(hear, hear)
      // Until the reader waits, what is published is none of the news.
      await until('the reader hears of a page', async () => {
        await publish()
        return isHeard
      })
      const { status, json } = await waiting
      assert.equal(status, 200)
      assert.equal(json.data[0].type, 'artifact.published')
      if (!isAtLength) return
      assert.equal((await front.send('/v1/events?after=now&wait=60')).status, 200)
    })
  })

function overHttp2({ proxy, owner }: Front): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  const session = connect(proxy.url, { ca: proxy.trusted }).once('error', reject)
  const stream = session.request({ ':path': '/v1/me', authorization: `Bearer ${owner.key}` })
  stream.once('response', ({ ':status': status }) => resolve(Number(status))).once('error', reject)
  return promise.finally(() => session.close())
}
