// Reads blobs so that a byte which changed in storage is noticed and never served.
import { createHash, hash } from 'node:crypto'
import { Readable } from 'node:stream'
import { LRUCache } from 'lru-cache'
import { Problem } from '../domain/problem.ts'
import type { Blobs, ByteRange, StoredBlob } from './blobs.ts'

/** Up to this many bytes a blob is read whole, checked, and kept in memory. */
const WHOLE_BYTES = 4 * 1024 * 1024
/** A larger one is checked in blocks of this size, each before its first byte is passed on. */
const BLOCK_BYTES = 256 * 1024
/** Bytes that an entry costs beside its content, roughly. */
const ENTRY_BYTES = 256

/** Reads what a version row names, checked against the row. */
export interface CheckedReader {
  /**
   * The bytes, or those in `range` (both ends included, inside the file): a Buffer when the blob has at most
   * 4 MB, else a stream. Buffers are shared with the cache and must not be changed.
   *
   * Fails with `content_damaged` when the blob is missing or differs from its row, be it in the middle of a
   * stream, which then ends in that error before the wrong block; with `storage_unavailable` when storage
   * cannot be reached.
   */
  read(version: StoredBlob, range?: ByteRange): Promise<Buffer | Readable>
  /** The whole checked bytes if they are in memory. */
  peek(blob: string): Buffer | undefined
}

/** Settings of a reader. */
export interface CheckedReaderOptions {
  /** Memory for checked bytes; 32 MB by default. */
  readonly cacheBytes?: number
}

/** Makes a reader that keeps what it has checked, so that the next read of it costs no I/O. */
export function createCheckedReader(blobs: Blobs, options: CheckedReaderOptions = {}): CheckedReader {
  const cacheBytes = options.cacheBytes ?? 32 * 1024 * 1024
  const whole = remembering(
    cacheBytes,
    bytes => bytes.byteLength,
    (version: StoredBlob) => readWhole(blobs, version),
  )
  const sums = remembering(
    cacheBytes / 8,
    sum => sum.byteLength,
    (version: StoredBlob) => sumBlocks(blobs, version),
  )

  async function read(version: StoredBlob, range?: ByteRange): Promise<Buffer | Readable> {
    if (version.size <= WHOLE_BYTES) return cut(await whole.get(version), range)
    const wanted = range ?? { start: 0, end: version.size - 1 }
    return Readable.from(streamBlocks(blobs, version, await sums.get(version), wanted), { objectMode: false })
  }
  return { read, peek: whole.peek }
}

interface Remembering<T> {
  get(version: StoredBlob): Promise<T>
  peek(blob: string): T | undefined
}

/** A bounded memory of results by blob name; those who ask for the same at once share one run of `find`. */
function remembering<T extends object>(
  maxSize: number,
  sizeOf: (found: T) => number,
  find: (version: StoredBlob) => Promise<T>,
): Remembering<T> {
  const kept = new LRUCache<string, T, StoredBlob>({
    maxSize: Math.max(1, Math.floor(maxSize)),
    sizeCalculation: found => sizeOf(found) + ENTRY_BYTES,
    // A reader gets the bytes it waits for, also where others push them out meanwhile.
    ignoreFetchAbort: true,
    fetchMethod: (_blob, _old, { context: version }) => find(version),
  })
  return {
    get: version => kept.forceFetch(version.blob, { context: version }),
    peek: blob => kept.get(blob),
  }
}

function cut(bytes: Buffer, range: ByteRange | undefined): Buffer {
  return range === undefined ? bytes : bytes.subarray(range.start, range.end + 1)
}

async function readWhole(blobs: Blobs, version: StoredBlob): Promise<Buffer> {
  const bytes = await blobs.readStart(version.blob, version.size + 1)
  if (bytes === null) throw damaged(version, 'is missing')
  if (bytes.byteLength !== version.size) throw damaged(version, 'has another length than was stored')
  if (hash('sha256', bytes, 'hex') !== version.sha256) throw damaged(version, 'differs from what was stored')
  return bytes
}

/** The SHA-256 of every block in a row, after the whole was found to be what the row says. */
async function sumBlocks(blobs: Blobs, version: StoredBlob): Promise<Buffer> {
  const all = createHash('sha256')
  const sums: Buffer[] = []
  let size = 0
  for await (const block of blocksOf(blobs, version, { start: 0, end: version.size })) {
    all.update(block)
    sums.push(hash('sha256', block, 'buffer'))
    size += block.byteLength
  }
  if (size !== version.size) throw damaged(version, 'has another length than was stored')
  if (all.digest('hex') !== version.sha256) throw damaged(version, 'differs from what was stored')
  return Buffer.concat(sums)
}

/** Streams a range by the blocks that cover it, each compared with its sum before any of it is passed on. */
async function* streamBlocks(
  blobs: Blobs,
  version: StoredBlob,
  sums: Buffer,
  wanted: ByteRange,
): AsyncGenerator<Buffer> {
  const first = Math.floor(wanted.start / BLOCK_BYTES)
  const last = Math.floor(wanted.end / BLOCK_BYTES)
  const end = Math.min((last + 1) * BLOCK_BYTES, version.size) - 1
  let index = first
  for await (const block of blocksOf(blobs, version, { start: first * BLOCK_BYTES, end })) {
    const sum = sums.subarray(index * 32, index * 32 + 32)
    if (!hash('sha256', block, 'buffer').equals(sum)) throw damaged(version, 'differs from what was stored')
    const start = index * BLOCK_BYTES
    yield block.subarray(Math.max(0, wanted.start - start), wanted.end + 1 - start)
    index += 1
  }
  if (index <= last) throw damaged(version, 'is shorter than what was stored')
}

/** A range of a blob in blocks of equal size, the last one shorter. */
async function* blocksOf(blobs: Blobs, version: StoredBlob, range: ByteRange): AsyncGenerator<Buffer> {
  const stream = await blobs.read(version.blob, range)
  if (stream === null) throw damaged(version, 'is missing')
  let block = Buffer.allocUnsafeSlow(BLOCK_BYTES)
  let filled = 0
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    let taken = 0
    while (taken < chunk.byteLength) {
      const copied = chunk.copy(block, filled, taken)
      taken += copied
      filled += copied
      if (filled < BLOCK_BYTES) continue
      yield block
      block = Buffer.allocUnsafeSlow(BLOCK_BYTES)
      filled = 0
    }
  }
  if (filled > 0) yield block.subarray(0, filled)
}

function damaged(version: StoredBlob, what: string): Problem {
  return new Problem(
    'content_damaged',
    `The stored file ${version.blob} ${what}. Restore it from a backup.`,
    {},
  )
}
