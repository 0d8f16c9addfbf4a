// A file on its way in: invisible under a temporary name until it is whole, durable and renamed.
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import { unlink } from 'node:fs/promises'
import type { Batch } from './batches.ts'
import { openFile, renameFile, step, sync, writeAll } from './durable-writes.ts'

/** Made on the first write, so that a source which fails early costs nothing. */
export class TempFile {
  #path: string
  readonly #hash = createHash('sha256')
  #fd: number | undefined
  #made = false
  size = 0

  constructor(path: string) {
    this.#path = path
  }

  async write(batch: Batch): Promise<void> {
    const fd = await this.#open()
    const written = step(writeAll(fd, batch.chunks))
    for (const chunk of batch.chunks) this.#hash.update(chunk)
    this.size += batch.bytes
    await written
  }

  /** Makes the bytes durable; answers their SHA-256 in hex. */
  async finish(): Promise<string> {
    await step(sync(await this.#open()))
    this.#close()
    return this.#hash.digest('hex')
  }

  /** Gives the file its name; durable once the folder is. */
  async moveTo(path: string): Promise<void> {
    await step(renameFile(this.#path, path))
    this.#path = path
  }

  /** Leaves nothing behind, under neither name. */
  async discard(): Promise<void> {
    this.#close()
    if (this.#made) await unlink(this.#path).catch(() => undefined)
  }

  async #open(): Promise<number> {
    if (this.#fd !== undefined) return this.#fd
    this.#fd = await step(openFile(this.#path, 'wx', 0o600))
    this.#made = true
    return this.#fd
  }

  #close(): void {
    if (this.#fd !== undefined) fs.closeSync(this.#fd)
    this.#fd = undefined
  }
}
