// Turns at the worker processes: one organization's 30 KB pages, alone and while another tenant sends expensive work.
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { type Product, startProduct } from '../test/support/product.ts'
import { usual } from './markdown.ts'
import { hostilePages } from './support/hostile.ts'
import { type Peer, startPeer } from './support/peer.ts'
import { median, quantile, type Row, times } from './support/row.ts'
import { publish, withKey } from './support/tenants.ts'

const VIEWS = 20
const SMALL = 30_720
/** Milliseconds between two views, and between two probes. */
const PAUSE = 150
const PROBE = 20
/** Milliseconds after which no further page of a mix is opened. */
const LONGEST = 20_000

const mixes = [
  ...Object.keys(hostilePages),
  'merges and diffs',
  'twenty publishes at once',
  'anonymous previews',
]

async function startLoad(product: Product, mix: string): Promise<ChildProcess> {
  const program = fileURLToPath(new URL('./support/hostile.program.ts', import.meta.url))
  const child = fork(program, [product.url, product.data, mix])
  const [ready] = await Promise.race([once(child, 'message'), once(child, 'exit')])
  if (ready !== 'ready') throw new Error(`The load "${mix}" did not start.`)
  return child
}

async function milliseconds(url: string): Promise<{ time: number; text: string }> {
  const begun = performance.now()
  const text = await (await fetch(url)).text()
  return { time: performance.now() - begun, text }
}

interface Measured {
  views: number[]
  health: number[]
  reads: number[]
  /** The least a machine with this load can do: an empty answer of Node's own http, in a process of its own. */
  empty: number[]
  /** Pages that were shown as their source. */
  notRendered: number
}

const sleep = (time: number): Promise<void> => new Promise(resolve => setTimeout(resolve, time))

/** Asks for an address again and again until told to stop. */
function probe(url: string): () => Promise<number[]> {
  const taken: number[] = []
  let isOver = false
  const run = (async () => {
    while (!isOver) {
      taken.push((await milliseconds(url)).time)
      await sleep(PROBE)
    }
  })()
  return async () => {
    isOver = true
    await run
    return taken
  }
}

/** Opens pages that nobody opened before, one after the other, while health, a read and the peer are probed beside. */
async function measure(
  { url }: Product,
  peer: Peer,
  shortIds: readonly string[],
  read: string,
): Promise<Measured> {
  const probes = [probe(`${url}/healthz`), probe(`${url}/v1/artifacts/${read}/content`), probe(peer.url)]
  const views: number[] = []
  let notRendered = 0
  const end = performance.now() + LONGEST
  for (const shortId of shortIds) {
    const { time, text } = await milliseconds(`${url}/${shortId}/content?as=page`)
    views.push(time)
    if (text.includes('class="notice"')) notRendered++
    if (performance.now() > end) break
    await sleep(PAUSE)
  }
  const [health, reads, empty] = (await Promise.all(probes.map(stop => stop()))) as [
    number[],
    number[],
    number[],
  ]
  return { views, health, reads, empty, notRendered }
}

async function compare(mix: string): Promise<Row[]> {
  const [product, peer] = await Promise.all([startProduct(), startPeer('empty')])
  try {
    const own = withKey(product.url, product.key)
    const pages = Array.from({ length: 2 * VIEWS + 2 }, (_, n) => `# Page ${n}\n\n${usual(SMALL)}`)
    const [warm, again, ...rest] = await Promise.all(pages.map(page => publish(own, page)))
    await milliseconds(`${product.url}/${warm}/content?as=page`)
    const quiet = await measure(product, peer, rest.slice(0, VIEWS), warm!)
    const load = await startLoad(product, mix)
    await milliseconds(`${product.url}/${again}/content?as=page`)
    const loaded = await measure(product, peer, rest.slice(VIEWS), warm!)
    load.kill('SIGKILL')
    return rowsOf(mix, quiet, loaded)
  } finally {
    await Promise.all([product.stop('SIGKILL'), peer.stop()])
  }
}

const shown = (taken: readonly number[]): string =>
  `${[quantile(taken, 0.5), quantile(taken, 0.99), Math.max(...taken)].map(time => time.toFixed(0)).join(', ')} ms`

function viewsRow(mix: string, quiet: Measured, loaded: Measured): Row {
  const ratio = median(loaded.views) / median(quiet.views)
  const { length } = loaded.views
  return {
    what: `a 30 KB page of another organization beside ${mix} (p50, p99, max of ${length})`,
    ours: `${shown(loaded.views)}${loaded.notRendered ? `, ${loaded.notRendered} not rendered` : ''}`,
    peer: `${shown(quiet.views)} when quiet`,
    ratio: times(ratio),
    goal: 'within 2 times',
    met: ratio <= 2 && loaded.notRendered === 0,
  }
}

const probeRow = (what: string, loaded: readonly number[], empty: readonly number[]): Row => ({
  what: `${what} (p50, p99, max)`,
  ours: shown(loaded),
  peer: `${shown(empty)} for an empty answer of Node's http beside the same load`,
  ratio: times(quantile(loaded, 0.99) / quantile(empty, 0.99)),
  goal: 'p99 under 50 ms',
  met: quantile(loaded, 0.99) < 50,
})

const rowsOf = (mix: string, quiet: Measured, loaded: Measured): Row[] => [
  viewsRow(mix, quiet, loaded),
  probeRow(`\`healthz\` beside ${mix}`, loaded.health, loaded.empty),
  probeRow(`a read of 30 KB beside ${mix}`, loaded.reads, loaded.empty),
]

/** Three rows for each mix; `--mix=tables` measures those whose name holds the word. */
export async function rows(): Promise<Row[]> {
  const wanted = process.argv.find(word => word.startsWith('--mix='))?.slice('--mix='.length) ?? ''
  const found: Row[] = []
  for (const mix of mixes) if (mix.includes(wanted)) found.push(...(await compare(mix)))
  return found
}
