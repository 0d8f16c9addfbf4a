// How fast `recto admin verify` goes through a store of many versions, beside reading and hashing the same files bare.
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { type Product, program, startProduct } from '../test/support/product.ts'
import { typescript } from '../test/support/project-root.ts'
import { pageOf, publish } from './support/content.ts'
import { grow } from './support/grow.ts'
import { bestOf } from './support/rounds.ts'
import { count, isQuick, type Row, times } from './support/row.ts'

const run = promisify(execFile)
const VERSIONS = isQuick ? 10_000 : 100_000
const SIZE = 10_000
const rounds = 1
/** The folder of a day that is none. */
const FOLDER = 'ffff'

export async function rows(): Promise<Row[]> {
  const product = await startProduct()
  try {
    const shortId = await publish(product, pageOf(SIZE))
    grow(product, shortId, VERSIONS - 1)
    await writeFiles(product)
    const env = { ...process.env, RECTO_DATA: product.data }
    const bare = fileURLToPath(new URL('./support/bare-hashes.program.ts', import.meta.url))
    const perSecond = (words: string[]) => async () => {
      const began = performance.now()
      const { stdout } = await run(process.execPath, words, { env })
      if (!stdout.includes(`${VERSIONS}`)) throw new Error(`Not every version was read: ${stdout}`)
      return VERSIONS / ((performance.now() - began) / 1000)
    }
    const best = await bestOf(rounds, {
      verify: perSecond([...program(), 'admin', 'verify']),
      bare: perSecond([...typescript, bare, join(product.data, 'blobs')]),
    })
    return [row(best.verify, best.bare)]
  } finally {
    await product.stop()
  }
}

/** Gives each version a file of its own, where the copies of the growth have only names. */
async function writeFiles({ data }: Product): Promise<void> {
  const folder = join(data, 'blobs', FOLDER.slice(0, 2), FOLDER.slice(2))
  await mkdir(folder, { recursive: true })
  const database = new DatabaseSync(join(data, 'recto.db'))
  database.exec('pragma busy_timeout = 60000; begin immediate')
  const copies = database.prepare("select artifact_id as id from version where blob like '%-%'").all()
  const ofVersion = database.prepare(
    'update version set blob = ?, size = ?, sha256 = ? where artifact_id = ?',
  )
  const ofArtifact = database.prepare('update artifact set size = ?, sha256 = ? where id = ?')
  for (const [n, { id }] of copies.entries()) {
    const html = pageOf(SIZE, `Page ${n}`)
    const sha = createHash('sha256').update(html).digest('hex')
    const blob = FOLDER + String(n).padStart(32 - FOLDER.length, '0')
    await writeFile(join(folder, blob), html)
    ofVersion.run(blob, html.length, sha, id!)
    ofArtifact.run(html.length, sha, id!)
  }
  database.exec('commit; pragma wal_checkpoint(truncate)')
  database.close()
}

const row = (ours: number, bare: number): Row => ({
  what: `recto admin verify of ${count(VERSIONS)} versions of 10 KB, from its start to its end`,
  ours: `${count(ours)} versions/s`,
  peer: `a program that only reads and hashes the same files: ${count(bare)}/s`,
  ratio: times(ours / bare),
  goal: 'at least 0.5',
  met: ours / bare >= 0.5,
})
