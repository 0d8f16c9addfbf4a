// The disk is full, for the database or for the files: 507, reads go on, and all is well when there is room again.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { startProduct } from '../support/product.ts'
import type { Skip } from '../support/skip.ts'
import { findings, Ledger } from './ledger.ts'
import { uniquePage, write } from './writers.ts'

const run = promisify(execFile)

/** What has to be undone, the last first. */
type Undo = (() => Promise<unknown>)[]

/** A file system of a few megabytes at the path. */
async function small(undo: Undo, path: string, megabytes: number): Promise<Skip | undefined> {
  if (process.platform !== 'linux' || process.getuid?.() !== 0)
    return { skip: 'a small file system can only be mounted as root on Linux' }
  await mkdir(path, { recursive: true })
  try {
    await run('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', path])
  } catch (error) {
    return {
      skip: `no file system can be mounted here: ${(error as Error).message.trim().split('\n').at(-1)}`,
    }
  }
  undo.push(() => run('umount', ['-l', path]))
  return undefined
}

/** Fills the file system to the last byte. */
async function fill(folder: string): Promise<string> {
  const path = join(folder, 'filler')
  const file = await open(path, 'w')
  for (const size of [1_048_576, 65_536, 4096, 512, 1]) {
    const piece = Buffer.alloc(size, 1)
    try {
      for (;;) await file.write(piece)
    } catch {}
  }
  await file.close()
  return path
}

function formOf(html: string): FormData {
  const form = new FormData()
  form.set('file', new File([html], 'page.html'))
  return form
}

interface Place {
  name: string
  /** The folder whose file system is small. */
  folder: string
  /** Writes that do not reach the place succeed even when it is full. */
  page: number
}

const places: Place[] = [
  { name: 'the database', folder: 'database', page: 20_000 },
  { name: 'the files, before the first byte', folder: 'blobs', page: 20_000 },
  { name: 'the files, in the middle of a large upload', folder: 'blobs', page: 12 * 1_048_576 },
]

for (const { name, folder, page } of places) {
  test(`where no room is left for ${name}, writing is refused, reading goes on, and room brings it back`, async t => {
    const data = await mkdtemp(join(tmpdir(), 'recto-full-'))
    const undo: Undo = [() => rm(data, { recursive: true, force: true })]
    t.after(async () => {
      for (const step of undo.reverse()) await step()
    })
    const skip = await small(undo, join(data, folder), 8)
    if (skip) return t.skip(skip.skip)
    const urls = { database: `sqlite:${data}/database/recto.db`, blobs: `file:${data}/blobs` }
    const product = await startProduct({ data, env: { DATABASE_URL: urls.database, BLOBS_URL: urls.blobs } })
    undo.push(() => product.stop('SIGKILL'))
    const ledger = new Ledger()
    const { shortId } = await write(product, ledger, uniquePage(5000))
    const filler = page > 1_048_576 ? null : await fill(join(data, folder))

    for (let round = 0; round < 3; round += 1) {
      const refused = await write(product, ledger, uniquePage(page))
      assert.equal(refused.status, 507)
      assert.equal(refused.code, 'storage_full')
    }
    const again = await fetch(`${product.url}/v1/artifacts`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${product.key}` },
      body: formOf(uniquePage(page)),
    })
    assert.equal(again.status, 507)
    assert.match(again.headers.get('retry-after') ?? '', /^[1-9]\d*$/)
    const update = await write(product, ledger, uniquePage(page), { shortId: shortId!, base: 1 })
    assert.equal(update.status, 507)
    await ledger.check(product)

    if (filler) await rm(filler)
    assert.equal((await write(product, ledger, uniquePage(5000))).status, 201)
    assert.equal((await write(product, ledger, uniquePage(5000), { shortId: shortId!, base: 1 })).status, 200)
    await ledger.check(product)
    assert.deepEqual(await findings(data, urls), [])
  })
}
