// One object on its way into a bucket: a single put when it is small, else an upload in parts; see docs/decisions/libraries.md.
import type { CompletedPart } from '@aws-sdk/client-s3'
import { answered, type S3Connection } from './s3-client.ts'

/** Milliseconds that giving up may take before it is left to the sweep. */
const GIVE_UP_MS = 5000

/** The place of an object: its bucket and its key. */
export interface S3Target {
  readonly Bucket: string
  readonly Key: string
}

/** Nothing can be read under the key before `finish` resolves. */
export class S3Upload {
  readonly #connection: S3Connection
  readonly #target: S3Target
  readonly #parts: CompletedPart[] = []
  #uploadId: string | undefined

  constructor(connection: S3Connection, target: S3Target) {
    this.#connection = connection
    this.#target = target
  }

  /** Sends one part; all but the last must have at least 5 MB. */
  async send(bytes: Buffer): Promise<void> {
    const { sdk, sender } = this.#connection
    const UploadId = await this.#begin()
    const PartNumber = this.#parts.length + 1
    const part = { ...this.#target, UploadId, PartNumber, Body: bytes, ContentLength: bytes.byteLength }
    const { ETag } = await answered(sender.send(new sdk.UploadPartCommand(part)))
    this.#parts.push({ ETag, PartNumber })
  }

  /** Sends what remains and makes the object readable. */
  async finish(rest: Buffer): Promise<void> {
    const { sdk, sender } = this.#connection
    if (this.#uploadId === undefined) return this.#putWhole(rest)
    if (rest.byteLength > 0) await this.send(rest)
    const whole = { ...this.#target, UploadId: this.#uploadId, MultipartUpload: { Parts: this.#parts } }
    await answered(sender.send(new sdk.CompleteMultipartUploadCommand(whole)))
  }

  /** Takes back what was sent, as far as the server answers soon; the sweep takes the rest. */
  async giveUp(): Promise<void> {
    if (this.#uploadId === undefined) return
    const { sdk, client } = this.#connection
    const command = new sdk.AbortMultipartUploadCommand({ ...this.#target, UploadId: this.#uploadId })
    await client.send(command, { abortSignal: AbortSignal.timeout(GIVE_UP_MS) }).catch(() => undefined)
  }

  async #putWhole(bytes: Buffer): Promise<void> {
    const { sdk, sender } = this.#connection
    const object = { ...this.#target, Body: bytes, ContentLength: bytes.byteLength }
    await answered(sender.send(new sdk.PutObjectCommand(object)))
  }

  async #begin(): Promise<string> {
    if (this.#uploadId !== undefined) return this.#uploadId
    const { sdk, client } = this.#connection
    const begun = await answered(client.send(new sdk.CreateMultipartUploadCommand(this.#target)))
    this.#uploadId = begun.UploadId!
    return this.#uploadId
  }
}
