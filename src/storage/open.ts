// Opens the two stores by the addresses in the settings; what an address does not need is never loaded.
import { stat } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { BackupPlace } from './backup-place.ts'
import type { Blobs } from './blobs.ts'
import type { Records } from './records.ts'
import type { RequiredSchema } from './sql/migrations/migrate.ts'

/** An address is wrong; the message is a sentence for the operator who wrote the setting. */
export class AddressError extends Error {
  override readonly name = 'AddressError'
}

/**
 * Opens the records: `sqlite:{path}`, the path relative to the working folder or absolute, or `postgres://…`. Brings
 * an older store to the schema of this program, to another one (`upTo`), or refuses it where `migrates` is false. Fails with an AddressError, or with `storage_unavailable` where the store does not
 * answer or was made by a newer program.
 * @param waits is told of each wait for a database that does not answer, up to a minute; without it, that fails at once
 */
export async function openRecords(
  address: string,
  required: RequiredSchema = {},
  waits?: () => void,
): Promise<Records> {
  switch (schemeOf(address)) {
    case 'sqlite': {
      const { openSqlite } = await import('./sql/sqlite/sqlite.ts')
      return openSqlite(pathIn(address), required)
    }
    case 'postgres':
    case 'postgresql': {
      const { openPostgres } = await import('./sql/postgres/postgres.ts')
      return openPostgres(address, required, waits)
    }
    default:
      throw new AddressError('must look like sqlite:data/recto.db or postgres://user:password@host/database')
  }
}

/** True where there is a store to open, so that a mistyped path makes no new one; another machine's database counts as there. */
export async function recordsExist(address: string): Promise<boolean> {
  if (schemeOf(address) !== 'sqlite') return true
  return stat(pathIn(address)).then(
    found => found.isFile(),
    () => false,
  )
}

/**
 * Opens the blobs: `file:{path}`, or `s3://bucket?endpoint=…&region=…` with the keys from `env`
 * (`AWS_ACCESS_KEY_ID`, `AWS_SECRET_ACCESS_KEY`). Fails with an AddressError.
 */
export async function openBlobs(
  address: string,
  env: Readonly<Record<string, string | undefined>>,
): Promise<Blobs> {
  switch (schemeOf(address)) {
    case 'file': {
      const { openFilesystemBlobs } = await import('./filesystem.ts')
      return openFilesystemBlobs(pathIn(address))
    }
    case 's3': {
      const { openS3Blobs } = await import('./s3.ts')
      return openS3Blobs(address, env)
    }
    default:
      throw new AddressError('must look like file:data/blobs or s3://bucket?endpoint=…&region=…')
  }
}

/** Opens a place for backups: a folder, or `s3://bucket/path?endpoint=…&region=…` with the keys from `env`. */
export async function openBackupPlace(
  address: string,
  env: Readonly<Record<string, string | undefined>>,
): Promise<BackupPlace> {
  if (schemeOf(address) === 's3') return (await import('./s3-backup-place.ts')).openS3Place(address, env)
  const { openFolderPlace } = await import('./folder-backup-place.ts')
  return openFolderPlace(schemeOf(address) === 'file' ? pathIn(address) : address)
}

const schemeOf = (address: string): string => /^([a-z][a-z0-9]*):/.exec(address)?.[1] ?? ''

/** `file:data`, `file:./data`, `file:/srv/data` and `file:///srv/data` all name a folder. */
function pathIn(address: string): string {
  const path = address.slice(address.indexOf(':') + 1)
  if (path.startsWith('//')) return fileURLToPath(`file:${path}`)
  if (path === '' || path === ':memory:') throw new AddressError('names no file')
  return path
}
