// Blobs as files in one folder a day, durable by temp file, fsync, rename and fsync of the folder.
import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import { access, opendir, readdir, readFile, stat, unlink } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import type { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { batches } from './batches.ts'
import { BlobFolders, makeFolder } from './blob-folder.ts'
import { type Blobs, type ByteRange, isBlobName, type ListedBlob, MARK, type StoredBlob } from './blobs.ts'
import { codeOf, DurabilityError, openFile, step, syncFolder, unavailable } from './durable-writes.ts'
import { freeBytes } from './reserve.ts'
import { TempFile } from './temp-file.ts'

export { DurabilityError } from './durable-writes.ts'

const WRITE_BYTES = 256 * 1024
const READ_BYTES = 128 * 1024
const readFrom = promisify(fs.read)
const BUSY = new Set(['EMFILE', 'ENFILE', 'ENOMEM'])

/**
 * Opens a folder of blobs, making it where it is missing. Several processes may share it.
 * `now` says which day it is, which names the folder of new blobs.
 * A put that met a failing disk makes every later put of this process fail alike; reads go on.
 */
export async function openFilesystemBlobs(folder: string, now: () => number = Date.now): Promise<Blobs> {
  const root = resolve(folder)
  await makeFolder(join(root, 'tmp'))
  return new FilesystemBlobs(root, now)
}

class FilesystemBlobs implements Blobs {
  readonly #root: string
  readonly #folders: BlobFolders
  #failed: DurabilityError | undefined

  constructor(root: string, now: () => number) {
    this.#root = root
    this.#folders = new BlobFolders(root, now)
  }

  put(source: AsyncIterable<Uint8Array>): Promise<StoredBlob> {
    return this.#write(source, draft => this.#keep(draft))
  }

  async putBack(blob: string, source: AsyncIterable<Uint8Array>): Promise<StoredBlob> {
    if (!isBlobName(blob)) throw new Error(`"${blob}" is no name of a blob.`)
    return this.#write(source, draft => this.#keepAs(draft, blob))
  }

  async #write(
    source: AsyncIterable<Uint8Array>,
    keep: (draft: TempFile) => Promise<StoredBlob>,
  ): Promise<StoredBlob> {
    const draft = new TempFile(`${this.#root}/tmp/${randomBytes(14).toString('hex')}`)
    try {
      for await (const batch of batches(source, WRITE_BYTES)) {
        this.#refuseAfterFailure()
        await draft.write(batch)
      }
      return await keep(draft)
    } catch (error) {
      await draft.discard()
      if (error instanceof DurabilityError) this.#failed ??= error
      throw error
    }
  }

  async read(blob: string, range?: ByteRange): Promise<Readable | null> {
    const fd = await this.#open(blob)
    if (fd === null) return null
    return fs.createReadStream('', { fd, highWaterMark: READ_BYTES, ...(range ?? { start: 0 }) })
  }

  async readStart(blob: string, limit: number): Promise<Buffer | null> {
    const fd = await this.#open(blob)
    if (fd === null) return null
    try {
      return await readUpTo(fd, limit)
    } finally {
      fs.closeSync(fd)
    }
  }

  async size(blob: string): Promise<number | null> {
    const found = isBlobName(blob) ? await orNull(stat(this.#path(blob))) : null
    return found === null ? null : found.size
  }

  async delete(blob: string): Promise<void> {
    if (isBlobName(blob)) await orNull(unlink(this.#path(blob)))
  }

  async *list(): AsyncGenerator<ListedBlob> {
    for (const outer of await foldersIn(this.#root)) {
      for (const inner of await foldersIn(join(this.#root, outer))) {
        yield* filesIn(join(this.#root, outer, inner))
      }
    }
  }

  async ready(): Promise<void> {
    this.#refuseAfterFailure()
    await step(access(join(this.#root, 'tmp'), fs.constants.W_OK | fs.constants.X_OK))
  }

  room(): Promise<number> {
    return freeBytes(this.#root)
  }

  async mark(): Promise<string | null> {
    return orNull(readFile(join(this.#root, MARK), 'utf8'))
  }

  async setMark(name: string): Promise<void> {
    const draft = new TempFile(`${this.#root}/tmp/${randomBytes(14).toString('hex')}`)
    const bytes = Buffer.from(name)
    await draft.write({ chunks: [bytes], bytes: bytes.byteLength })
    await draft.finish()
    await draft.moveTo(join(this.#root, MARK))
    await step(syncFolder(this.#root))
  }

  async sweepTemporary(olderThanMs: number): Promise<number> {
    const folder = join(this.#root, 'tmp')
    const before = Date.now() - olderThanMs
    let removed = 0
    for await (const entry of await opendir(folder)) {
      const path = join(folder, entry.name)
      const found = await orNull(stat(path))
      if (found === null || found.mtimeMs > before) continue
      await orNull(unlink(path))
      removed += 1
    }
    return removed
  }

  async close(): Promise<void> {
    await this.#folders.close()
  }

  async #keep(draft: TempFile): Promise<StoredBlob> {
    this.#refuseAfterFailure()
    const sha256 = await draft.finish()
    const day = await this.#folders.enter()
    try {
      const blob = day.prefix + randomBytes(14).toString('hex')
      await draft.moveTo(this.#path(blob))
      await day.sync()
      return { blob, size: draft.size, sha256 }
    } catch (error) {
      day.retire()
      throw error
    } finally {
      day.leave()
    }
  }

  async #keepAs(draft: TempFile, blob: string): Promise<StoredBlob> {
    const sha256 = await draft.finish()
    const path = this.#path(blob)
    await step(makeFolder(dirname(path)))
    await draft.moveTo(path)
    await step(syncFolder(dirname(path)))
    return { blob, size: draft.size, sha256 }
  }

  async #open(blob: string): Promise<number | null> {
    return isBlobName(blob) ? orNull(openFile(this.#path(blob), 'r')) : null
  }

  #path(blob: string): string {
    return `${this.#root}/${blob.slice(0, 2)}/${blob.slice(2, 4)}/${blob}`
  }

  #refuseAfterFailure(): void {
    if (this.#failed !== undefined) throw this.#failed
  }
}

async function orNull<T>(found: Promise<T>): Promise<T | null> {
  try {
    return await found
  } catch (error) {
    const code = codeOf(error) ?? ''
    if (code === 'ENOENT') return null
    throw BUSY.has(code) ? unavailable(code) : error
  }
}

/**
 * A buffer of its own, not a slice of a shared pool that it would keep alive. Who wants to know that a file has just the length it
 * should asks for one byte more: where that one did not come, none is asked for again.
 */
async function readUpTo(fd: number, limit: number): Promise<Buffer> {
  const buffer = Buffer.allocUnsafeSlow(limit)
  let filled = 0
  while (filled < limit) {
    const { bytesRead } = await readFrom(fd, buffer, filled, limit - filled, filled)
    filled += bytesRead
    if (bytesRead === 0 || filled === limit - 1) break
  }
  return buffer.subarray(0, filled)
}

async function foldersIn(folder: string): Promise<string[]> {
  const names = (await orNull(readdir(folder))) ?? []
  return names.filter(name => /^[0-9a-f]{2}$/.test(name))
}

/** Files of a folder that are looked at together. */
const LOOKED_AT = 64

async function* filesIn(folder: string): AsyncGenerator<ListedBlob> {
  let names: string[] = []
  for await (const { name } of (await orNull(opendir(folder, { bufferSize: LOOKED_AT }))) ?? []) {
    if (isBlobName(name)) names.push(name)
    if (names.length < LOOKED_AT) continue
    yield* await listed(folder, names)
    names = []
  }
  yield* await listed(folder, names)
}

/** Those that are still there. */
async function listed(folder: string, names: readonly string[]): Promise<ListedBlob[]> {
  const found = await Promise.all(names.map(name => orNull(stat(join(folder, name)))))
  return found.flatMap((file, at) => (file === null ? [] : [{ blob: names[at]!, modifiedAt: file.mtimeMs }]))
}
