// How fast pages are published, durably, by many writers and by one, beside the bare work on the disk.
import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { type Product, startProduct } from '../test/support/product.ts'
import { typescript } from '../test/support/project-root.ts'
import type { Result } from './support/client.program.ts'
import { pageOf, writeRequest } from './support/content.ts'
import { load } from './support/load.ts'
import { count, isQuick, quantile, type Row, times } from './support/row.ts'

const run = promisify(execFile)
const SIZE = 16_384
const WRITERS = 64
const seconds = isQuick ? 1.5 : 3
const rounds = isQuick ? 2 : 6

interface Round {
  many: Result
  one: Result
  loop: number
}

export async function rows(): Promise<Row[]> {
  const product = await startProduct()
  try {
    const all: Round[] = []
    for (let round = -1; round < rounds; round += 1) {
      const measured = await measure(product)
      if (round >= 0) all.push(measured)
    }
    return describe(all)
  } finally {
    await product.stop()
  }
}

async function measure(product: Product): Promise<Round> {
  const requests = [writeRequest(product, pageOf(SIZE, 'Page {nnnn}'))]
  const many = await load({ port: product.port, connections: WRITERS, seconds, requests })
  const one = await load({ port: product.port, connections: 1, seconds: seconds / 2, requests })
  for (const { statuses } of [many, one]) {
    if (Object.keys(statuses).join() !== '201')
      throw new Error(`Some publishes failed: ${JSON.stringify(statuses)}`)
  }
  return { many, one, loop: await bareLoop() }
}

/** Runs of the bare work a second, in the same file system. */
async function bareLoop(): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'recto-bench-'))
  const program = fileURLToPath(new URL('./support/durable.program.ts', import.meta.url))
  const { stdout } = await run(process.execPath, [
    ...typescript,
    program,
    folder,
    `${SIZE}`,
    `${seconds / 2}`,
  ])
  await rm(folder, { recursive: true })
  return Number(stdout)
}

function describe(all: readonly Round[]): Row[] {
  const many = Math.max(...all.map(round => round.many.perSecond))
  const one = Math.max(...all.map(round => round.one.perSecond))
  const loop = Math.max(...all.map(round => round.loop))
  const late = Math.min(...all.map(round => quantile(round.many.latencies, 0.95)))
  const usual = Math.min(...all.map(round => quantile(round.one.latencies, 0.5)))
  const what = 'durable publish of 16 KB, 64 writers'
  const ours = `${count(many)}/s`
  return [
    {
      what,
      ours,
      peer: `one writer behind the same HTTP: ${count(one)}/s`,
      ratio: times(many / one),
      goal: 'at least 2',
      met: many / one >= 2,
    },
    {
      what,
      ours,
      peer: `the bare work in a loop (temp file, fsync, rename, fsync of the folder, FULL commit): ${count(loop)}/s`,
      ratio: times(many / loop),
      goal: 'at least 0.4',
      met: many / loop >= 0.4,
    },
    {
      what: 'the slowest 5 % of them (p95)',
      ours: `${late.toFixed(1)} ms`,
      peer: `the median of one writer: ${usual.toFixed(2)} ms`,
      ratio: times(late / usual),
      goal: 'at most 60',
      met: late / usual <= 60,
    },
  ]
}
