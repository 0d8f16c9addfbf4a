// Rendered pages kept as files, limited in size, safe to delete at any time.
import { randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Files beyond this are removed, the longest unused first. Bytes. */
const LARGEST = 512 * 1_048_576

/** A used file is marked so at most this often. Milliseconds. */
const TOUCH_EVERY = 3_600_000

/** A folder of files by name. What cannot be read or written counts as absent: the cache never makes a page fail. */
export class PageCache {
  private readonly folder: string
  private readonly largest: number
  private written = 0
  private sweeping: Promise<void> | null = null

  /** @param largest total size in bytes above which the longest unused files go */
  constructor(folder: string, largest = LARGEST) {
    this.folder = folder
    this.largest = largest
  }

  async get(name: string): Promise<Uint8Array | null> {
    const path = join(this.folder, name)
    try {
      const page = await readFile(path)
      touch(path).catch(() => undefined)
      return page
    } catch {
      return null
    }
  }

  /** Written aside and renamed, so that a reader sees all of it or nothing. */
  async put(name: string, page: Uint8Array): Promise<void> {
    const aside = join(this.folder, `${name}.${randomUUID()}.tmp`)
    try {
      await mkdir(this.folder, { recursive: true })
      await writeFile(aside, page)
      await rename(aside, join(this.folder, name))
    } catch {
      await rm(aside, { force: true }).catch(() => {})
    }
    this.written += page.length
    if (this.written > this.largest / 16) await this.sweep()
  }

  /** Removes the longest unused files until the rest fits, and what an interrupted write left. */
  sweep(): Promise<void> {
    this.sweeping ??= this.swept().finally(() => {
      this.sweeping = null
    })
    return this.sweeping
  }

  private async swept(): Promise<void> {
    this.written = 0
    const files = (await this.files()).sort((a, b) => b.used - a.used)
    let total = 0
    for (const { path, size, used, partial } of files) {
      total += partial ? 0 : size
      const abandoned = partial && Date.now() - used > TOUCH_EVERY
      if (abandoned || (!partial && total > this.largest)) await rm(path, { force: true }).catch(() => {})
    }
  }

  private async files(): Promise<{ path: string; size: number; used: number; partial: boolean }[]> {
    const names = await readdir(this.folder).catch(() => [])
    const found = names.map(async name => {
      const path = join(this.folder, name)
      const { size, mtimeMs } = await stat(path)
      return { path, size, used: mtimeMs, partial: name.endsWith('.tmp') }
    })
    return (await Promise.allSettled(found)).flatMap(one => (one.status === 'fulfilled' ? [one.value] : []))
  }
}

async function touch(path: string): Promise<void> {
  const { mtimeMs } = await stat(path)
  if (Date.now() - mtimeMs > TOUCH_EVERY) await utimes(path, new Date(), new Date())
}
