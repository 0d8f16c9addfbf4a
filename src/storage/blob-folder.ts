// The folders for new blobs: one a day, so that the puts of a process share its fsync.
import fs from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import { openFile, SharedSync, step, syncFolder } from './durable-writes.ts'
import { makeFolders } from './make-folders.ts'

const DAY = 86_400_000

/** A folder open for new blobs. Its handle closes when it was retired and the last put left. */
export class BlobFolder {
  /** First four digits of the name of every blob in here. */
  readonly prefix: string
  readonly #fd: number
  readonly #shared: SharedSync
  #isRetired = false
  #inside = 0

  constructor(prefix: string, fd: number) {
    this.prefix = prefix
    this.#fd = fd
    this.#shared = new SharedSync(fd)
  }

  /** Counts one more put; false when the folder was retired. */
  enter(): boolean {
    if (this.#isRetired) return false
    this.#inside += 1
    return true
  }

  leave(): void {
    this.#inside -= 1
    if (this.#isRetired && this.#inside === 0) fs.closeSync(this.#fd)
  }

  /** Lets nobody in any more. */
  retire(): void {
    if (this.#isRetired) return
    this.#isRetired = true
    if (this.#inside === 0) fs.closeSync(this.#fd)
  }

  /** Makes every name that was put here before this call durable. */
  sync(): Promise<void> {
    return step(this.#shared.sync())
  }
}

/** The folder of the day, and its successors. */
export class BlobFolders {
  readonly #root: string
  readonly #now: () => number
  #current: Promise<BlobFolder> | undefined

  constructor(root: string, now: () => number) {
    this.#root = root
    this.#now = now
  }

  /** A folder that was entered; the caller leaves it. */
  async enter(): Promise<BlobFolder> {
    for (;;) {
      const today = prefixOf(this.#now())
      this.#current ??= step(openFolder(this.#root, today))
      const current = this.#current
      const folder = await current.catch(error => this.#forget(current, error))
      if (folder.prefix !== today) folder.retire()
      if (folder.enter()) return folder
      if (this.#current === current) this.#current = undefined
    }
  }

  async close(): Promise<void> {
    const folder = await this.#current?.catch(() => undefined)
    this.#current = undefined
    folder?.retire()
  }

  #forget(failed: Promise<BlobFolder>, error: unknown): never {
    if (this.#current === failed) this.#current = undefined
    throw error
  }
}

/** Days since 1970 as four hexadecimal digits. */
const prefixOf = (now: number): string =>
  Math.floor(now / DAY)
    .toString(16)
    .padStart(4, '0')

/** Another process may have made these folders a moment ago, so what holds them is synced in every case. */
async function openFolder(root: string, prefix: string): Promise<BlobFolder> {
  const outer = `${root}/${prefix.slice(0, 2)}`
  const inner = `${outer}/${prefix.slice(2)}`
  await mkdir(inner, { recursive: true, mode: 0o700 })
  await syncFolder(root)
  await syncFolder(outer)
  return new BlobFolder(prefix, await openFile(inner, 'r'))
}

/** Makes a folder and what holds it, durably, where it is missing. */
export async function makeFolder(path: string): Promise<void> {
  const first = await makeFolders(path)
  if (first === undefined) return
  for (let made = path; made.length >= first.length; made = dirname(made)) await syncFolder(dirname(made))
}
