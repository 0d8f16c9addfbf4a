// The log has one line for each request, reasons that an operator can look up, and no secret.
import assert from 'node:assert/strict'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { type Product, type ProductOptions, startProduct } from '../support/product.ts'
import { until } from '../support/until.ts'

interface Line {
  msg: string
  requestId: string
  method: string
  route: string
  status: number
  ms: number
  caller: string | null
  err?: { code?: string }
}

async function started(t: TestContext, env: ProductOptions['env'] = {}): Promise<Product> {
  const product = await startProduct({ env: { LOG_LEVEL: 'info', ...env } })
  t.after(() => product.stop())
  return product
}

const linesOf = (product: Product): Line[] =>
  product
    .logged()
    .split('\n')
    .flatMap(line => (line.endsWith('}') ? [JSON.parse(line)] : []))

/** The line of the request of that name. */
async function lineOf(product: Product, requestId: string | null): Promise<Line> {
  const find = () => linesOf(product).find(line => line.msg === 'request' && line.requestId === requestId)
  await until('the request is logged', () => find() !== undefined)
  return find()!
}

test('each request is one line: what was asked, by what kind of credential, and how it ended', async t => {
  const product = await started(t)
  const bearer = { Authorization: `Bearer ${product.key}` }
  const asked: [path: string, options: RequestInit, line: Partial<Line>][] = [
    ['/v1/me?x=1', { headers: bearer }, { method: 'GET', route: '/v1/me', status: 200, caller: 'key' }],
    [
      '/v1/artifacts/Zabcdefghi/metadata',
      { headers: bearer },
      { route: '/v1/artifacts/:id/metadata', status: 404 },
    ],
    [
      '/v1/artifacts/Zabcdefghi/content',
      { headers: bearer },
      { route: '/v1/artifacts/:id/content', status: 404 },
    ],
    [
      '/v1/me',
      { headers: { Authorization: 'Bearer wrong' } },
      { route: '/v1/me', status: 401, caller: null },
    ],
    ['/v1/nothing', { method: 'POST' }, { method: 'POST', route: '/v1/*', status: 404 }],
    ['/healthz', {}, { route: '/healthz', status: 200 }],
    ['/app', { headers: { Cookie: product.cookie } }, { route: '/app', caller: 'session' }],
  ]
  for (const [path, options, expected] of asked) {
    const answer = await fetch(product.url + path, { redirect: 'manual', ...options })
    await answer.arrayBuffer()
    const line = await lineOf(product, answer.headers.get('x-request-id'))
    for (const [name, value] of Object.entries(expected))
      assert.equal(line[name as keyof Line], value, `${path} ${name}`)
    assert.ok(line.ms >= 0)
  }
  const ids = linesOf(product).flatMap(({ msg, requestId }) => (msg === 'request' ? [requestId] : []))
  assert.equal(ids.length, new Set(ids).size)
  assert.ok(!product.logged().includes(product.key) && !product.logged().includes('Zabcdefghi'))
})

test('the name that a trusted proxy gave a request is kept, and nobody else gives one', async t => {
  const trace = '0af7651916cd43dd8448eb211c80319c'
  const given: [Record<string, string>, RegExp][] = [
    [{ 'X-Request-Id': 'from-the-proxy-1' }, /^from-the-proxy-1$/],
    [{ traceparent: `00-${trace}-b7ad6b7169203331-01` }, new RegExp(`^${trace}$`)],
    [{ 'X-Request-Id': 'spaces are none', traceparent: 'x' }, /^[\da-f]{12}-/],
  ]
  const [trusting, alone] = [await started(t, { RECTO_TRUST_PROXY: '1' }), await started(t)]
  const idOf = async ({ url }: Product, headers: Record<string, string>) =>
    (await fetch(`${url}/healthz`, { headers })).headers.get('x-request-id')!
  for (const [headers, expected] of given) {
    const kept = await idOf(trusting, headers)
    assert.match(kept, expected)
    await lineOf(trusting, kept)
    assert.match(await idOf(alone, headers), /^[\da-f]{12}-/)
  }
})

test('why a process is not ready is logged with the code of the system, which the answer leaves out', async t => {
  const product = await started(t)
  await rm(join(product.data, 'blobs', 'tmp'), { recursive: true })
  const answer = await fetch(`${product.url}/readyz`)
  assert.equal(answer.status, 503)
  assert.doesNotMatch(await answer.text(), /ENOENT|blobs/)
  const line = () => linesOf(product).find(({ msg }) => msg === 'not ready')
  await until('the reason is logged', () => line() !== undefined)
  assert.match(JSON.stringify(line()), /ENOENT/)
})

test('a mistake in a setting is told without its value where that may hold a password', async () => {
  const secret = 'pass/w@rd'
  const wrong = {
    SMTP_URL: `smtp:user:${secret}@mail.example`,
    DATABASE_URL: `postgre://user:${secret}@db`,
    BLOBS_URL: `s3:/key:${secret}@bucket`,
    RECTO_URL: `https://user:${secret}@docs.example`,
  }
  await assert.rejects(startProduct({ env: wrong }), ({ message }: Error) => {
    for (const name of Object.keys(wrong)) assert.ok(message.includes(`${name}: `), name)
    assert.doesNotMatch(message, /pass\/w|w@rd/)
    return true
  })
})
