// Backups in a folder, such as a mounted disk of another machine.
import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import { opendir, unlink } from 'node:fs/promises'
import { dirname, join, relative, resolve } from 'node:path'
import type { Readable } from 'node:stream'
import type { BackupPlace } from './backup-place.ts'
import { batches } from './batches.ts'
import { makeFolder } from './blob-folder.ts'
import { codeOf, openFile, step, syncFolder } from './durable-writes.ts'
import { TempFile } from './temp-file.ts'

const WRITE_BYTES = 256 * 1024

export async function openFolderPlace(path: string): Promise<BackupPlace> {
  const root = resolve(path)
  return new FolderPlace(root)
}

class FolderPlace implements BackupPlace {
  readonly #root: string
  /** Folders whose entries may not be durable yet. */
  readonly #unsettled = new Set<string>()
  readonly #made = new Map<string, Promise<void>>()

  constructor(root: string) {
    this.#root = root
  }

  async *list(folder: string): AsyncGenerator<string> {
    for await (const path of filesBelow(join(this.#root, folder))) yield relative(this.#root, path)
  }

  async put(name: string, source: AsyncIterable<Uint8Array>): Promise<void> {
    const path = join(this.#root, name)
    await this.#make(dirname(path))
    const draft = new TempFile(`${path}.${randomBytes(6).toString('hex')}.part`)
    try {
      for await (const batch of batches(source, WRITE_BYTES)) await draft.write(batch)
      await draft.finish()
      await draft.moveTo(path)
    } catch (error) {
      await draft.discard()
      throw error
    }
    this.#unsettled.add(dirname(path))
  }

  async read(name: string): Promise<Readable | null> {
    const fd = await orNull(openFile(join(this.#root, name), 'r'))
    return fd === null ? null : fs.createReadStream('', { fd })
  }

  async delete(name: string): Promise<void> {
    await orNull(unlink(join(this.#root, name)))
  }

  async settle(): Promise<void> {
    const folders = [...this.#unsettled]
    this.#unsettled.clear()
    for (const folder of folders) await step(syncFolder(folder))
  }

  async close(): Promise<void> {}

  #make(folder: string): Promise<void> {
    const making = this.#made.get(folder) ?? step(makeFolder(folder))
    this.#made.set(folder, making)
    return making
  }
}

async function orNull<T>(found: Promise<T>): Promise<T | null> {
  try {
    return await found
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null
    throw error
  }
}

/** Without what is still being written, or was left by a kill. */
async function* filesBelow(folder: string): AsyncGenerator<string> {
  for await (const entry of (await orNull(opendir(folder))) ?? []) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) yield* filesBelow(path)
    else if (!entry.name.endsWith('.part')) yield path
  }
}
