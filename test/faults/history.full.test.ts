// Sixteen clients over three nodes, under one fault after the other: what their history has to obey, it obeys.
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { atLength } from '../support/at-length.ts'
import { blackHole } from '../support/black-hole.ts'
import { ahead } from '../support/clock-ahead.ts'
import { startInstallation } from '../support/nodes.ts'
import { startPgBouncer } from '../support/pgbouncer.ts'
import { startPostgres } from '../support/postgres.ts'
import type { Product, ProductOptions } from '../support/product.ts'
import { startS3 } from '../support/s3.ts'
import { isSkip } from '../support/skip.ts'
import { unreliable } from '../support/unreliable.ts'
import { until } from '../support/until.ts'
import { History } from './history.ts'
import { findings } from './ledger.ts'

const CLIENTS = 16
const FOLLOWERS = 3
/** Acknowledged writes before a fault and after it. */
const WRITES = atLength(20, 200)

interface Hole {
  swallow(): void
  free(): void
}

/** The bucket's answer instead of serving: to each second request that it is busy, or to every write that it is full. */
type BucketFault = 'busy' | 'full' | null

/** The second node reaches the database by way of a pooler in transaction mode. */
interface Ground {
  nodes: Product[]
  /** Starts a node in the place of one that has ended. */
  replace(place: number, options?: ProductOptions): Promise<void>
  crashDatabase(): Promise<void>
  /** Between the last node and its stores. */
  holes: { database: Hole; bucket: Hole }
  bucketFails(how: BucketFault): void
  findings(): Promise<string[]>
}

async function openGround(t: TestContext): Promise<Ground | null> {
  const [server, bucket] = [await startPostgres({ durable: true }), await startS3()]
  if (isSkip(server) || isSkip(bucket)) {
    t.skip(isSkip(server) ? server.skip : (bucket as { skip: string }).skip)
    return null
  }
  let fault: BucketFault = null
  const way = await unreliable(
    t,
    bucket.blobsUrl(await bucket.createBucket()),
    ({ method }, response, seen) => {
      const status = statusOf(fault, method === 'PUT', seen)
      if (status !== null) response.writeHead(status).end()
      return status !== null
    },
  )
  const installation = await startInstallation(t, { other: server })
  t.after(async () => {
    await server.stop()
    await bucket.stop()
  })
  if (isSkip(installation)) throw new Error(installation.skip)
  const direct = new URL(installation.databaseUrl)
  const pooler = await startPgBouncer(direct.href)
  if (isSkip(pooler)) {
    t.skip(pooler.skip)
    return null
  }
  t.after(() => pooler.stop())
  const database = await blackHole(t, Number(direct.port))
  const files = await blackHole(t, Number(endpointOf(way.url).port))
  const env = { ...bucket.env, BLOBS_URL: way.url }
  const ways = [
    {},
    { DATABASE_URL: pooler.pooled(direct.href) },
    { DATABASE_URL: by(direct, database.port).href, BLOBS_URL: around(way.url, files.port) },
  ]
  const start = (place: number, options?: ProductOptions) =>
    installation.start({ ...options, env: { ...env, ...ways[place] } })
  const nodes = [await start(0)]
  nodes.push(...(await Promise.all([start(1), start(2)])))
  return {
    ...{ nodes, holes: { database, bucket: files } },
    async replace(place, options) {
      nodes[place] = await start(place, options)
    },
    crashDatabase: () => server.restart(),
    bucketFails: how => {
      fault = how
    },
    findings: () =>
      findings(nodes[0]!.data, { database: direct.href, blobs: way.url, env: { ...bucket.env } }),
  }
}

function statusOf(fault: BucketFault, isWrite: boolean, seen: number): number | null {
  if (fault === 'full') return isWrite ? 507 : null
  return fault === 'busy' && seen % 2 === 1 ? 503 : null
}

const endpointOf = (blobsUrl: string): URL => new URL(new URL(blobsUrl).searchParams.get('endpoint')!)

function by(url: URL, port: number): URL {
  const other = new URL(url)
  other.port = `${port}`
  return other
}

/** The address of a bucket by way of another port. */
function around(blobsUrl: string, port: number): string {
  const url = new URL(blobsUrl)
  url.searchParams.set('endpoint', by(endpointOf(blobsUrl), port).origin)
  return url.href
}

const HOUR = 3_600_000

/** Nothing passes for so many milliseconds. */
async function silence({ swallow, free }: Hole, ms: number): Promise<void> {
  swallow()
  await sleep(ms)
  free()
}

const faults: [name: string, strike: (ground: Ground) => Promise<void>][] = [
  [
    'a node is killed',
    async ({ nodes, replace }) => {
      await nodes[0]!.kill()
      await replace(0)
    },
  ],
  [
    'a node is stopped and another one takes its place',
    async ({ nodes, replace }) => {
      assert.equal(await nodes[1]!.stop(), 0)
      await replace(1)
    },
  ],
  ['the database crashes and recovers', ({ crashDatabase }) => crashDatabase()],
  [
    'one node loses its way to the database for 5 seconds, silently',
    ({ holes }) => silence(holes.database, 5000),
  ],
  [
    'half of the requests to the bucket fail for 3 seconds',
    async ({ bucketFails }) => {
      bucketFails('busy')
      await sleep(3000)
      bucketFails(null)
    },
  ],
  [
    'one node loses its way to the bucket for 5 seconds, silently',
    ({ holes }) => silence(holes.bucket, 5000),
  ],
  [
    'the bucket is full for 3 seconds',
    async ({ bucketFails }) => {
      bucketFails('full')
      await sleep(3000)
      bucketFails(null)
    },
  ],
  [
    'the clock of one node is an hour ahead',
    async ({ nodes, replace }) => {
      assert.equal(await nodes[0]!.stop(), 0)
      await replace(0, { nodeArguments: ahead(HOUR) })
    },
  ],
]

test('under each fault versions have no gaps, each acknowledged write is there once, reads go forward, and the feed is complete', async t => {
  const ground = await openGround(t)
  if (!ground) return
  const history = new History(ground.nodes)
  for (const [name, strike] of faults) {
    history.start(CLIENTS, FOLLOWERS)
    const before = history.acknowledged
    await until(`writes before: ${name}`, () => history.acknowledged >= before + WRITES)
    await strike(ground)
    const after = history.acknowledged
    await until(`writes after: ${name}`, () => history.acknowledged >= after + WRITES)
    await history.stop()
    t.diagnostic(`${name}: ${JSON.stringify(await history.check())}`)
  }
  assert.deepEqual(await ground.findings(), [])
})
