// The disk is full, for the database or for the files: 507, reads go on, and all is well when there is room again. Within the reserve all that is small goes on.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, open, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { freeBytes } from '../../src/storage/reserve.ts'
import { startProduct } from '../support/product.ts'
import { type Running, startService } from '../support/service.ts'
import { isSkip, type Skip } from '../support/skip.ts'
import { until } from '../support/until.ts'
import { findings, Ledger } from './ledger.ts'
import { uniquePage, write } from './writers.ts'

const run = promisify(execFile)

/** The steps to undo, run from the last to the first. */
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
    const product = await startProduct({
      data,
      env: { DATABASE_URL: urls.database, BLOBS_URL: urls.blobs, RECTO_RESERVE: '0' },
    })
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

const DAY = 86_400_000
const MB = 1_048_576

/** Asks the service as somebody with a key. */
const asking =
  ({ url }: Running, key: string) =>
  (method: string, path: string, body?: FormData | object): Promise<Response> =>
    fetch(`${url}${path}`, {
      method,
      headers: {
        Authorization: `Bearer ${key}`,
        ...(body && !(body instanceof FormData) && { 'Content-Type': 'application/json' }),
      },
      ...(body && { body: body instanceof FormData ? body : JSON.stringify(body) }),
    })

/** Takes all of the file system but so many bytes, as another program does. */
async function takeAllBut(folder: string, bytes: number): Promise<string> {
  const path = join(folder, 'filler')
  await writeFile(path, Buffer.alloc((await freeBytes(folder)) - bytes, 1))
  return path
}

/** Asks for a code and gives it, as the page of sign-in does. */
async function signIn(service: Running, email: string): Promise<number> {
  const send = (path: string, fields: Record<string, string>, cookie = '') =>
    fetch(service.url + path, {
      ...{ method: 'POST', redirect: 'manual', body: new URLSearchParams(fields) },
      headers: { Origin: service.url, Cookie: cookie },
    })
  const asked = await send('/auth/code', { email })
  const handle = asked.headers.getSetCookie()[0]!.split(';')[0]!
  return (await send('/auth/code/verify', { email, code: await service.mail.code(email) }, handle)).status
}

for (const folder of ['database', 'blobs']) {
  test(`files stop at the reserve of the disk under ${folder}, where people sign in, comment and delete until there is room`, async t => {
    const data = await mkdtemp(join(tmpdir(), 'recto-reserve-'))
    const undo: Undo = [() => rm(data, { recursive: true, force: true })]
    t.after(async () => {
      for (const step of undo.reverse()) await step()
    })
    const skip = await small(undo, join(data, folder), 40)
    if (skip) return t.skip(skip.skip)
    const service = await startService({
      env: {
        DATABASE_URL: `sqlite:${data}/database/recto.db`,
        BLOBS_URL: `file:${data}/blobs`,
        RECTO_RESERVE: '6',
      },
    })
    if (isSkip(service)) return t.skip(service.skip)
    undo.push(() => service.stop())
    const { owner } = await service.organization()
    const ask = asking(service, owner.key)
    const publish = (bytes: number) => ask('POST', '/v1/artifacts', formOf(uniquePage(bytes)))
    const { shortId } = (await (await publish(8 * MB)).json()) as { shortId: string }
    const filler = await takeAllBut(join(data, folder), 5 * MB)
    // An answer about the disk is good for a second.
    await sleep(1100)
    const refusal = await publish(MB)
    assert.equal(refusal.status, 507)
    assert.match(refusal.headers.get('retry-after') ?? '', /^[1-9]\d*$/)

    for (let n = 0; n < 50; n += 1) {
      const comment = { body: `There is room for words: ${n}` }
      assert.equal((await ask('POST', `/v1/artifacts/${shortId}/comments`, comment)).status, 201)
    }
    assert.equal(await signIn(service, owner.email), 303)
    assert.equal((await ask('DELETE', `/v1/artifacts/${shortId}`)).status, 204)
    service.advance(31 * DAY)
    await service.sweep()
    if (folder === 'database') await rm(filler)
    await until('there is room again', async () => (await publish(MB)).status === 201)
  })
}
