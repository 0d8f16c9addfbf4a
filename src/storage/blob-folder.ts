// Where new blobs are put: one folder for many puts in turn, so that they can share its fsync.
import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import { openFile, SharedSync, step, syncFolder } from './durable-writes.ts'
import { makeFolders } from './make-folders.ts'

/** Puts after which a process turns to another folder: keeps folders small and their making rare. */
const PLACES = 256

/** A folder open for new blobs. Its handle closes when it was retired and the last put left. */
export class BlobFolder {
  /** First four digits of the name of every blob in here. */
  readonly prefix: string
  readonly #fd: number
  readonly #shared: SharedSync
  #places = PLACES
  #inside = 0

  constructor(prefix: string, fd: number) {
    this.prefix = prefix
    this.#fd = fd
    this.#shared = new SharedSync(fd)
  }

  /** Takes a place; false when none is left. */
  enter(): boolean {
    if (this.#places === 0) return false
    this.#places -= 1
    this.#inside += 1
    return true
  }

  leave(): void {
    this.#inside -= 1
    if (this.#places === 0 && this.#inside === 0) fs.closeSync(this.#fd)
  }

  /** Lets nobody in any more. */
  retire(): void {
    if (this.#places === 0) return
    this.#places = 0
    if (this.#inside === 0) fs.closeSync(this.#fd)
  }

  /** Makes every name that was put here before this call durable. */
  sync(): Promise<void> {
    return step(this.#shared.sync())
  }
}

/** The shelf in use and its successors. */
export class BlobFolders {
  readonly #root: string
  #current: Promise<BlobFolder> | undefined

  constructor(root: string) {
    this.#root = root
  }

  /** A shelf with a place taken; the caller leaves it. */
  async enter(): Promise<BlobFolder> {
    for (;;) {
      this.#current ??= step(openShelf(this.#root))
      const current = this.#current
      const shelf = await current.catch(error => this.#forget(current, error))
      if (shelf.enter()) return shelf
      if (this.#current === current) this.#current = undefined
    }
  }

  async close(): Promise<void> {
    const shelf = await this.#current?.catch(() => undefined)
    this.#current = undefined
    shelf?.retire()
  }

  #forget(failed: Promise<BlobFolder>, error: unknown): never {
    if (this.#current === failed) this.#current = undefined
    throw error
  }
}

/** Another process may have made these folders a moment ago, so what holds them is synced in every case. */
async function openShelf(root: string): Promise<BlobFolder> {
  const prefix = randomBytes(2).toString('hex')
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
