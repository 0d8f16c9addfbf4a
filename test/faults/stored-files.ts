// The files that a store in a folder holds, and those on their way in.
import type { Dirent } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { MARK } from '../../src/storage/blobs.ts'

/** Without the one that names the installation. */
export async function storedFiles(data: string): Promise<Dirent[]> {
  const entries = await readdir(join(data, 'blobs'), { recursive: true, withFileTypes: true })
  return entries.filter(entry => entry.isFile() && entry.name !== MARK)
}
