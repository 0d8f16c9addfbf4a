// How fast the command line starts and publishes, and the server starts, beside the least a program can do.
import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type Product, startProduct } from '../test/support/product.ts'
import { fromRoot } from '../test/support/project-root.ts'
import { pageOf } from './support/content.ts'
import { isQuick, median, type Row, times } from './support/row.ts'

const run = promisify(execFile)
const recto = fromRoot('dist', 'cli', 'recto.js')
const rounds = isQuick ? 5 : 25

export async function rows(): Promise<Row[]> {
  const product = await startProduct()
  const folder = await mkdtemp(join(tmpdir(), 'recto-bench-'))
  const file = join(folder, 'page.html')
  try {
    await writeFile(file, pageOf(10_240))
    return [await version(), await published(product, file), await restarted(product)]
  } finally {
    await rm(folder, { recursive: true })
    await product.stop()
  }
}

async function version(): Promise<Row> {
  const { ours, peer } = await inTurn({
    ours: () => run(process.execPath, [recto, '--version']),
    peer: () => run(process.execPath, ['-e', '0']),
  })
  return row('`recto --version`', ours, 'node -e 0', peer, 3)
}

async function published(product: Product, file: string): Promise<Row> {
  const env = { ...process.env, RECTO_API_KEY: product.key, RECTO_URL: product.url }
  const headers = ['-H', `Authorization: Bearer ${product.key}`]
  const { ours, peer } = await inTurn({
    ours: () => run(process.execPath, [recto, 'publish', file], { env }),
    peer: () => run('curl', ['-sf', ...headers, '-F', `file=@${file}`, `${product.url}/v1/artifacts`]),
  })
  return row('`recto publish` of 10 KB to localhost', ours, 'curl doing the same', peer, 4)
}

/** A second start, on a folder that holds artifacts, until it listens. */
async function restarted({ data, cookie, key }: Product): Promise<Row> {
  const { ours, peer } = await inTurn({
    ours: async () => {
      const again = await startProduct({ data, credentials: { cookie, key } })
      await again.stop()
    },
    peer: () => run(process.execPath, ['-e', '0']),
  })
  const told = row('start on a folder in use and stop', ours, 'node -e 0', peer, 0)
  return { ...told, goal: 'under 1 s', met: ours < 1000 }
}

/** Medians in milliseconds of both works, done in turn. */
async function inTurn(works: Record<'ours' | 'peer', () => Promise<unknown>>) {
  const taken: Record<'ours' | 'peer', number[]> = { ours: [], peer: [] }
  for (let round = -1; round < rounds; round += 1) {
    for (const who of ['ours', 'peer'] as const) {
      const begin = performance.now()
      await works[who]()
      if (round >= 0) taken[who].push(performance.now() - begin)
    }
  }
  return { ours: median(taken.ours), peer: median(taken.peer) }
}

const row = (what: string, ours: number, beside: string, peer: number, under: number): Row => ({
  what,
  ours: `${Math.round(ours)} ms`,
  peer: `${beside}: ${Math.round(peer)} ms`,
  ratio: times(ours / peer),
  goal: `under ${under} times`,
  met: ours / peer < under,
})
