// `recto conformance` against our own server on both stores and behind a proxy, without a key, and against what is no Recto.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import type { Check } from '../../../src/surfaces/cli/contract-checks.ts'
import { freePort } from '../../support/free-port.ts'
import { closeConnections } from '../../support/http.ts'
import { startNginx } from '../../support/nginx.ts'
import { startS3 } from '../../support/s3.ts'
import { type Options, startService } from '../../support/service.ts'
import { isSkip } from '../../support/skip.ts'
import { recto } from './world.ts'

interface Report {
  passed: number
  failed: number
  skipped: number
  checks: Check[]
}

const failures = ({ checks }: Report) => checks.filter(({ outcome }) => outcome === 'failed')

/** Proves a server of ours and answers the report; `at` is where others reach it. */
async function proven(options: Options, at?: string): Promise<Report | string> {
  const service = await startService(options)
  if (isSkip(service)) return service.skip
  try {
    const { owner, join } = await service.organization()
    const colleague = await join('member')
    const { code, json } = await recto(['conformance', at ?? service.url], {
      env: { RECTO_API_KEY: owner.key, RECTO_SECOND_KEY: colleague.key },
    })
    assert.deepEqual(failures(json), [])
    assert.equal(code, 0)
    const { json: left } = await recto(['list', '--url', at ?? service.url], {
      env: { RECTO_API_KEY: owner.key },
    })
    assert.deepEqual(left.data, [], 'what it made is taken away')
    return json
  } finally {
    closeConnections()
    await service.stop()
  }
}

test('our server keeps the contract on SQLite and files', async () => {
  const report = await proven({})
  assert.ok(typeof report !== 'string' && report.passed > 54 && report.skipped === 0)
})

test('our server keeps the contract on Postgres and S3', async t => {
  const files = await startS3()
  if (isSkip(files)) return t.skip(files.skip)
  t.after(() => files.stop())
  const BLOBS_URL = files.blobsUrl(await files.createBucket())
  Object.assign(process.env, files.env)
  const report = await proven({ store: 'postgres', env: { BLOBS_URL } })
  if (typeof report === 'string') t.skip(report)
})

test('our server keeps the contract behind a proxy', async t => {
  const port = await freePort()
  const proxy = await startNginx({ upstreams: [`127.0.0.1:${port}`] })
  if (isSkip(proxy)) return t.skip(proxy.skip)
  try {
    await proven({ env: { PORT: `${port}`, RECTO_URL: proxy.url, RECTO_TRUST_PROXY: '1' } }, proxy.url)
  } finally {
    await proxy.stop()
  }
})

test('without a key it proves what anybody sees, and says what it left out', async () => {
  const service = await startService()
  if (isSkip(service)) throw new Error(service.skip)
  const { code, json } = await recto(['conformance', service.url])
  closeConnections()
  await service.stop()
  assert.deepEqual([code, failures(json)], [0, []])
  assert.ok(json.passed > 10 && json.skipped > 30)
})

test('a server that is not Recto fails, and a person reads in what', async () => {
  const server = createServer((_, response) => void response.end('<h1>Welcome to the network</h1>'))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const { code, stdout, stderr } = await recto(['conformance', url], { terminal: true })
  server.closeAllConnections()
  server.close()
  assert.equal(code, 1)
  assert.match(stdout, /^ {2}FAILED {4}the API is described by OpenAPI 3\.1/m)
  assert.match(stderr, /\d+ of \d+ checks failed/)
})
