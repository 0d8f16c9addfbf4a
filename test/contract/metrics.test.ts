// Metrics for Prometheus, on an address of their own, and that the dashboard and the alerts of the guide read what there is.
import assert from 'node:assert/strict'
import { mkdir, mkdtemp, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { storedFiles } from '../faults/stored-files.ts'
import { freePort } from '../support/free-port.ts'
import { startInstallation } from '../support/nodes.ts'
import { type Product, startProduct } from '../support/product.ts'
import { fromRoot } from '../support/project-root.ts'
import { isSkip } from '../support/skip.ts'
import { until } from '../support/until.ts'

interface Measured {
  product: Product
  read(): Promise<string>
}

async function measured(
  t: TestContext,
  start: (env: Record<string, string>) => Promise<Product> = env => startProduct({ env }),
): Promise<Measured> {
  const port = await freePort()
  const product = await start({ RECTO_METRICS: `127.0.0.1:${port}` })
  t.after(() => product.stop())
  return { product, read: async () => (await fetch(`http://127.0.0.1:${port}/metrics`)).text() }
}

test('requests are counted by route, status and kind of credential, with no secret and no address in them', async t => {
  const { product, read } = await measured(t)
  const ask = (path: string, key = product.key) =>
    fetch(product.url + path, { headers: { Authorization: `Bearer ${key}` } })
  await Promise.all([
    ask('/v1/me'),
    ask('/v1/me'),
    ask('/v1/artifacts/Zabcdefghi/metadata'),
    ask('/v1/me', 'wrong'),
  ])
  await fetch(product.url, { method: 'INVENTED' }).catch(() => undefined)
  const expected = [
    'method="GET",route="/v1/me",status="200",caller="key"} 2',
    'method="GET",route="/v1/artifacts/:id/metadata",status="404",caller="key"} 1',
    'method="GET",route="/v1/me",status="401",caller="none"} 1',
  ]
  for (const line of expected)
    await until(line, async () => (await read()).includes(`recto_request_seconds_count{${line}`))
  const text = await read()
  assert.match(text, /^recto_stores_up 1$/m)
  assert.match(text, /^recto_nodes 1$/m)
  assert.match(text, /^recto_webhooks_waiting 0$/m)
  assert.match(text, /^recto_last_backup_seconds 0$/m)
  assert.match(text, /^recto_job_stuck\{job="mail"\} 0$/m)
  assert.ok(!text.includes(product.key) && !/Zabcdefghi|INVENTED/.test(text))
  assert.equal((await fetch(`${product.url}/metrics`)).status, 404)
})

test('files that a kill left behind are swept, whole and half written, and counted', async t => {
  const data = await mkdtemp(join(tmpdir(), 'recto-orphans-'))
  t.after(() => rm(data, { recursive: true }))
  const threeDaysAgo = Date.now() / 1000 - 3 * 86_400
  for (const path of [`01/23/0123${'4'.repeat(28)}`, 'tmp/half-written']) {
    const file = join(data, 'blobs', path)
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, 'Nothing names this.')
    await utimes(file, threeDaysAgo, threeDaysAgo)
  }
  const { read } = await measured(t, env => startProduct({ env, data }))
  await until('both are counted', async () => /^recto_orphans_swept 2$/m.test(await read()))
  assert.deepEqual(await storedFiles(data), [])
})

test('connections to PostgreSQL are measured, and its size', async t => {
  const installation = await startInstallation(t)
  if (isSkip(installation)) return t.skip(installation.skip)
  const { read } = await measured(t, env => installation.start({ env }))
  const text = await read()
  assert.match(text, /^recto_database_connections\{state="open"\} [1-9]/m)
  assert.match(text, /^recto_database_bytes [1-9]\d{6}/m)
})

test('the dashboard and the alerts of the guide read metrics that are there, and each alert says what to do', async t => {
  const { product, read } = await measured(t)
  await fetch(`${product.url}/v1/me`)
  await until('a request is counted', async () => (await read()).includes('recto_request_seconds_bucket'))
  const text = await read()
  const guide = (...path: string[]) => readFile(fromRoot('docs', 'guides', ...path), 'utf8')
  const [dashboard, alerts, runbook] = await Promise.all([
    guide('deploy', 'grafana.json'),
    guide('deploy', 'alerts.yaml'),
    guide('alerts.md'),
  ])
  const named = new Set(`${dashboard} ${alerts}`.match(/\b(?:recto|nodejs|process)_[a-z\d_]+/g))
  assert.ok(named.size > 10)
  // Connections exist on a server only; the test before reads them.
  for (const name of named) assert.ok(text.includes(`${name}`), `${name} is measured`)
  const names = [...alerts.matchAll(/alert: (\w+)/g)].map(([, name]) => name!)
  const places = [...alerts.matchAll(/runbook: docs\/guides\/alerts\.md#(\w+)/g)].map(([, place]) => place!)
  assert.deepEqual(
    places,
    names.map(name => name.toLowerCase()),
  )
  assert.deepEqual(
    [...runbook.matchAll(/^## (\w+)$/gm)].map(([, name]) => name),
    names,
  )
})
