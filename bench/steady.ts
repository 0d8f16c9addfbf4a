// Checks that a node on Postgres and S3 stays as it is under mixed load: its memory, its descriptors and how long it takes to answer.
import { randomUUID } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { startPostgres } from '../test/support/postgres.ts'
import { type Product, startProduct } from '../test/support/product.ts'
import { startS3 } from '../test/support/s3.ts'
import { isSkip } from '../test/support/skip.ts'
import { pageOf, publish, writeRequest } from './support/content.ts'
import { load } from './support/load.ts'
import { count, isQuick, median, quantile, type Row, times } from './support/row.ts'

const CLIENTS = 32
/** The number of windows that the time is cut into; the first one warms up and does not count. */
const WINDOWS = 13
/** The number of windows at the beginning, and at the end, that are compared. */
const COMPARED = 4

const given = process.argv.find(word => word.startsWith('--minutes='))
const minutes = given ? Number(given.slice('--minutes='.length)) : isQuick ? 0.5 : 2
if (!(minutes > 0)) throw new Error('--minutes is a number above 0.')

interface Window {
  /** Medians of what was seen each second. */
  megabytes: number
  descriptors: number
  /** Milliseconds. */
  middle: number
  slowest: number
  perSecond: number
  answers: number
  /** The number of answers that were no success. */
  failures: number
}

export async function rows(): Promise<Row[]> {
  const [database, bucket] = [await startPostgres({ durable: true }), await startS3()]
  if (isSkip(database)) throw new Error(database.skip)
  if (isSkip(bucket)) throw new Error(bucket.skip)
  const { url } = await database.createDatabase()
  const blobs = { ...bucket.env, BLOBS_URL: bucket.blobsUrl(await bucket.createBucket()) }
  const node = await startProduct({ env: { DATABASE_URL: url, RECTO_SECRET: randomUUID(), ...blobs } })
  try {
    const requests = await mixOf(node)
    const windows: Window[] = []
    for (let n = 0; n < WINDOWS; n += 1) windows.push(await windowOf(node, requests))
    return describe(windows.slice(1))
  } finally {
    await node.stop()
    await Promise.all([database.stop(), bucket.stop()])
  }
}

/** Returns sixteen requests: ten read, three look for something, and three write. */
async function mixOf(node: Product): Promise<string[]> {
  const ids = await Promise.all(
    Array.from({ length: 10 }, (_, n) => publish(node, pageOf(30_000, `Read ${n}`))),
  )
  const page = `/v1/artifacts/${ids[0]}`
  return [
    ...ids.map(id => requestOf(node, 'GET', `/v1/artifacts/${id}/content`)),
    requestOf(node, 'GET', '/v1/artifacts?limit=25'),
    requestOf(node, 'GET', '/v1/search?q=fox'),
    requestOf(node, 'GET', '/v1/events?limit=25'),
    writeRequest(node, pageOf(16_384, 'Page {nnnn}')),
    requestOf(node, 'PATCH', page, { name: 'Page {nnnn}' }),
    requestOf(node, 'POST', `/v1/artifacts/${ids[1]}/comments`, { body: 'What about number {nnnn}?' }),
  ]
}

function requestOf({ port, key }: Product, method: string, path: string, json?: object): string {
  const body = json ? JSON.stringify(json) : ''
  const lines = [
    `${method} ${path} HTTP/1.1`,
    `Host: 127.0.0.1:${port}`,
    `Authorization: Bearer ${key}`,
    ...(json ? ['Content-Type: application/json', `Content-Length: ${body.length}`] : []),
  ]
  return `${lines.join('\r\n')}\r\n\r\n${body}`
}

async function windowOf(node: Product, requests: string[]): Promise<Window> {
  const seen: { megabytes: number; descriptors: number }[] = []
  const looking = setInterval(() => {
    look(node).then(each => seen.push(each), console.error)
  }, 1000)
  const seconds = (minutes * 60) / WINDOWS
  const { latencies, statuses, perSecond } = await load({
    ...{ port: node.port, connections: CLIENTS, seconds, requests },
  }).finally(() => clearInterval(looking))
  const failed = Object.entries(statuses).flatMap(([status, many]) => (status.startsWith('2') ? [] : [many]))
  return {
    megabytes: median(seen.map(({ megabytes }) => megabytes)),
    descriptors: median(seen.map(({ descriptors }) => descriptors)),
    middle: median(latencies),
    slowest: quantile(latencies, 0.95),
    perSecond,
    answers: latencies.length,
    failures: sum(failed),
  }
}

const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0)

async function look({ process: { pid } }: Product): Promise<{ megabytes: number; descriptors: number }> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  const kilobytes = Number(/VmRSS:\s+(\d+)/.exec(status)?.[1])
  return { megabytes: kilobytes / 1024, descriptors: (await readdir(`/proc/${pid}/fd`)).length }
}

function describe(windows: readonly Window[]): Row[] {
  const rate = count(median(windows.map(({ perSecond }) => perSecond)))
  const load = `${minutes} minutes of mixed load on Postgres and S3, ${CLIENTS} clients, ${rate} requests/s`
  const row = (what: string, fact: keyof Window, unit: string, most: number): Row => {
    const all = windows.map(window => window[fact])
    const [first, last] = [median(all.slice(0, COMPARED)), median(all.slice(-COMPARED))]
    const ratio = last / first
    return {
      what: `${load}: ${what}`,
      ours: `${times(last)} ${unit} at the end`,
      peer: `${times(first)} ${unit} at the beginning`,
      ...{ ratio: times(ratio), goal: `at most ${most} times`, met: ratio <= most },
    }
  }
  const failures = sum(windows.map(window => window.failures))
  return [
    {
      what: `${load}: requests that failed`,
      ours: `${failures} of ${count(sum(windows.map(({ answers }) => answers)))}`,
      ...{ peer: 'none', ratio: '–', goal: 'none', met: failures === 0 },
    },
    row('memory', 'megabytes', 'MB', 1.2),
    row('descriptors', 'descriptors', 'open', 1.1),
    row('the median answer', 'middle', 'ms', 1.2),
    row('the slowest 5 % (p95)', 'slowest', 'ms', 1.2),
  ]
}
