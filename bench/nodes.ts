// Several server processes and several nodes: what each read costs of the processor, beside one process and one node; and Postgres with S3.
import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { freePort } from '../test/support/free-port.ts'
import { type Nginx, startNginx } from '../test/support/nginx.ts'
import { startPostgres } from '../test/support/postgres.ts'
import { type Product, startProduct } from '../test/support/product.ts'
import { startS3 } from '../test/support/s3.ts'
import { isSkip } from '../test/support/skip.ts'
import { type Bucket, barePerSecond, mark, record } from './support/bare-postgres.ts'
import { pageOf, publish, writeRequest } from './support/content.ts'
import { load, readsPerSecond } from './support/load.ts'
import { bestOf } from './support/rounds.ts'
import { count, isQuick, type Row, times } from './support/row.ts'

const SIZE = 30_000
const CLIENTS = 64
const seconds = isQuick ? 1 : 3
const rounds = isQuick ? 2 : 5

/** Ticks of a second in `/proc`. */
const TICKS = 100

/** Seconds of the processor that a process and all below it have used. */
async function processorSeconds(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8')
  const [user, system] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13)
    .map(Number)
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')
  const below = await Promise.all(
    children
      .split(' ')
      .filter(Number)
      .map(child => processorSeconds(Number(child))),
  )
  return (user! + system!) / TICKS + below.reduce((sum, each) => sum + each, 0)
}

interface Asked {
  name: string
  /** The nodes that answer. */
  products: readonly Product[]
  requests: { url: string; headers: Record<string, string> }[]
}

interface Speed {
  perSecond: number
  /** Reads for each second of the processor. */
  perProcessor: number
}

async function measure({ products, requests }: Asked): Promise<Speed> {
  const used = async () =>
    (await Promise.all(products.map(({ process }) => processorSeconds(process.pid!)))).reduce((a, b) => a + b)
  const before = await used()
  const perSecond = await readsPerSecond({ requests, connections: CLIENTS, seconds })
  return { perSecond, perProcessor: (perSecond * seconds) / ((await used()) - before) }
}

/** Measures all in turn, so that other work of the machine meets all alike, and keeps the best of each. */
async function measureInTurn(all: readonly Asked[]): Promise<Map<string, Speed>> {
  const best = new Map<string, Speed>()
  for (let round = -1; round < rounds; round += 1)
    for (const asked of all) {
      const speed = await measure(asked)
      const known = best.get(asked.name)
      if (round < 0) continue
      best.set(asked.name, {
        perSecond: Math.max(speed.perSecond, known?.perSecond ?? 0),
        perProcessor: Math.max(speed.perProcessor, known?.perProcessor ?? 0),
      })
    }
  return best
}

const shown = ({ perSecond, perProcessor }: Speed): string =>
  `${count(perSecond)}/s, ${count(perProcessor)} for each second of the processor`

function row(what: string, ours: Speed, one: Speed, least: number | null): Row {
  const ratio = ours.perProcessor / one.perProcessor
  return {
    ...{ what, ours: shown(ours), peer: shown(one), ratio: times(ratio) },
    goal: least === null ? 'for information' : `at least ${least} of the processor's seconds`,
    met: least === null || ratio >= least,
  }
}

const readOf = async (product: Product, url = product.url) => {
  const shortId = await publish(product, pageOf(SIZE))
  return { url: `${url}/${shortId}/content`, headers: { Cookie: product.cookie } }
}

async function serverProcesses(): Promise<Row[]> {
  const products = await Promise.all(
    [1, 2].map(workers => startProduct({ env: { RECTO_WORKERS: `${workers}` } })),
  )
  try {
    const asked = await Promise.all(
      products.map(async (product, n) => ({
        ...{ name: `${n + 1}`, products: [product] },
        requests: [await readOf(product)],
      })),
    )
    const speeds = await measureInTurn(asked)
    const what = `gated read of 30 KB by ${CLIENTS} clients, two server processes on SQLite, beside one`
    return [row(what, speeds.get('2')!, speeds.get('1')!, null)]
  } finally {
    await Promise.all(products.map(product => product.stop()))
  }
}

/** Passes requests on to the nodes under the one address that they answer for. */
async function startProxy(port: number, host: string, nodes: readonly Product[]): Promise<Nginx> {
  const server = `upstream nodes { ${nodes.map(node => `server 127.0.0.1:${node.port};`).join(' ')} keepalive 128; }
  server {
    listen 127.0.0.1:${port};
    location / {
      proxy_pass http://nodes;
      proxy_http_version 1.1;
      proxy_buffering off;
      proxy_set_header Connection "";
      proxy_set_header Host ${host};
      proxy_set_header X-Forwarded-For $remote_addr;
    }
  }`
  const nginx = await startNginx({ port, server })
  if (isSkip(nginx)) throw new Error(nginx.skip)
  return nginx
}

interface Ground {
  databaseUrl: string
  bucket: Bucket
  /** The first has the address that all answer for. */
  nodes: readonly Product[]
  /** Settings of one more node, under an address of its own. */
  like: { credentials: Product; env: Record<string, string> }
}

