// Backups in a bucket.
import type { BackupPlace } from './backup-place.ts'
import { parseS3Address } from './s3-address.ts'
import { connectS3, type S3Environment, usualPatience } from './s3-client.ts'
import { S3Objects } from './s3-objects.ts'

/** Files below the path of an address such as `s3://bucket/backups?endpoint=…`. */
export async function openS3Place(url: string, env: S3Environment): Promise<BackupPlace> {
  const address = parseS3Address(url)
  const objects = new S3Objects(address, await connectS3(address, env, usualPatience), usualPatience)
  return {
    async *list(folder) {
      for await (const { name } of objects.list(folder)) yield name
    },
    async put(name, source) {
      await objects.put(name, source)
    },
    read: name => objects.read(name),
    delete: name => objects.delete(name),
    settle: async () => undefined,
    close: async () => objects.close(),
  }
}
