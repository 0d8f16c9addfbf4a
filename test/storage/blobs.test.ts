// Runs the suite for blobs on a folder and on a real S3 server.
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openFilesystemBlobs } from '../../src/storage/filesystem.ts'
import { type BlobsUnderTest, blobsSuite } from './blobs.suite.ts'

blobsSuite('a folder', async (): Promise<BlobsUnderTest> => {
  const folder = await mkdtemp(join(tmpdir(), 'recto-blobs-'))
  return {
    open: () => openFilesystemBlobs(folder),
    everything: () => filesBelow(folder),
    dispose: () => rm(folder, { recursive: true }),
  }
})

async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter(entry => entry.isFile())
  return files.map(entry => join(entry.parentPath, entry.name)).sort()
}
