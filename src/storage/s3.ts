// Blobs as objects in a bucket of any server that speaks S3.
import { randomBytes } from 'node:crypto'
import type { Readable } from 'node:stream'
import type * as Sdk from '@aws-sdk/client-s3'
import { type Blobs, type ByteRange, isBlobName, type ListedBlob, MARK, type StoredBlob } from './blobs.ts'
import { parseS3Address } from './s3-address.ts'
import {
  answered,
  answeredOrNull,
  connectS3,
  type S3Connection,
  type S3Environment,
  type S3Patience,
  usualPatience,
} from './s3-client.ts'
import { S3Objects } from './s3-objects.ts'

const READY_MS = 5000

/** Opens a bucket that exists. Nothing is sent before the first call. Several processes may share it. */
export async function openS3Blobs(
  url: string,
  env: S3Environment = process.env,
  patience: S3Patience = usualPatience,
): Promise<Blobs> {
  const address = parseS3Address(url)
  return new S3Blobs(new S3Objects(address, await connectS3(address, env, patience), patience))
}

class S3Blobs implements Blobs {
  readonly #objects: S3Objects
  readonly #connection: S3Connection

  constructor(objects: S3Objects) {
    this.#objects = objects
    this.#connection = objects.connection
  }

  put(source: AsyncIterable<Uint8Array>): Promise<StoredBlob> {
    return this.putBack(randomBytes(16).toString('hex'), source)
  }

  async putBack(blob: string, source: AsyncIterable<Uint8Array>): Promise<StoredBlob> {
    if (!isBlobName(blob)) throw new Error(`"${blob}" is no name of a blob.`)
    return { blob, ...(await this.#objects.put(blob, source)) }
  }

  async read(blob: string, range?: ByteRange): Promise<Readable | null> {
    return isBlobName(blob) ? this.#objects.read(blob, range) : null
  }

  async readStart(blob: string, limit: number): Promise<Buffer | null> {
    const bytes = isBlobName(blob) ? await this.#objects.bytes(blob) : null
    return bytes && collect(bytes, limit)
  }

  async size(blob: string): Promise<number | null> {
    if (!isBlobName(blob)) return null
    const { sdk, client } = this.#connection
    const found = await answeredOrNull(client.send(new sdk.HeadObjectCommand(this.#objects.target(blob))))
    return found && (found.ContentLength ?? 0)
  }

  async delete(blob: string): Promise<void> {
    if (isBlobName(blob)) await this.#objects.delete(blob)
  }

  async *list(): AsyncGenerator<ListedBlob> {
    for await (const { name: blob, modifiedAt } of this.#objects.list())
      if (isBlobName(blob)) yield { blob, modifiedAt }
  }

  async ready(): Promise<void> {
    const { sdk, client } = this.#connection
    const command = new sdk.HeadBucketCommand({ Bucket: this.#objects.address.bucket })
    await answered(client.send(command, { abortSignal: AbortSignal.timeout(READY_MS) }))
  }

  async room(): Promise<number> {
    return Number.POSITIVE_INFINITY
  }

  async mark(): Promise<string | null> {
    const { sdk, client } = this.#connection
    const found = await answeredOrNull(client.send(new sdk.GetObjectCommand(this.#objects.target(MARK))))
    return found && (await (found.Body as Sdk.GetObjectCommandOutput['Body'])!.transformToString())
  }

  async setMark(name: string): Promise<void> {
    const { sdk, client } = this.#connection
    await answered(client.send(new sdk.PutObjectCommand({ ...this.#objects.target(MARK), Body: name })))
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
    this.#objects.close()
  }

  async *#uploads(): AsyncGenerator<Sdk.MultipartUpload> {
    const { sdk, client } = this.#connection
    const from = { Bucket: this.#objects.address.bucket, Prefix: this.#objects.address.prefix }
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
    const upload = { Bucket: this.#objects.address.bucket, Key, UploadId }
    await answered(client.send(new sdk.AbortMultipartUploadCommand(upload)))
  }

  #blobOf(key: string): string | null {
    const blob = key.slice(this.#objects.address.prefix.length)
    return isBlobName(blob) ? blob : null
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
