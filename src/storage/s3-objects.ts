// Named objects in a bucket of any server that speaks S3; asks for no conditional writes and no checksums.
import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type * as Sdk from '@aws-sdk/client-s3'
import type { ByteRange, StoredBlob } from './blobs.ts'
import { Part } from './part.ts'
import type { S3Address } from './s3-address.ts'
import { answered, answeredOrNull, type S3Connection, type S3Patience, s3Problem } from './s3-client.ts'
import { S3Upload } from './s3-upload.ts'

/** The least that S3 takes as a part which is not the last, and all of an upload that is ever in memory. */
const PART_BYTES = 5 * 1024 * 1024

/** One object as a listing shows it; the name without the prefix of the address. */
export interface ListedObject {
  name: string
  /** Milliseconds since 1970, by the clock of the storage. */
  modifiedAt: number
}

/** The objects below the prefix of an address, by their names. */
export class S3Objects {
  readonly address: S3Address
  readonly connection: S3Connection
  readonly #patience: S3Patience

  constructor(address: S3Address, connection: S3Connection, patience: S3Patience) {
    this.address = address
    this.connection = connection
    this.#patience = patience
  }

  /** Resolves when the object is there as a whole; takes back what was sent where that fails. */
  async put(name: string, source: AsyncIterable<Uint8Array>): Promise<Omit<StoredBlob, 'blob'>> {
    const upload = new S3Upload(this.connection, this.target(name))
    try {
      return await send(source, upload)
    } catch (error) {
      await upload.giveUp()
      throw error
    }
  }

  /** Its bytes as they come; null when there is no such object. */
  async bytes(name: string, range?: ByteRange): Promise<AsyncGenerator<Buffer> | null> {
    const body = await this.#get(name, range)
    return body && untilIdle(body, this.#patience.answerMs)
  }

  /** The same as a stream, which ends the request when it is closed. */
  async read(name: string, range?: ByteRange): Promise<Readable | null> {
    const body = await this.#get(name, range)
    if (body === null) return null
    const stream = Readable.from(untilIdle(body, this.#patience.answerMs), { objectMode: false })
    return stream.once('close', () => body.destroy())
  }

  async delete(name: string): Promise<void> {
    const { sdk, client } = this.connection
    await answeredOrNull(client.send(new sdk.DeleteObjectCommand(this.target(name))))
  }

  /** Objects whose names begin so, in no order. */
  async *list(beginning = ''): AsyncGenerator<ListedObject> {
    const { sdk, client } = this.connection
    const { bucket: Bucket, prefix } = this.address
    const from = { Bucket, Prefix: prefix + beginning }
    let next: { ContinuationToken?: string } | undefined = {}
    while (next) {
      const command: Sdk.ListObjectsV2Command = new sdk.ListObjectsV2Command({ ...from, ...next })
      const page: Sdk.ListObjectsV2CommandOutput = await answered(client.send(command))
      for (const { Key = '', LastModified } of page.Contents ?? [])
        yield { name: Key.slice(prefix.length), modifiedAt: LastModified?.getTime() ?? Date.now() }
      next = page.NextContinuationToken ? { ContinuationToken: page.NextContinuationToken } : undefined
    }
  }

  target(name: string): { Bucket: string; Key: string } {
    return { Bucket: this.address.bucket, Key: this.address.prefix + name }
  }

  close(): void {
    this.connection.client.destroy()
    this.connection.sender.destroy()
  }

  async #get(name: string, range?: ByteRange): Promise<Readable | null> {
    const { sdk, client } = this.connection
    const Range = range && `bytes=${range.start}-${range.end}`
    const command = new sdk.GetObjectCommand({ ...this.target(name), Range })
    const found = await answeredOrNull(client.send(command))
    return found && (found.Body as Readable)
  }
}

async function send(source: AsyncIterable<Uint8Array>, upload: S3Upload): Promise<Omit<StoredBlob, 'blob'>> {
  const hash = createHash('sha256')
  const part = new Part(PART_BYTES)
  let size = 0
  for await (const chunk of source) {
    hash.update(chunk)
    size += chunk.byteLength
    for (let at = 0; at < chunk.byteLength; ) {
      at += part.take(chunk.subarray(at))
      if (!part.full) break
      await upload.send(part.content)
      part.clear()
    }
  }
  await upload.finish(part.content)
  return { size, sha256: hash.digest('hex') }
}

/** Passes a body on, and ends it in `storage_unavailable` when it breaks off or the server stalls, not the reader. */
async function* untilIdle(body: Readable, idleMs: number): AsyncGenerator<Buffer> {
  const stalled = () => body.destroy(new Error(`no byte arrived for ${idleMs} ms`))
  let timer = setTimeout(stalled, idleMs)
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      clearTimeout(timer)
      yield chunk
      timer = setTimeout(stalled, idleMs)
    }
  } catch (error) {
    throw s3Problem(error)
  } finally {
    clearTimeout(timer)
  }
}
