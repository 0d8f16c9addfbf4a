// Brings a backup back into an empty store, and tells whether a backup could be.
import type { BackupPlace } from '../storage/backup-place.ts'
import type { Blobs, StoredBlob } from '../storage/blobs.ts'
import type { ArchivedRow, Records, TableRows } from '../storage/records.ts'
import { BackupError, isSound } from './back-up.ts'
import { namesBlobs, readFile, readIndex } from './backup-files.ts'
import { decryptWith } from './encryption.ts'
import { inParallel } from './in-parallel.ts'
import { decompress, LineReader, portionsOf } from './lines.ts'
import { type Manifest, placeOf, readManifests } from './manifest.ts'

const AT_ONCE = 16

/** One backup, and what opens it. */
export interface OpenBackup {
  place: BackupPlace
  manifest: Manifest
  /** Secret keys as age-keygen writes them; null where it is not encrypted. */
  identities: string | null
}

/** The backup of that name, else the newest. */
export async function openBackup(
  place: BackupPlace,
  given: { name?: string | undefined; identities?: string | undefined },
): Promise<OpenBackup> {
  const all = await readManifests(place)
  const manifest = given.name ? all.find(({ name }) => name === given.name) : all.at(-1)
  if (!manifest)
    throw new BackupError(
      all.length === 0
        ? 'There is no complete backup in this place.'
        : `There is no backup of that name. These are there: ${all.map(({ name }) => name).join(', ')}.`,
    )
  if (manifest.isEncrypted && !given.identities)
    throw new BackupError(
      'This backup is encrypted. Name the file with the secret key, as age-keygen wrote it: --identity FILE.',
    )
  return { place, manifest, identities: manifest.isEncrypted ? given.identities! : null }
}

type Line = { table: string; row: ArchivedRow } | { secret: string } | { end: number }

async function* linesOf({ place, manifest, identities }: OpenBackup): AsyncGenerator<Line> {
  const stream = await place.read(placeOf(manifest.name, 'rows'))
  if (stream === null) throw new BackupError(`The backup ${manifest.name} has lost its rows.`)
  const reader = new LineReader(decompress(decryptWith(identities, stream)))
  try {
    for (;;) {
      const line = (await reader.line()) as Line | undefined
      if (line === undefined) throw new BackupError(`The rows of the backup ${manifest.name} are cut off.`)
      yield line
      if ('end' in line) return
    }
  } finally {
    await reader.close()
  }
}

async function* rowsOf(backup: OpenBackup): AsyncGenerator<{ table: string; row: ArchivedRow }> {
  for await (const line of linesOf(backup)) if ('table' in line) yield line
}

/** RECTO_SECRET as an encrypted backup holds it; null in another one. */
export async function secretIn(backup: OpenBackup): Promise<string | null> {
  for await (const line of linesOf(backup)) return 'secret' in line ? line.secret : null
  return null
}

export interface Restored {
  rows: number
  files: number
}

/** The store must be empty and have the schema of the backup. Files come first: a row never names what is not there. */
export async function restore(
  backup: OpenBackup,
  { records, blobs }: { records: Records; blobs: Blobs },
  progress: (files: number) => void = () => undefined,
): Promise<Restored> {
  const { place, manifest } = backup
  if (!(await records.archive.isEmpty()) || (await blobs.mark()) !== null) throw notEmpty()
  let files = 0
  await inParallel(readIndex(place, manifest.name), AT_ONCE, async version => {
    await restoreFile(backup, blobs, version)
    files += 1
    progress(files)
  })
  const rows = (): AsyncIterable<TableRows> => portionsOf(rowsOf(backup))
  await records.archive.write(rows, { without: manifest.purged })
  return { rows: manifest.rows, files }
}

async function restoreFile({ place, manifest, identities }: OpenBackup, blobs: Blobs, version: StoredBlob) {
  if ((await blobs.size(version.blob)) === version.size) return
  const bytes = await readFile(place, manifest, version.blob, identities)
  if (bytes === null) throw new BackupError(`The backup has lost the file ${version.blob}.`)
  const { size, sha256 } = await blobs.putBack(version.blob, bytes)
  if (size === version.size && sha256 === version.sha256) return
  await blobs.delete(version.blob)
  throw new BackupError(`The file ${version.blob} in the backup differs from what was stored.`)
}

export interface CheckedBackup {
  rows: number
  files: number
  bytes: number
  findings: string[]
}

/** Reads a whole backup: whether its rows are complete, and every file that they name is there with its exact bytes. */
export async function verifyBackup(
  backup: OpenBackup,
  progress: (files: number) => void = () => undefined,
): Promise<CheckedBackup> {
  const { place, manifest, identities } = backup
  const findings = manifest.damaged.map(blob => `${blob}: it was damaged when the backup was made`)
  const named = await namedBlobs(backup, findings)
  let files = 0
  let bytes = 0
  await inParallel(readIndex(place, manifest.name), AT_ONCE, async version => {
    named.delete(version.blob)
    const found = await readFile(place, manifest, version.blob, identities)
    const isThere = found !== null && (await isSound(found, version).catch(() => false))
    if (!isThere) findings.push(`${version.blob}: ${found ? 'the file differs' : 'the file is missing'}`)
    else bytes += version.size
    files += 1
    progress(files)
  })
  for (const blob of named) findings.push(`${blob}: a version names it, and it is not in the backup`)
  return { rows: manifest.rows, files, bytes, findings }
}

/** Returns the blobs that versions name, without those purged or damaged when the backup was made. */
async function namedBlobs(backup: OpenBackup, findings: string[]): Promise<Set<string>> {
  const { manifest } = backup
  const named = new Set<string>()
  let rows = 0
  for await (const { table, row } of rowsOf(backup)) {
    rows += 1
    if (namesBlobs(table) && !manifest.purged.includes(String(row.artifact_id))) named.add(String(row.blob))
  }
  if (rows !== manifest.rows) findings.push(`${rows} of ${manifest.rows} rows are there`)
  for (const blob of manifest.damaged) named.delete(blob)
  return named
}

const notEmpty = () =>
  new BackupError(
    'The stores named in DATABASE_URL and BLOBS_URL are in use already. Nothing was changed. Name an empty database and an empty place for files.',
  )
