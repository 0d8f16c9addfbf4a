// The suite that every store of blobs must pass, whatever it is made of; run once for each.
import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { Problem } from '../../src/domain/problem.ts'
import type { Blobs } from '../../src/storage/blobs.ts'
import { fc } from '../support/properties.ts'
import { until } from '../support/until.ts'

/** One store under test: a second `open` shows the same blobs, as another process would. */
export interface BlobsUnderTest {
  open(): Promise<Blobs>
  /** Everything the place holds, finished or not, by whatever name it gives. */
  everything(): Promise<string[]>
  dispose(): Promise<void>
}

const KB = 1024
const MB = 1024 * KB

/** Declares the suite for one kind of store. */
export function blobsSuite(name: string, start: () => Promise<BlobsUnderTest>, options = { runs: 40 }): void {
  describe(`blobs in ${name}`, () => {
    let place: BlobsUnderTest
    let blobs: Blobs

    before(async () => {
      place = await start()
      blobs = await place.open()
    })
    after(async () => {
      await blobs?.close()
      await place?.dispose()
    })

    test('what was put is read back with its size and its SHA-256', async () => {
      for (const size of [0, 1, 16 * KB, 64 * KB - 1, 64 * KB, 64 * KB + 1, 256 * KB, 256 * KB + 1, 6 * MB]) {
        const bytes = randomBytes(size)
        const stored = await blobs.put(chunked(bytes, 64 * KB))
        assert.deepEqual(stored, { blob: stored.blob, size, sha256: sha256(bytes) })
        assert.match(stored.blob, /^[0-9a-f]{32}$/)
        assert.equal(await blobs.size(stored.blob), size)
        assert.ok((await readAll(blobs, stored.blob)).equals(bytes), `${size} bytes`)
      }
    })

    test('any split into chunks and any range give the same bytes', async () => {
      await fc.assert(
        fc.asyncProperty(pieces, fc.nat(), fc.nat(), async (chunks, from, length) => {
          const bytes = Buffer.concat(chunks)
          const { blob, size } = await blobs.put(each(chunks))
          assert.equal(size, bytes.byteLength)
          if (size === 0) return
          const start = from % size
          const end = Math.min(size - 1, start + (length % size))
          assert.deepEqual(await readAll(blobs, blob, { start, end }), bytes.subarray(start, end + 1))
        }),
        { numRuns: options.runs },
      )
    })

    test('the start of a blob is read into one buffer, no more than asked for', async () => {
      const bytes = randomBytes(300 * KB)
      const { blob } = await blobs.put(each([bytes]))
      assert.deepEqual(await blobs.readStart(blob, 10), bytes.subarray(0, 10))
      assert.deepEqual(await blobs.readStart(blob, bytes.byteLength + 1), bytes)
      const empty = await blobs.put(each([]))
      assert.equal((await blobs.readStart(empty.blob, 1))?.byteLength, 0)
    })

    test('60 MB pass through without being held in memory', async () => {
      const chunk = randomBytes(64 * KB)
      const before = heldMb()
      let highest = 0
      const watched = repeated(chunk, 960, () => {
        highest = Math.max(highest, heldMb() - before)
      })
      const stored = await blobs.put(watched)
      assert.equal(stored.size, 60 * MB)
      const found = createHash('sha256')
      let parts = 0
      for await (const part of (await blobs.read(stored.blob))!) {
        found.update(part as Buffer)
        parts += 1
        if (parts % 50 === 0) highest = Math.max(highest, heldMb() - before)
      }
      assert.equal(found.digest('hex'), stored.sha256)
      assert.ok(highest < 20, `${highest} MB were held`)
    })

    test('a source that throws leaves nothing, and its own error comes back', async () => {
      for (const size of [0, 10, 300 * KB, 6 * MB]) {
        const before = await place.everything()
        const broken = new Error('the client went away')
        await assert.rejects(blobs.put(failing(size, broken)), error => error === broken)
        assert.deepEqual(await place.everything(), before, `after ${size} bytes`)
      }
    })

    test('64 puts at once are all kept, each under its own name', async () => {
      const contents = Array.from({ length: 64 }, () => randomBytes(16 * KB))
      const stored = await Promise.all(contents.map(bytes => blobs.put(each([bytes]))))
      assert.equal(new Set(stored.map(one => one.blob)).size, 64)
      for (const [index, one] of stored.entries()) {
        assert.ok((await readAll(blobs, one.blob)).equals(contents[index]!))
      }
    })

    test('equal bytes put twice are two blobs, and deleting one leaves the other', async () => {
      const first = await blobs.put(each([Buffer.from('same')]))
      const second = await blobs.put(each([Buffer.from('same')]))
      assert.notEqual(first.blob, second.blob)
      await blobs.delete(first.blob)
      assert.equal(await blobs.size(first.blob), null)
      assert.equal(String(await readAll(blobs, second.blob)), 'same')
    })

    test('what is not there reads as null, and deleting it is no error', async () => {
      const { blob } = await blobs.put(each([Buffer.from('short life')]))
      await blobs.delete(blob)
      await blobs.delete(blob)
      for (const name of [blob, 'f'.repeat(32), '', '../../etc/passwd', 'a/b', blob.toUpperCase()]) {
        assert.equal(await blobs.read(name), null)
        assert.equal(await blobs.readStart(name, 1), null)
        assert.equal(await blobs.size(name), null)
        await blobs.delete(name)
      }
    })

    test('the list shows each blob once with the time it was put', async () => {
      const started = Date.now()
      const stored = await Promise.all([1, 2, 3].map(n => blobs.put(each([Buffer.from(`${n}`)]))))
      const listed = new Map<string, number>()
      for await (const { blob, modifiedAt } of blobs.list()) {
        assert.ok(!listed.has(blob))
        listed.set(blob, modifiedAt)
      }
      for (const { blob } of stored) {
        assert.ok(Math.abs(listed.get(blob)! - started) < 60_000, `${listed.get(blob)} beside ${started}`)
      }
      await blobs.delete(stored[0]!.blob)
      assert.ok(!(await names(blobs)).has(stored[0]!.blob))
    })

    test('another instance sees every blob and may delete it', async () => {
      const other = await place.open()
      try {
        const both = await Promise.all(
          [blobs, other, blobs, other].map(one => one.put(each([randomBytes(99)]))),
        )
        for (const { blob, sha256: expected } of both) {
          assert.equal(sha256(await readAll(blobs, blob)), expected)
          assert.equal(sha256(await readAll(other, blob)), expected)
        }
        await other.delete(both[0]!.blob)
        assert.equal(await blobs.read(both[0]!.blob), null)
      } finally {
        await other.close()
      }
    })

    test('a sweep takes an unfinished put only when it is old enough, and that put then fails', async () => {
      const before = await place.everything()
      const gate = Promise.withResolvers<void>()
      const slow = blobs.put(heldBack(randomBytes(6 * MB), gate.promise))
      const refused = assert.rejects(slow, error => (error as Problem).code === 'storage_unavailable')
      await until('the put has begun', async () => (await place.everything()).length > before.length)
      assert.equal(await blobs.sweepTemporary(60_000), 0)
      // Some servers round the time of an upload up to the next second.
      await until('the sweep takes the put', async () => (await blobs.sweepTemporary(0)) === 1)
      gate.resolve()
      await refused
      assert.deepEqual(await place.everything(), before)
    })

    test('a sweep spares a put that is still under way', async () => {
      const bytes = randomBytes(6 * MB)
      const gate = Promise.withResolvers<void>()
      const before = await place.everything()
      const slow = blobs.put(heldBack(bytes, gate.promise))
      await until('the put has begun', async () => (await place.everything()).length > before.length)
      assert.equal(await blobs.sweepTemporary(60_000), 0)
      gate.resolve()
      assert.equal(sha256(await readAll(blobs, (await slow).blob)), sha256(bytes))
    })

    test('a stream that is abandoned half way lets go of what it holds', async () => {
      const { blob } = await blobs.put(each([randomBytes(6 * MB)]))
      for (let round = 0; round < 5; round += 1) {
        const stream = (await blobs.read(blob))!
        for await (const _ of stream) break
        assert.ok(stream.destroyed)
      }
      await blobs.ready()
    })
  })
}

