// Traces: what an OTLP collector gets of a request, its operation and the stores, whose traces are gone on with, and what no span tells.
import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { type TestContext, test } from 'node:test'
import { Ledger } from '../faults/ledger.ts'
import { uniquePage, write } from '../faults/writers.ts'
import { answering } from '../support/answering.ts'
import { startInstallation } from '../support/nodes.ts'
import { type Product, startProduct } from '../support/product.ts'
import { isSkip } from '../support/skip.ts'
import { until, within } from '../support/until.ts'

interface Attribute {
  key: string
  value: { stringValue?: string; intValue?: number; arrayValue?: { values: { stringValue: string }[] } }
}

/** A span as OTLP writes it in JSON (opentelemetry-proto, trace.proto). */
interface Span {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  kind: number
  attributes: Attribute[]
  status: { code: number }
}

interface Export {
  resourceSpans: { resource: { attributes: Attribute[] }; scopeSpans: { spans: Span[] }[] }[]
}

interface Collector {
  env: Record<string, string>
  exports: Export[]
  headers: (string | undefined)[]
  spans(): Span[]
}

async function collect(t: TestContext): Promise<Collector> {
  const exports: Export[] = []
  const headers: (string | undefined)[] = []
  const server = createServer(
    answering(async (request, response) => {
      assert.equal(`${request.method} ${request.url}`, 'POST /v1/traces')
      exports.push((await json(request)) as Export)
      headers.push(request.headers['x-collector-key'] as string | undefined)
      response.setHeader('Content-Type', 'application/json').end('{}')
    }),
  ).listen(0, '127.0.0.1')
  t.after(() => {
    server.close()
    server.closeAllConnections()
  })
  await new Promise(resolve => server.once('listening', resolve))
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    env: {
      OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
      OTEL_EXPORTER_OTLP_HEADERS: 'x-collector-key=for-the-collector',
    },
    ...{ exports, headers },
    spans: () =>
      exports.flatMap(({ resourceSpans }) =>
        resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)),
      ),
  }
}

const attributeOf = (span: Span, key: string) => {
  const { value } = span.attributes.find(attribute => attribute.key === key) ?? {}
  return value?.stringValue ?? value?.intValue ?? value?.arrayValue?.values.map(each => each.stringValue)
}

/** The span of a request, by the name that its answer carries. */
async function spanOf({ spans }: Collector, requestId: string | null): Promise<Span> {
  const find = () =>
    spans().find(span => String(attributeOf(span, 'http.response.header.x-request-id')) === requestId)
  await until('the request is collected', () => find() !== undefined)
  return find()!
}

/** Spans of the same trace by the names of those above them, such as `POST /v1/artifacts > publish > transaction`. */
function pathsOf({ spans }: Collector, { traceId }: Span): string[] {
  const trace = spans().filter(span => span.traceId === traceId)
  const pathOf = (span: Span): string => {
    const parent = trace.find(({ spanId }) => spanId === span.parentSpanId)
    return parent ? `${pathOf(parent)} > ${span.name}` : span.name
  }
  return trace.map(pathOf)
}

/** Publishes and reads a page whose traces show what every store's do, and no secret; answers all that was collected, as text. */
async function publishTraced(product: Product, collector: Collector): Promise<string> {
  const page = uniquePage(2000)
  const { shortId } = await write(product, new Ledger(), page)
  const answer = await fetch(`${product.url}/v1/artifacts/${shortId}/content?secret=in-the-query`, {
    headers: { Authorization: `Bearer ${product.key}` },
  })
  assert.equal(await answer.text(), page)
  const read = await spanOf(collector, answer.headers.get('x-request-id'))
  assert.equal(read.name, 'GET /v1/artifacts/:id/content')
  assert.equal(read.kind, 2, 'a server')
  assert.equal(attributeOf(read, 'http.response.status_code'), 200)
  assert.equal(attributeOf(read, 'recto.caller'), 'key')
  const published = () => collector.spans().filter(({ name }) => name === 'POST /v1/artifacts')
  const paths = () => [...published(), read].flatMap(span => pathsOf(collector, span))
  await until('every part is collected', () => missingIn(paths()).length === 0).catch(() => undefined)
  assert.deepEqual(missingIn(paths()), [], paths().join('\n'))
  const text = JSON.stringify(collector.exports)
  for (const secret of [
    product.key,
    product.cookie.split('=')[1]!,
    'in-the-query',
    shortId!,
    page.slice(100, 140),
    'olga@example.com',
  ])
    assert.ok(!text.includes(secret), `${secret} is in no span`)
  return text
}

