// Runs the suite for blobs on a folder and on a real S3 server.
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { ListMultipartUploadsCommand, ListObjectsV2Command } from '@aws-sdk/client-s3'
import { openFilesystemBlobs } from '../../src/storage/filesystem.ts'
import { openS3Blobs } from '../../src/storage/s3.ts'
import { parseS3Address } from '../../src/storage/s3-address.ts'
import { connectS3, usualPatience } from '../../src/storage/s3-client.ts'
import { extendTimeout } from '../support/patience.ts'
import { type S3Server, startS3 } from '../support/s3.ts'
import { isSkip } from '../support/skip.ts'
import { type BlobsUnderTest, blobsSuite } from './blobs.suite.ts'

blobsSuite('a folder', async (): Promise<BlobsUnderTest> => {
  const folder = await mkdtemp(join(tmpdir(), 'recto-blobs-'))
  return {
    open: () => openFilesystemBlobs(folder),
    everything: () => filesBelow(folder),
    dispose: () => rm(folder, { recursive: true }),
  }
})

const s3 = await startS3()
if (isSkip(s3)) test('blobs in a bucket', { skip: s3.skip })
else {
  after(() => s3.stop())
  blobsSuite('a bucket', () => bucketOf(s3), { runs: 15 })
}

/** A busy machine lets the server in Python answer 64 uploads later. */
const patience = { ...usualPatience, answerMs: extendTimeout(usualPatience.answerMs) }

async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter(entry => entry.isFile())
  return files.map(entry => join(entry.parentPath, entry.name)).sort()
}

async function bucketOf(server: S3Server): Promise<BlobsUnderTest> {
  const bucket = await server.createBucket('blobs')
  const url = server.blobsUrl(bucket)
  return {
    open: () => openS3Blobs(url, server.env, patience),
    everything: () => objectsIn(url, server),
    dispose: () => server.removeBucket(bucket),
  }
}

async function objectsIn(url: string, server: S3Server): Promise<string[]> {
  const address = parseS3Address(url)
  const { client } = await connectS3(address, server.env, patience)
  const Bucket = address.bucket
  const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket }))
  const { Uploads = [] } = await client.send(new ListMultipartUploadsCommand({ Bucket }))
  client.destroy()
  return [...Contents.map(one => `object ${one.Key}`), ...Uploads.map(one => `upload ${one.Key}`)].sort()
}
