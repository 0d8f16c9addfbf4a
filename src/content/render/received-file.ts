// A file as a task in a worker reads it: chunk by chunk from the main process, or as one text.
import type { Chunk, ChunkRequest, SentFile } from './file-source.ts'

const waiting = new Map<number, (chunk: Chunk) => void>()

/** To be called with every chunk that arrives. */
export const receiveChunk = (chunk: Chunk): void => waiting.get(chunk.chunkOf)?.(chunk)

/** The bytes of a file; the next ones are asked for when the reader comes to them. */
export class ReceivedFile implements AsyncIterable<Uint8Array> {
  readonly #file: SentFile

  constructor(file: SentFile) {
    this.#file = file
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array, undefined> {
    const { first, size } = this.#file
    yield first
    for (let left = size - first.length; left > 0; ) {
      const bytes = await this.#next()
      left -= bytes.length
      yield bytes
    }
  }

  /** The whole file as text; a byte order mark stays. */
  async text(): Promise<string> {
    const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
    let text = ''
    for await (const bytes of this) text += decoder.decode(bytes, { stream: true })
    return text + decoder.decode()
  }

  async #next(): Promise<Uint8Array> {
    const { sentFile: nextOf } = this.#file
    const { bytes } = await new Promise<Chunk>(resolve => {
      waiting.set(nextOf, resolve)
      process.send?.({ nextOf } satisfies ChunkRequest)
    })
    if (bytes === null) throw new Error('The file could not be read.')
    return bytes
  }
}

/** The input of a task, its files to be read. */
export const withFiles = (input: unknown): unknown => replaceSentFiles(input, file => new ReceivedFile(file))

/** The input of a task, each file read as text. */
export async function withTexts(input: unknown): Promise<unknown> {
  const files: SentFile[] = []
  replaceSentFiles(input, file => files.push(file))
  const texts = new Map<SentFile, string>()
  for (const file of files) texts.set(file, await new ReceivedFile(file).text())
  return replaceSentFiles(input, file => texts.get(file))
}

function replaceSentFiles(value: unknown, replace: (file: SentFile) => unknown): unknown {
  if (Array.isArray(value)) return value.map(each => replaceSentFiles(each, replace))
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return value
  if ('sentFile' in value && 'first' in value) return replace(value as SentFile)
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, replaceSentFiles(each, replace)]),
  )
}