const pieces = fc.array(
  fc.uint8Array({ maxLength: 3000, size: 'max' }).map(bytes => Buffer.from(bytes)),
  { maxLength: 6 },
)

/** The SHA-256 of bytes in hex. */
export function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}

/** A source that yields the given chunks. */
export async function* each(chunks: Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* chunks
}

async function* chunked(bytes: Buffer, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.byteLength; at += size) yield bytes.subarray(at, at + size)
}

async function* repeated(chunk: Buffer, times: number, watch: () => void): AsyncGenerator<Uint8Array> {
  for (let n = 0; n < times; n += 1) {
    if (n % 50 === 0) watch()
    yield Buffer.from(chunk)
  }
}

async function* failing(size: number, error: Error): AsyncGenerator<Uint8Array> {
  yield* chunked(randomBytes(size), 64 * KB)
  throw error
}

async function* heldBack(bytes: Buffer, gate: Promise<void>): AsyncGenerator<Uint8Array> {
  yield bytes.subarray(0, bytes.byteLength - 1)
  await gate
  yield bytes.subarray(bytes.byteLength - 1)
}

/** Reads a blob or a range of it whole. */
export async function readAll(
  blobs: Blobs,
  blob: string,
  range?: { start: number; end: number },
): Promise<Buffer> {
  const stream = await blobs.read(blob, range)
  assert.ok(stream !== null, `${blob} is there`)
  return Buffer.concat(await stream.toArray())
}

async function names(blobs: Blobs): Promise<Set<string>> {
  const found = new Set<string>()
  for await (const { blob } of blobs.list()) found.add(blob)
  return found
}

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

/** Returns the MB that buffers hold in this process once garbage is gone. */
function heldMb(): number {
  collectGarbage()
  return process.memoryUsage().arrayBuffers / MB
}