/** The spans that every store's trace shows. */
const expected = [
  'POST /v1/artifacts > publish > files.put',
  'POST /v1/artifacts > publish > transaction',
  /^POST \/v1\/artifacts > publish > transaction > artifacts\.\w+$/,
  /^GET \/v1\/artifacts\/:id\/content > content$/,
  /^GET \/v1\/artifacts\/:id\/content > (.+ > )?artifacts\.find$/,
]

const missingIn = (paths: readonly string[]) =>
  expected.filter(path => !paths.some(each => (typeof path === 'string' ? each === path : path.test(each))))

test('a publish and a read are traces of request, operation and store calls, with no secret, address or text', async t => {
  const collector = await collect(t)
  const product = await startProduct({ env: collector.env })
  t.after(() => product.stop())
  const text = await publishTraced(product, collector)
  assert.match(text, /"service\.name","value":\{"stringValue":"recto"\}/)
  assert.ok(collector.headers.every(header => header === 'for-the-collector'))
})

test('on Postgres the same is traced', async t => {
  const installation = await startInstallation(t)
  if (isSkip(installation)) return t.skip(installation.skip)
  const collector = await collect(t)
  const product = await installation.start({ env: collector.env })
  await publishTraced(product, collector)
})

test('what a caller did wrong is named by its code and is no failure of the server', async t => {
  const collector = await collect(t)
  const product = await startProduct({ env: collector.env })
  t.after(() => product.stop())
  const answer = await fetch(`${product.url}/v1/artifacts/Zabcdefghi/metadata`, {
    headers: { Authorization: `Bearer ${product.key}` },
  })
  const request = await spanOf(collector, answer.headers.get('x-request-id'))
  const operation = () => collector.spans().find(({ parentSpanId }) => parentSpanId === request.spanId)
  await until('the operation is collected', () => operation() !== undefined)
  const failed = collector
    .spans()
    .filter(
      ({ traceId, attributes }) =>
        traceId === request.traceId && attributes.some(({ key }) => key === 'error.type'),
    )
  assert.ok(failed.length > 0)
  for (const span of failed) assert.equal(attributeOf(span, 'error.type'), 'not_found')
  assert.ok([request, ...failed].every(({ status }) => status.code !== 2))
})

test('the trace of a caller is gone on with only behind a trusted proxy, and its choice not to trace is kept', async t => {
  const trace = '0af7651916cd43dd8448eb211c80319c'
  const parent = 'b7ad6b7169203331'
  const ask = async ({ url }: Product, sampled: string) => {
    const answer = await fetch(`${url}/v1/me`, {
      headers: { traceparent: `00-${trace}-${parent}-${sampled}` },
    })
    return answer.headers.get('x-request-id')
  }
  const collector = await collect(t)
  const trusting = await startProduct({ env: { ...collector.env, RECTO_TRUST_PROXY: '1' } })
  t.after(() => trusting.stop())
  const alone = await startProduct({ env: collector.env })
  t.after(() => alone.stop())
  await ask(trusting, '00')
  const kept = await spanOf(collector, await ask(trusting, '01'))
  assert.deepEqual([kept.traceId, kept.parentSpanId], [trace, parent])
  const own = await spanOf(collector, await ask(alone, '01'))
  assert.notEqual(own.traceId, trace)
  assert.ok(!own.parentSpanId)
  const requests = collector
    .spans()
    .filter(({ traceId, parentSpanId }) => traceId === trace && parentSpanId === parent)
  assert.equal(requests.length, 1)
})

test('a collector that does not answer delays no request, and a stop by at most 5 seconds', async t => {
  const silent = createServer(() => undefined).listen(0, '127.0.0.1')
  t.after(() => {
    silent.close()
    silent.closeAllConnections()
  })
  await new Promise(resolve => silent.once('listening', resolve))
  const endpoint = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`
  const product = await startProduct({ env: { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint } })
  t.after(() => product.stop('SIGKILL'))
  for (let round = 0; round < 20; round += 1)
    assert.equal((await write(product, new Ledger(), uniquePage(200))).status, 201)
  product.process.kill('SIGTERM')
  assert.equal(await within('its end', product.ended), 0)
})
