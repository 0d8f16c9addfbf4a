// A file on its way to a worker: opened when the work begins, sent chunk by chunk as the worker asks, never held whole.

/** A file that a worker reads. It stands in the input of a task wherever the task takes a text or a stream of bytes. */
export class FileSource {
  /** Length in bytes. */
  readonly size: number
  /** The bytes, in one piece or as a stream; called once for each attempt. */
  readonly open: () => Promise<AsyncIterable<Uint8Array> | Uint8Array>

  constructor(size: number, open: FileSource['open']) {
    this.size = size
    this.open = open
  }

  /** Bytes that are in memory already. */
  static of(bytes: Uint8Array | string): FileSource {
    const buffer = typeof bytes === 'string' ? Buffer.from(bytes) : bytes
    return new FileSource(buffer.length, async () => buffer)
  }
}

/** Bytes in one message to a worker. */
const CHUNK = 262_144

/** The message that stands for a file: it holds the first chunk, so that a small file takes no round trip. */
export interface SentFile {
  sentFile: number
  size: number
  first: Uint8Array
}

/** A worker asks for the next chunk of a file. */
export interface ChunkRequest {
  nextOf: number
}

/** The next chunk; null if the file could not be read on. */
export interface Chunk {
  chunkOf: number
  bytes: Uint8Array | null
}

/** Never used twice, so that no chunk is taken for one of an earlier task. */
let sent = 0

/** The files in the input of one task while a worker reads them. */
export class SentFiles {
  readonly #chunks = new Map<number, AsyncIterator<Uint8Array>>()
  /** Why a file could not be read: what the task fails with. */
  failure: Error | null = null

  /** The input with a `SentFile` in place of each `FileSource`. */
  async pack(input: unknown): Promise<unknown> {
    const begun: Promise<void>[] = []
    const packed = replaceFiles(input, file => {
      const place: SentFile = { sentFile: ++sent, size: file.size, first: new Uint8Array() }
      begun.push(this.#begin(file, place))
      return place
    })
    await Promise.all(begun)
    return packed
  }

  async next({ nextOf: chunkOf }: ChunkRequest): Promise<Chunk> {
    try {
      return { chunkOf, bytes: await this.#read(chunkOf) }
    } catch (error) {
      this.failure ??= error as Error
      return { chunkOf, bytes: null }
    }
  }

  /** Closes what is still open. */
  close(): void {
    for (const chunks of this.#chunks.values()) void chunks.return?.().catch(() => {})
  }

  async #begin({ size, open }: FileSource, place: SentFile): Promise<void> {
    this.#chunks.set(place.sentFile, chunksOf(await open()))
    if (size > 0) place.first = await this.#read(place.sentFile)
  }

  async #read(file: number): Promise<Uint8Array> {
    const next = await this.#chunks.get(file)?.next()
    if (next?.value) return next.value
    throw new Error('The file is shorter than announced.')
  }
}

/** A copy of the input of a task in which each file is replaced. */
function replaceFiles(value: unknown, replace: (file: FileSource) => unknown): unknown {
  if (value instanceof FileSource) return replace(value)
  if (Array.isArray(value)) return value.map(each => replaceFiles(each, replace))
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, replaceFiles(each, replace)]))
}

async function* chunksOf(
  file: AsyncIterable<Uint8Array> | Uint8Array,
): AsyncGenerator<Uint8Array, undefined> {
  for await (const piece of file instanceof Uint8Array ? [file] : file)
    for (let at = 0; at < piece.length; at += CHUNK) yield piece.subarray(at, at + CHUNK)
}
