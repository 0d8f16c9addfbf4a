// A store falls silent without closing anything: reads are back soon after the way is, and the process can be stopped.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, type TestContext, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { type BlackHole, blackHole } from '../support/black-hole.ts'
import { extendTimeout } from '../support/patience.ts'
import { postgres } from '../support/postgres.ts'
import { type Product, startProduct } from '../support/product.ts'
import { startS3 } from '../support/s3.ts'
import { isSkip, type Skip } from '../support/skip.ts'
import { until, within } from '../support/until.ts'
import { Ledger } from './ledger.ts'
import { uniquePage, write } from './writers.ts'

/** Milliseconds after which the product gives up what is silent, beside which the same work on a way that is free counts twice. */
const BACK = 10_000

/** Connections that have to be asked in vain: as many as wait for PostgreSQL at once. */
const ASKED = 16

interface Silenced {
  product: Product
  hole: BlackHole
}

type Env = Record<string, string>

interface Store {
  name: string
  /** Bytes of each page: those in a bucket are more than any memory holds, so that they are read there. */
  page: number
  start(t: TestContext): Promise<Silenced | Skip>
}

/** A way to a new database, and the settings by which a product takes it. */
async function wayToDatabase(t: TestContext): Promise<{ hole: BlackHole; env: Env } | Skip> {
  const server = await postgres()
  if (isSkip(server)) return server
  const database = await server.createDatabase()
  const url = new URL(database.url)
  const hole = await blackHole(t, Number(url.port))
  url.port = `${hole.port}`
  return { hole, env: { DATABASE_URL: url.href, RECTO_SECRET: randomUUID() } }
}

async function behindHole(t: TestContext): Promise<Silenced | Skip> {
  const way = await wayToDatabase(t)
  if (isSkip(way)) return way
  const product = await startProduct({ env: way.env })
  t.after(() => product.stop('SIGKILL'))
  return { product, hole: way.hole }
}

async function withBucket(t: TestContext): Promise<Silenced | Skip> {
  const server = await startS3()
  if (isSkip(server)) return server
  t.after(() => server.stop())
  const url = new URL(server.blobsUrl(await server.createBucket()))
  const endpoint = new URL(url.searchParams.get('endpoint')!)
  const hole = await blackHole(t, Number(endpoint.port))
  endpoint.port = `${hole.port}`
  url.searchParams.set('endpoint', endpoint.origin)
  const product = await startProduct({ env: { BLOBS_URL: url.href, ...server.env } })
  t.after(() => product.stop('SIGKILL'))
  return { product, hole }
}

const stores: Store[] = [
  { name: 'PostgreSQL', page: 20_000, start: behindHole },
  { name: 'the bucket', page: 4_000_000, start: withBucket },
]

/** The status of a read; 0 where no answer came. */
async function read({ url, key }: Product, shortId: string): Promise<number> {
  const answer = await fetch(`${url}/v1/artifacts/${shortId}/content`, {
    headers: { Authorization: `Bearer ${key}` },
  }).catch(() => null)
  await answer?.arrayBuffer().catch(() => undefined)
  return answer?.status ?? 0
}

/** Publishes pages, each until it is accepted, as a busy bucket refuses some; leaves connections that were used. */
async function publishSome(product: Product, count: number, page: number): Promise<string[]> {
  const ledger = new Ledger()
  const publish = async (): Promise<string> => {
    const { shortId } = await write(product, ledger, uniquePage(page))
    if (shortId) return shortId
    await sleep(500)
    return publish()
  }
  return within('every page published', Promise.all(Array.from({ length: count }, publish)))
}

/** Readers and writers that ask for more than there are connections. */
function crowd(product: Product, shortIds: readonly string[]): Promise<unknown> {
  const ledger = new Ledger()
  const writing = Array.from({ length: 12 }, () =>
    write(product, ledger, uniquePage(5000)).catch(() => undefined),
  )
  return Promise.all([...writing, ...shortIds.map(id => read(product, id))])
}

// Side by side, as each waits most of its time.
describe('a store that falls silent', { concurrency: true }, () => {
  for (const { name, page, start } of stores) {
    test(`${name} falls silent under load: reads are back within 10 seconds and the time of the work itself`, async t => {
      const silenced = await start(t)
      if (isSkip(silenced)) return t.skip(silenced.skip)
      const { product, hole } = silenced
      const shortIds = await publishSome(product, 15, page)
      const begun = performance.now()
      const free = [crowd(product, shortIds), crowd(product, shortIds)]
      await within('every page', Promise.all(shortIds.map(id => backAgain(product, id))))
      await Promise.all(free)
      const usual = performance.now() - begun
      hole.swallow()
      const first = crowd(product, shortIds)
      await until('the silent store was asked on many connections', () => hole.asked() >= ASKED)
      const second = crowd(product, shortIds)
      hole.free()
      const freed = performance.now()
      await within('every page', Promise.all(shortIds.map(id => backAgain(product, id))))
      const back = performance.now() - freed
      t.diagnostic(`all pages were read ${back} ms after the way was free; without a silence in ${usual} ms`)
      assert.ok(back < extendTimeout(BACK) + 2 * usual)
      await within('an end of all that was asked in the silence', Promise.all([first, second]))
      assert.deepEqual(new Set(await Promise.all(shortIds.map(id => read(product, id)))), new Set([200]))
    })

    test(`${name} is silent when the process is told to stop: it ends within its deadline`, async t => {
      const silenced = await start(t)
      if (isSkip(silenced)) return t.skip(silenced.skip)
      const { product, hole } = silenced
      const shortIds = await publishSome(product, 4, page)
      hole.swallow()
      const asked = crowd(product, shortIds)
      await until('the silent store was asked', () => hole.asked() > 0)
      const told = Date.now()
      product.process.kill('SIGTERM')
      const how = await within('its end', product.ended)
      t.diagnostic(`ended with ${how} after ${Date.now() - told} ms`)
      assert.equal(typeof how, 'number')
      await asked
    })
  }
})

test('a database that is silent when the process starts is waited for', async t => {
  const way = await wayToDatabase(t)
  if (isSkip(way)) return t.skip(way.skip)
  way.hole.swallow()
  const starting = startProduct({ env: way.env })
  const stop = (started: Product) => started.stop('SIGKILL')
  t.after(() => starting.then(stop, () => undefined))
  await until('the silent database was asked', () => way.hole.asked() > 0)
  way.hole.free()
  const product = await starting
  assert.match(product.said(), /The database does not answer yet\. Waiting for it, up to a minute\./)
})

async function backAgain(product: Product, shortId: string): Promise<void> {
  while ((await read(product, shortId)) !== 200) await sleep(500)
}