async function onServers(measureOn: (ground: Ground) => Promise<Row[]>): Promise<Row[]> {
  const [database, s3] = [await startPostgres({ durable: true }), await startS3()]
  if (isSkip(database)) throw new Error(database.skip)
  if (isSkip(s3)) throw new Error(s3.skip)
  const { url: databaseUrl } = await database.createDatabase()
  const bucket = await s3.createBucket()
  const blobsUrl = s3.blobsUrl(bucket)
  const env = { DATABASE_URL: databaseUrl, RECTO_SECRET: randomUUID(), ...s3.env, BLOBS_URL: blobsUrl }
  const nodes: Product[] = []
  try {
    nodes.push(await startProduct({ env }))
    const [first] = nodes as [Product]
    const same = { credentials: first, env: { ...env, RECTO_URL: first.url } }
    nodes.push(...(await Promise.all([startProduct(same), startProduct(same)])))
    const { searchParams: at } = new URL(blobsUrl)
    const place = { endpoint: at.get('endpoint')!, region: at.get('region')!, bucket, keys: s3.env }
    return await measureOn({ databaseUrl, bucket: place, nodes, like: { credentials: first, env } })
  } finally {
    await Promise.all(nodes.map(node => node.stop()))
    await Promise.all([database.stop(), s3.stop()])
  }
}

async function behindProxy({ nodes }: Ground): Promise<Row[]> {
  const [first] = nodes as [Product]
  const proxies: Nginx[] = []
  try {
    const read = await readOf(first)
    const asked: Asked[] = []
    for (const many of [1, 2, 3]) {
      const port = await freePort()
      const asking = nodes.slice(0, many)
      proxies.push(await startProxy(port, new URL(first.url).host, asking))
      const url = read.url.replace(first.url, `http://127.0.0.1:${port}`)
      asked.push({ name: `${many}`, products: asking, requests: [{ ...read, url }] })
    }
    const speeds = await measureInTurn(asked)
    const one = speeds.get('1')!
    const what = (nodes: string) => `gated read of 30 KB on Postgres and S3 behind nginx, ${nodes}`
    return [
      row(what('two nodes, beside one'), speeds.get('2')!, one, 0.85),
      row(what('three nodes, beside one'), speeds.get('3')!, one, 0.8),
    ]
  } finally {
    await Promise.all(proxies.map(each => each.stop()))
  }
}

const PUBLISHED = 16_384
/** The most connections that a node keeps open to its database. */
const CONNECTIONS = 16

/** One node beside `pg` alone, which sends the same statements and puts the same bytes into the bucket. */
async function besideStatements({ databaseUrl, bucket, nodes, like }: Ground): Promise<Row[]> {
  const [node] = nodes as [Product]
  const read = await readOf(node)
  const kinds = await record(like, {
    publish: (product, time) => publish(product, pageOf(PUBLISHED, `Page ${time}`), {}, mark),
    read: product =>
      fetch(read.url.replace(node.url, product.url), { headers: { ...read.headers, ...mark } }).then(answer =>
        answer.arrayBuffer(),
      ),
  })
  const job = { databaseUrl, clients: CLIENTS, connections: CONNECTIONS, seconds }
  const best = await bestOf(rounds, {
    publish: () => published(node),
    barePublish: () =>
      barePerSecond({ ...job, recorded: kinds.publish, file: { ...bucket, bytes: PUBLISHED } }),
    read: () => readsPerSecond({ requests: [read], connections: CLIENTS, seconds }),
    bareRead: () => barePerSecond({ ...job, recorded: kinds.read }),
  })
  const what = (work: string) => `${work} on Postgres and S3 by ${CLIENTS} clients, one node`
  return [
    bareRow(
      what('publish of 16 KB'),
      [best.publish, best.barePublish],
      'the same statements and puts into the bucket',
      '89 to 106/s',
    ),
    bareRow(what('gated read of 30 KB'), [best.read, best.bareRead], 'the same statements', '2,380/s'),
  ]
}

async function published(product: Product): Promise<number> {
  const requests = [writeRequest(product, pageOf(PUBLISHED, 'Page {nnnn}'))]
  const { perSecond, statuses } = await load({ port: product.port, connections: CLIENTS, seconds, requests })
  if (Object.keys(statuses).join() !== '201') throw new Error(`Some failed: ${JSON.stringify(statuses)}`)
  return perSecond
}

function bareRow(what: string, [ours, bare]: [number, number], same: string, stated: string): Row {
  return {
    what,
    ours: `${count(ours)}/s`,
    peer: `\`pg\` alone with ${same}: ${count(bare)}/s; the nearest peer states ${stated}, on another machine`,
    ...{ ratio: times(ours / bare), goal: 'at least 0.4', met: ours / bare >= 0.4 },
  }
}

export const rows = async (): Promise<Row[]> => [
  ...(await serverProcesses()),
  ...(await onServers(async ground => [...(await behindProxy(ground)), ...(await besideStatements(ground))])),
]
