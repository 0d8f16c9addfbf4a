// Blobs as objects in a bucket of any server that speaks S3; asks for no conditional writes and no checksums.
import { createHash, randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import type * as Sdk from '@aws-sdk/client-s3'
import { type Blobs, type ByteRange, isBlobName, type ListedBlob, MARK, type StoredBlob } from './blobs.ts'
import { Part } from './part.ts'
import { parseS3Address, type S3Address } from './s3-address.ts'
import {
  answered,
  answeredOrNull,
  connectS3,
  type S3Connection,
  type S3Environment,
  type S3Patience,
  s3Problem,
  usualPatience,
} from './s3-client.ts'
import { S3Upload } from './s3-upload.ts'

/** The least that S3 takes as a part which is not the last, and all of an upload that is ever in memory. */
const PART_BYTES = 5 * 1024 * 1024
const READY_MS = 5000

/** Opens a bucket that exists. Nothing is sent before the first call. Several processes may share it. */
export async function openS3Blobs(
  url: string,
  env: S3Environment = process.env,
  patience: S3Patience = usualPatience,
): Promise<Blobs> {
  const address = parseS3Address(url)
  return new S3Blobs(address, await connectS3(address, env, patience), patience)
}

class S3Blobs implements Blobs {
  readonly #address: S3Address
  readonly #connection: S3Connection
  readonly #patience: S3Patience

  constructor(address: S3Address, connection: S3Connection, patience: S3Patience) {
    this.#address = address
    this.#connection = connection
    this.#patience = patience
  }

  async put(source: AsyncIterable<Uint8Array>): Promise<StoredBlob> {
    const blob = randomBytes(16).toString('hex')
    const upload = new S3Upload(this.#connection, this.#target(blob))
    try {
      return { blob, ...(await send(source, upload)) }
    } catch (error) {
      await upload.giveUp()
      throw error
    }
  }

  async read(blob: string, range?: ByteRange): Promise<Readable | null> {
    const body = await this.#get(blob, range)
    if (body === null) return null
    const stream = Readable.from(untilIdle(body, this.#patience.answerMs), { objectMode: false })
    return stream.once('close', () => body.destroy())
  }

  async readStart(blob: string, limit: number): Promise<Buffer | null> {
    const body = await this.#get(blob)
    return body && collect(untilIdle(body, this.#patience.answerMs), limit)
  }

  async size(blob: string): Promise<number | null> {
    if (!isBlobName(blob)) return null
    const { sdk, client } = this.#connection
    const found = await answeredOrNull(client.send(new sdk.HeadObjectCommand(this.#target(blob))))
    return found && (found.ContentLength ?? 0)
  }

  async delete(blob: string): Promise<void> {
    if (!isBlobName(blob)) return
    const { sdk, client } = this.#connection
    await answeredOrNull(client.send(new sdk.DeleteObjectCommand(this.#target(blob))))
  }

  async *list(): AsyncGenerator<ListedBlob> {
    const { sdk, client } = this.#connection
    const from = { Bucket: this.#address.bucket, Prefix: this.#address.prefix }
    let next: { ContinuationToken?: string } | undefined = {}
    while (next) {
      const command: Sdk.ListObjectsV2Command = new sdk.ListObjectsV2Command({ ...from, ...next })
      const page: Sdk.ListObjectsV2CommandOutput = await answered(client.send(command))
      for (const { Key = '', LastModified } of page.Contents ?? []) {
        const blob = this.#blobOf(Key)
        if (blob !== null) yield { blob, modifiedAt: LastModified?.getTime() ?? Date.now() }
      }
      next = page.NextContinuationToken ? { ContinuationToken: page.NextContinuationToken } : undefined
    }
  }

  async ready(): Promise<void> {
    const { sdk, client } = this.#connection
    const command = new sdk.HeadBucketCommand({ Bucket: this.#address.bucket })
    await answered(client.send(command, { abortSignal: AbortSignal.timeout(READY_MS) }))
  }

  async mark(): Promise<string | null> {
    const { sdk, client } = this.#connection
    const found = await answeredOrNull(client.send(new sdk.GetObjectCommand(this.#target(MARK))))
    return found && (await (found.Body as Sdk.GetObjectCommandOutput['Body'])!.transformToString())
  }

  async setMark(name: string): Promise<void> {
    const { sdk, client } = this.#connection
    await answered(client.send(new sdk.PutObjectCommand({ ...this.#target(MARK), Body: name })))
  }

  async sweepTemporary(olderThanMs: number): Promise<number> {
    const before = Date.now() - olderThanMs
    let removed = 0
    for await (const { Key = '', UploadId, Initiated } of this.#uploads()) {
      const mine = this.#blobOf(Key) !== null
      if (!mine || Initiated === undefined || Initiated.getTime() > before) continue
      await this.#abort(Key, UploadId)
      removed += 1
    }
    return removed
  }

  async close(): Promise<void> {
    this.#connection.client.destroy()
    this.#connection.sender.destroy()
  }

  async *#uploads(): AsyncGenerator<Sdk.MultipartUpload> {
    const { sdk, client } = this.#connection
    const from = { Bucket: this.#address.bucket, Prefix: this.#address.prefix }
    let next: Pick<Sdk.ListMultipartUploadsCommandInput, 'KeyMarker' | 'UploadIdMarker'> | undefined = {}
    while (next) {
      const command: Sdk.ListMultipartUploadsCommand = new sdk.ListMultipartUploadsCommand({
        ...from,
        ...next,
      })
      const page: Sdk.ListMultipartUploadsCommandOutput = await answered(client.send(command))
      yield* page.Uploads ?? []
      const { IsTruncated, NextKeyMarker: KeyMarker, NextUploadIdMarker: UploadIdMarker } = page
      next = IsTruncated && KeyMarker ? { KeyMarker, UploadIdMarker } : undefined
    }
  }

  async #abort(Key: string, UploadId: string | undefined): Promise<void> {
    const { sdk, client } = this.#connection
    const upload = { Bucket: this.#address.bucket, Key, UploadId }
    await answered(client.send(new sdk.AbortMultipartUploadCommand(upload)))
  }

  async #get(blob: string, range?: ByteRange): Promise<Readable | null> {
    if (!isBlobName(blob)) return null
    const { sdk, client } = this.#connection
    const Range = range && `bytes=${range.start}-${range.end}`
    const command = new sdk.GetObjectCommand({ ...this.#target(blob), Range })
    const found = await answeredOrNull(client.send(command))
    return found && (found.Body as Readable)
  }

  #target(blob: string): { Bucket: string; Key: string } {
    return { Bucket: this.#address.bucket, Key: this.#address.prefix + blob }
  }

  #blobOf(key: string): string | null {
    const blob = key.slice(this.#address.prefix.length)
    return isBlobName(blob) ? blob : null
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

async function collect(body: AsyncIterable<Buffer>, limit: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of body) {
    chunks.push(chunk)
    bytes += chunk.byteLength
    if (bytes >= limit) break
  }
  const whole = Buffer.allocUnsafeSlow(Math.min(bytes, limit))
  let filled = 0
  for (const chunk of chunks) filled += chunk.copy(whole, filled)
  return whole
}
