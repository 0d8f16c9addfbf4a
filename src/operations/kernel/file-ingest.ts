// How a file comes in: streamed into a blob while it is checked, described when it is stored.

import { checkFile } from '../../content/html/check-file.ts'
import { formatOf } from '../../content/html/format.ts'
import { FileSource } from '../../content/render/file-source.ts'
import type { Turn } from '../../content/render/workers.ts'
import { type Format, mediaTypes } from '../../domain/artifact.ts'
import { tooLarge } from '../../domain/plan.ts'
import { Problem } from '../../domain/problem.ts'
import type { Upload } from '../../storage/records.ts'
import type { IncomingFile, StoredFile } from './call.ts'
import type { Context } from './context.ts'
import { SecretScan } from './secret-scan.ts'
import { openStoredFile } from './stored-file.ts'
import type { WrittenFiles } from './written-files.ts'

/** Files up to this size are described from memory; larger ones are read back from their blob. */
const memory = 65_536

/** The place for a file, and the turn in which it is read. */
export interface FileIngest {
  context: Context
  turn: Turn
}

/** Streams the file into a blob, which `files` records at once; nothing remains of a refused file. */
export async function ingestFile(
  { context, turn }: FileIngest,
  file: IncomingFile,
  limit: number,
  files?: Pick<WrittenFiles, 'add'>,
): Promise<StoredFile> {
  const kind = file.otherwise
    ? { format: file.otherwise, byBeginning: true }
    : { format: formatOf(file.filename, file.mediaType) }
  const head = new Head()
  const keys = new SecretScan()
  const stored = await context.blobs.put(
    context.reserve.watch(keys.watch(head.watch(checkFile(file.bytes, limit)))),
  )
  files?.add(stored.blob)
  const whole = head.whole()
  const source = whole ? FileSource.of(whole) : openStoredFile(context, stored)
  const description = await context.descriptions.of({ turn, file: source, ...kind })
  return { ...stored, filename: file.filename ?? null, keyHashes: keys.hashes, ...description }
}

/** Remembers the bytes that pass, as long as they are few. */
class Head {
  #chunks: Uint8Array[] = []
  #size = 0

  async *watch(bytes: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
    for await (const chunk of bytes) {
      this.#size += chunk.length
      if (this.#size <= memory) this.#chunks.push(chunk)
      else this.#chunks = []
      yield chunk
    }
  }

  whole(): Uint8Array | null {
    if (this.#size > memory) return null
    return this.#chunks.length === 1 ? this.#chunks[0]! : Buffer.concat(this.#chunks)
  }
}

export async function* chunksOf(bytes: Uint8Array): AsyncIterable<Uint8Array> {
  yield bytes
}

/** Describes what a finished upload brought, as if it had come with the request. */
export async function ingestUpload(
  { context, turn }: FileIngest,
  upload: Upload,
  wanted: Format | undefined,
  limit: number,
): Promise<StoredFile> {
  const { received } = upload
  if (!received)
    throw new Problem('upload_incomplete', 'The upload has no bytes yet. PUT the file to its address first.')
  if (received.size > limit) throw tooLarge(limit)
  const file = openStoredFile(context, received)
  const description = await context.descriptions.of({ turn, file, ...formatOfUpload(upload, wanted) })
  return { ...received, filename: upload.filename, ...description }
}

/** The format by name and request; without a name, by the beginning of the file. */
const formatOfUpload = ({ filename }: Upload, wanted: Format | undefined) =>
  filename !== null || wanted
    ? { format: formatOf(filename ?? undefined, wanted && mediaTypes[wanted]) }
    : { format: 'markdown' as const, byBeginning: true }
