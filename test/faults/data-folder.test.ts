// A data folder that cannot be made: the start ends with a sentence that says so, and never goes on trying.
import assert from 'node:assert/strict'
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { startProduct } from '../support/product.ts'

const place = await mkdtemp(join(tmpdir(), 'recto-folder-'))
after(() => rm(place, { recursive: true, force: true }))

const noProc = process.platform === 'linux' ? false : 'only Linux has /proc'

test('below /proc, where no folder can be, the start is refused at once', { skip: noProc }, async () => {
  for (const settings of [
    { data: '/proc/recto/data' },
    { data: join(place, 'a'), env: { DATABASE_URL: 'sqlite:/proc/recto/recto.db' } },
    { data: join(place, 'b'), env: { BLOBS_URL: 'file:/proc/recto/blobs' } },
  ])
    await assert.rejects(
      startProduct({ ...settings, patience: 30_000 }),
      /The folder \/proc\/recto cannot be made \(ENOENT\)\. Name another one in RECTO_DATA/,
    )
})

test('below a file the start is refused as well', async () => {
  await writeFile(join(place, 'file'), '')
  await assert.rejects(startProduct({ data: join(place, 'file', 'data') }), /file cannot be made \(EEXIST\)/)
})

test('a folder several levels down is made, for its owner alone', async () => {
  const data = join(place, 'one', 'two', 'three')
  const product = await startProduct({ data })
  await product.stop()
  for (const folder of [join(place, 'one'), data]) assert.equal((await stat(folder)).mode & 0o777, 0o700)
})
