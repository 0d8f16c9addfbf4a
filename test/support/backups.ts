// Empty places that backups are made of, and restored to.
import { randomUUID } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { postgres } from './postgres.ts'
import { startS3 } from './s3.ts'
import { isSkip, type Skip } from './skip.ts'

/** Settings of an empty place for records and files. */
export type Place = Record<string, string>

export async function folderFor(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'recto-backup-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  return folder
}

export const embedded = async (t: TestContext): Promise<Place> => ({ RECTO_DATA: await folderFor(t) })

/** Postgres and a bucket. */
export async function shared(t: TestContext): Promise<Place | Skip> {
  const [server, s3] = await Promise.all([postgres(), startS3()])
  if (isSkip(server)) return server
  if (isSkip(s3)) return s3
  const database = await server.createDatabase()
  const bucket = await s3.createBucket()
  t.after(async () => {
    await database.drop()
    await s3.removeBucket(bucket)
    await s3.stop()
  })
  return {
    ...(await embedded(t)),
    ...s3.env,
    ...{ DATABASE_URL: database.url, BLOBS_URL: s3.blobsUrl(bucket), RECTO_SECRET: randomUUID() },
  }
}

export const secretOf = async ({ RECTO_DATA }: Place): Promise<string> =>
  (await readFile(join(RECTO_DATA!, 'secret'), 'utf8')).trim()
