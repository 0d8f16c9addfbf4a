// A byte that changed in storage is noticed at the next read and never handed out.
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdtemp, open, readdir, rm, truncate } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { after, before, describe, test } from 'node:test'
import { Problem } from '../../src/domain/problem.ts'
import type { Blobs, StoredBlob } from '../../src/storage/blobs.ts'
import { createCheckedReader } from '../../src/storage/checked-reader.ts'
import { openFilesystemBlobs } from '../../src/storage/filesystem.ts'
import { fc } from '../support/properties.ts'
import { until } from '../support/until.ts'
import { each } from './blobs.suite.ts'

const KB = 1024
const MB = 1024 * KB
const BLOCK = 256 * KB

describe('checked reads', () => {
  let folder: string
  let blobs: Blobs

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'recto-checked-'))
    blobs = await openFilesystemBlobs(folder)
  })
  after(async () => {
    await blobs.close()
    await rm(folder, { recursive: true })
  })

  const put = (bytes: Buffer): Promise<StoredBlob> => blobs.put(each([bytes]))
  const pathOf = ({ blob }: StoredBlob): string => join(folder, blob.slice(0, 2), blob.slice(2, 4), blob)

  async function flip(version: StoredBlob, at: number): Promise<void> {
    const file = await open(pathOf(version), 'r+')
    const { buffer } = await file.read(Buffer.alloc(1), 0, 1, at)
    await file.write(Buffer.from([buffer[0]! ^ 1]), 0, 1, at)
    await file.close()
  }

  test('up to 4 MB come as one buffer, larger ones as a stream, both with the right bytes', async () => {
    const reader = createCheckedReader(blobs)
    for (const size of [0, 1, 30 * KB, 4 * MB]) {
      const bytes = randomBytes(size)
      const answer = await reader.read(await put(bytes))
      assert.ok(Buffer.isBuffer(answer) && answer.equals(bytes), `${size}`)
    }
    for (const size of [4 * MB + 1, 4 * MB + BLOCK, 9 * MB + 17]) {
      const bytes = randomBytes(size)
      const version = await put(bytes)
      for (let round = 0; round < 2; round += 1) {
        const answer = await reader.read(version)
        assert.ok(!Buffer.isBuffer(answer))
        assert.ok((await drain(answer)).bytes.equals(bytes), `${size}`)
      }
    }
  })

  test('any range gives what it names, from memory and from a stream', async () => {
    const reader = createCheckedReader(blobs)
    for (const size of [5000, 4 * MB + 3 * BLOCK + 5]) {
      const bytes = randomBytes(size)
      const version = await put(bytes)
      const place = fc.oneof(fc.nat(size - 1), fc.constantFrom(0, 1, size - 1, BLOCK - 1, BLOCK, BLOCK + 1))
      await fc.assert(
        fc.asyncProperty(place, place, async (a, b) => {
          const [start, end] = [Math.min(a, b) % size, Math.max(a, b) % size].sort((x, y) => x - y) as [
            number,
            number,
          ]
          const answer = await reader.read(version, { start, end })
          const found = Buffer.isBuffer(answer) ? answer : (await drain(answer)).bytes
          assert.ok(found.equals(bytes.subarray(start, end + 1)), `${start}-${end}`)
        }),
        { numRuns: 40 },
      )
    }
  })

  test('a flipped, missing or added byte, and a missing blob, are damage', async () => {
    for (const size of [1000, 4 * MB + 1000]) {
      const flipped = await put(randomBytes(size))
      await flip(flipped, size - 1)
      const cut = await put(randomBytes(size))
      await truncate(pathOf(cut), size - 1)
      const grown = await put(randomBytes(size))
      await truncate(pathOf(grown), size + 1)
      const missing = await put(randomBytes(size))
      await blobs.delete(missing.blob)
      const reader = createCheckedReader(blobs)
      for (const version of [flipped, cut, grown, missing]) {
        await assert.rejects(reader.read(version), isDamage)
        await assert.rejects(reader.read(version, { start: 0, end: 10 }), isDamage)
        assert.equal(reader.peek(version.blob), undefined)
      }
    }
  })

  test('a byte that flips between two reads of a large file ends the stream before its block', async () => {
    const reader = createCheckedReader(blobs)
    const bytes = randomBytes(6 * MB)
    const version = await put(bytes)
    assert.ok((await drain((await reader.read(version)) as Readable)).bytes.equals(bytes))
    await flip(version, 5 * BLOCK + 7)
    const { bytes: served, error } = await drain((await reader.read(version)) as Readable)
    assert.ok(isDamage(error))
    assert.ok(served.equals(bytes.subarray(0, 5 * BLOCK)), `${served.byteLength} bytes were served`)
    const inside = await drain(
      (await reader.read(version, { start: 5 * BLOCK, end: 5 * BLOCK + 1 })) as Readable,
    )
    assert.ok(isDamage(inside.error) && inside.bytes.byteLength === 0)
    const beside = await drain((await reader.read(version, { start: 6 * BLOCK, end: 7 * BLOCK })) as Readable)
    assert.equal(beside.error, undefined)
    await truncate(pathOf(version), 7 * BLOCK)
    const short = await drain((await reader.read(version, { start: 6 * BLOCK, end: 8 * BLOCK })) as Readable)
    assert.ok(isDamage(short.error) && short.bytes.byteLength === BLOCK)
  })

  test('what was checked once is served from memory, even when its file is gone', async () => {
    const reader = createCheckedReader(blobs)
    const bytes = randomBytes(30 * KB)
    const version = await put(bytes)
    assert.equal(reader.peek(version.blob), undefined)
    await reader.read(version)
    await blobs.delete(version.blob)
    assert.deepEqual(reader.peek(version.blob), bytes)
    assert.deepEqual(await reader.read(version, { start: 1, end: 2 }), bytes.subarray(1, 3))
  })

  test('the memory for checked bytes has a bound, and the least used leave first', async () => {
    const reader = createCheckedReader(blobs, { cacheBytes: 100 * KB })
    const versions = []
    for (let n = 0; n < 10; n += 1) versions.push(await put(randomBytes(30 * KB)))
    for (const version of versions) await reader.read(version)
    const kept = versions.filter(version => reader.peek(version.blob) !== undefined)
    assert.deepEqual(kept, versions.slice(-3))
  })

  test('many who read the same at once share one read of storage', async () => {
    let reads = 0
    const counted = Object.create(blobs, {
      readStart: {
        value: (blob: string, limit: number) => {
          reads += 1
          return blobs.readStart(blob, limit)
        },
      },
    }) as Blobs
    const reader = createCheckedReader(counted)
    const version = await put(randomBytes(MB))
    await Promise.all(Array.from({ length: 64 }, () => reader.read(version)))
    assert.equal(reads, 1)
  })

  test('a reader that leaves in the middle of a stream leaves no handle open', {
    skip: process.platform !== 'linux' && 'counts handles in /proc',
  }, async () => {
    const reader = createCheckedReader(blobs)
    const version = await put(randomBytes(5 * MB))
    await drain((await reader.read(version)) as Readable)
    const before = (await readdir('/proc/self/fd')).length
    for (let n = 0; n < 20; n += 1) for await (const _ of (await reader.read(version)) as Readable) break
    const never = (await reader.read(version)) as Readable
    never.destroy()
    await until('no handle is open', async () => (await readdir('/proc/self/fd')).length <= before)
  })
})

const isDamage = (error: unknown): boolean => error instanceof Problem && error.code === 'content_damaged'

async function drain(stream: Readable): Promise<{ bytes: Buffer; error?: unknown }> {
  const chunks: Buffer[] = []
  try {
    for await (const chunk of stream) chunks.push(chunk as Buffer)
    return { bytes: Buffer.concat(chunks) }
  } catch (error) {
    return { bytes: Buffer.concat(chunks), error }
  }
}
