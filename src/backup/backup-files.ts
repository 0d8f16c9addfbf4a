// The files of backups: every version's bytes once, however many backups hold them.
import type { BackupPlace } from '../storage/backup-place.ts'
import type { StoredBlob } from '../storage/blobs.ts'
import { decryptWith } from './encryption.ts'
import { compress, decompress, LineReader, lineOf } from './lines.ts'
import { type Manifest, placeOf } from './manifest.ts'

/** Spread over folders by its last digits: those at the beginning are the same for a whole day. */
export const fileOf = (files: string, blob: string): string => `files/${files}/${blob.slice(-2)}/${blob}`

/** True for tables whose rows name blobs. */
export const namesBlobs = (table: string): boolean => table === 'version' || table === 'last_file'

/** Names of the blobs that are there for a key. */
export async function blobsThere(place: BackupPlace, files: string): Promise<Set<string>> {
  const there = new Set<string>()
  for await (const path of place.list(`files/${files}/`)) there.add(path.slice(path.lastIndexOf('/') + 1))
  return there
}

/** Which blobs a backup holds, for those who remove what no backup holds. Names are random, so this is never encrypted. */
export async function writeIndex(
  place: BackupPlace,
  name: string,
  blobs: Iterable<StoredBlob>,
): Promise<void> {
  await place.put(placeOf(name, 'files'), compress(indexLines(blobs)))
}

async function* indexLines(blobs: Iterable<StoredBlob>): AsyncGenerator<Buffer> {
  for (const { blob, size, sha256 } of blobs) yield lineOf({ blob, size, sha256 })
  yield lineOf({ end: true })
}

export async function* readIndex(place: BackupPlace, name: string): AsyncGenerator<StoredBlob> {
  const stream = await place.read(placeOf(name, 'files'))
  if (stream === null) throw new Error(`The backup ${name} has no list of its files.`)
  const lines = new LineReader(decompress(stream))
  for (;;) {
    const line = (await lines.line()) as (StoredBlob & { end?: true }) | undefined
    if (line === undefined) throw new Error(`The list of files of the backup ${name} is cut off.`)
    if (line.end) return
    yield line
  }
}

/** The bytes of a blob as the backup holds it, decrypted and unchecked; null where it is missing. */
export async function readFile(
  place: BackupPlace,
  { files, isEncrypted }: Pick<Manifest, 'files' | 'isEncrypted'>,
  blob: string,
  identities: string | null,
): Promise<AsyncIterable<Uint8Array> | null> {
  const stream = await place.read(fileOf(files, blob))
  return stream && decryptWith(isEncrypted ? identities : null, stream)
}
