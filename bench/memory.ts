// How much memory the service takes: at rest, and with twenty large uploads at once.
import { readFile, writeFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { publishLarge } from '../test/support/large.ts'
import { type Product, startProduct } from '../test/support/product.ts'
import { isQuick, type Row } from './support/row.ts'

const UPLOADS = 20
const rounds = isQuick ? 1 : 3

export async function rows(): Promise<Row[]> {
  const product = await startProduct()
  try {
    await sleep(2000)
    const idle = await memory(product, 'VmRSS')
    const peaks: number[] = []
    for (let round = 0; round < rounds; round += 1) peaks.push(await peakOfUploads(product))
    const above = Math.max(...peaks) - idle
    return [
      row('memory at rest, two seconds after the start', idle, 'nothing', 120),
      row(
        `${UPLOADS} uploads of 50 MB at once, the worst of ${rounds} rounds`,
        above,
        `at rest before: ${idle} MB`,
        150,
      ),
    ]
  } finally {
    await product.stop()
  }
}

/** The most the process held during the uploads, in MB. */
async function peakOfUploads(product: Product): Promise<number> {
  await writeFile(`/proc/${product.process.pid}/clear_refs`, '5')
  const statuses = await Promise.all(Array.from({ length: UPLOADS }, () => publishLarge(product, 50)))
  if (statuses.some(status => status !== 201))
    throw new Error(`Some uploads were refused: ${statuses.join(', ')}`)
  return memory(product, 'VmHWM')
}

/** A line of the process's status as Linux tells it, in MB (proc_pid_status(5)). */
async function memory(product: Product, line: 'VmRSS' | 'VmHWM'): Promise<number> {
  const status = await readFile(`/proc/${product.process.pid}/status`, 'utf8')
  return Math.round(Number(new RegExp(`${line}:\\s+(\\d+)`).exec(status)?.[1]) / 1024)
}

const row = (what: string, megabytes: number, peer: string, most: number): Row => ({
  what,
  ours: `${megabytes} MB`,
  peer,
  ratio: '–',
  goal: `at most ${most} MB`,
  met: megabytes <= most,
})
