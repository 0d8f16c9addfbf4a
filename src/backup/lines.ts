// Rows and bytes as one compressed stream: lines of JSON, each of which may announce bytes that follow it.
import { pipeline, Readable } from 'node:stream'
import { createGunzip, createGzip } from 'node:zlib'
import type { TableRows } from '../storage/records.ts'

type Bytes = AsyncIterable<Uint8Array>

const NEWLINE = 10

export const lineOf = (value: unknown): Buffer => Buffer.from(`${JSON.stringify(value)}\n`)

/** One line for each row, as one chunk. */
export const linesOf = ({ table, rows }: TableRows): Buffer =>
  Buffer.from(rows.map(row => `${JSON.stringify({ table, row })}\n`).join(''))

export function compress(bytes: Bytes): Bytes {
  const gzip = createGzip({ level: 4 })
  pipeline(Readable.from(bytes, { objectMode: false }), gzip, () => undefined)
  return gzip
}

export function decompress(bytes: Bytes): Bytes {
  const gunzip = createGunzip()
  pipeline(Readable.from(bytes, { objectMode: false }), gunzip, () => undefined)
  return gunzip
}

/** Reads lines and announced bytes in turn. */
export class LineReader {
  readonly #chunks: AsyncIterator<Uint8Array>
  #rest: Buffer = Buffer.alloc(0)

  constructor(bytes: Bytes) {
    this.#chunks = bytes[Symbol.asyncIterator]()
  }

  /** The value of the next line; undefined at the end of the stream. */
  async line(): Promise<unknown> {
    const parts: Buffer[] = []
    for (;;) {
      const end = this.#rest.indexOf(NEWLINE)
      if (end >= 0) {
        parts.push(this.#rest.subarray(0, end))
        this.#rest = this.#rest.subarray(end + 1)
        return JSON.parse(Buffer.concat(parts).toString('utf8'))
      }
      parts.push(this.#rest)
      if (!(await this.#next())) return undefined
    }
  }

  /** So many bytes after a line; whoever asks reads them to their end. */
  async *bytes(count: number): AsyncGenerator<Buffer> {
    for (let left = count; left > 0; ) {
      if (this.#rest.byteLength === 0 && !(await this.#next())) throw new Error('The file ends too early.')
      const piece = this.#rest.subarray(0, left)
      this.#rest = this.#rest.subarray(piece.byteLength)
      left -= piece.byteLength
      yield piece
    }
  }

  async close(): Promise<void> {
    await this.#chunks.return?.()
  }

  async #next(): Promise<boolean> {
    const { done, value } = await this.#chunks.next()
    this.#rest = done ? Buffer.alloc(0) : Buffer.from(value.buffer, value.byteOffset, value.byteLength)
    return !done
  }
}

/** Rows gathered into portions of one table. */
export async function* portionsOf(
  rows: AsyncIterable<{ table: string; row: TableRows['rows'][number] }>,
): AsyncGenerator<TableRows> {
  let table = ''
  let portion: TableRows['rows'][number][] = []
  for await (const next of rows) {
    if (portion.length > 0 && (next.table !== table || portion.length === PORTION)) {
      yield { table, rows: portion }
      portion = []
    }
    table = next.table
    portion.push(next.row)
  }
  if (portion.length > 0) yield { table, rows: portion }
}

const PORTION = 100
