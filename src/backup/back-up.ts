// Makes a backup beside whoever serves: the rows of one moment, then the files they name that no backup has yet.
import { hash } from 'node:crypto'
import { Problem } from '../domain/problem.ts'
import type { BackupPlace } from '../storage/backup-place.ts'
import type { StoredBlob } from '../storage/blobs.ts'
import type { CheckedReader } from '../storage/checked-reader.ts'
import type { Records } from '../storage/records.ts'
import { blobsThere, fileOf, namesBlobs, writeIndex } from './backup-files.ts'
import { encryptFor, nameOfRecipient } from './encryption.ts'
import { inParallel } from './in-parallel.ts'
import { compress, lineOf, linesOf } from './lines.ts'
import { type Manifest, nameOf, placeOf, readManifests, writeManifest } from './manifest.ts'
import { prune } from './prune.ts'

/** Files on their way at once. */
const AT_ONCE = 16

export interface BackupSource {
  records: Records
  contents: CheckedReader
  /** RECTO_SECRET, which goes into encrypted backups. */
  secret: string | null
}

export interface BackupTarget {
  place: BackupPlace
  /** The age public key, or null for none. */
  recipient: string | null
  /** Milliseconds for which a backup is kept. */
  keepMs: number
}

export interface BackupDone {
  manifest: Manifest
  /** Files that were new to the place. */
  copied: number
  /** Older backups that were removed. */
  removed: number
}

/** A place holds backups of something else; the message says so. */
export class BackupError extends Error {
  override readonly name = 'BackupError'
  readonly code = 'backup_refused'
}

/** A version's blob, with the artifact that it belongs to. */
interface Wanted extends StoredBlob {
  artifactId: string
}

export async function backUp(
  source: BackupSource,
  target: BackupTarget,
  now: number,
  progress: (copied: number, of: number) => void = () => undefined,
): Promise<BackupDone> {
  const { place } = target
  const installation = await installationOf(source.records)
  const before = await readManifests(place)
  if (before.some(manifest => manifest.installation !== installation)) throw ofAnother()
  const name = nameOf(now)
  const { rows, wanted } = await writeRows(source, target, name)
  const { lost, copied } = await copyFiles(source, target, wanted, progress)
  const kept = [...wanted.values()].filter(({ blob }) => !lost.has(blob))
  await writeIndex(place, name, kept)
  const manifest: Manifest = {
    ...{ format: 1, name, installation, schema: source.records.archive.schema },
    ...{ createdAt: new Date(now).toISOString(), isEncrypted: target.recipient !== null },
    ...{ files: nameOfRecipient(target.recipient), rows, versions: wanted.size },
    bytes: kept.reduce((sum, { size }) => sum + size, 0),
    purged: [...new Set(lostFor('purged', lost, wanted).map(({ artifactId }) => artifactId))],
    damaged: lostFor('damaged', lost, wanted).map(({ blob }) => blob),
  }
  await writeManifest(place, manifest)
  const removed = await prune(place, [...before, manifest], now - target.keepMs)
  return { manifest, copied, removed }
}

const installationOf = async (records: Records): Promise<string> =>
  (await records.transaction(({ nodes }) => nodes.installation(crypto.randomUUID()))).name

type Loss = 'purged' | 'damaged'

const lostFor = (why: Loss, lost: ReadonlyMap<string, Loss>, wanted: ReadonlyMap<string, Wanted>) =>
  [...lost].filter(([, loss]) => loss === why).map(([blob]) => wanted.get(blob)!)

/** The rows of one moment, and the files that they name. */
async function writeRows(
  { records, secret }: BackupSource,
  { place, recipient }: BackupTarget,
  name: string,
): Promise<{ rows: number; wanted: Map<string, Wanted> }> {
  const wanted = new Map<string, Wanted>()
  let count = 0
  async function* lines(): AsyncGenerator<Buffer> {
    if (recipient !== null && secret !== null) yield lineOf({ secret })
    for await (const portion of records.archive.read()) {
      count += portion.rows.length
      if (namesBlobs(portion.table)) for (const row of portion.rows) note(wanted, row)
      yield linesOf(portion)
    }
    yield lineOf({ end: count })
  }
  await place.put(placeOf(name, 'rows'), encryptFor(recipient, compress(lines())))
  return { rows: count, wanted }
}

function note(wanted: Map<string, Wanted>, row: Readonly<Record<string, unknown>>): void {
  const { blob, size, sha256, artifact_id: artifactId } = row
  wanted.set(String(blob), {
    ...{ blob: String(blob), size: Number(size), sha256: String(sha256) },
    artifactId: String(artifactId),
  })
}

async function copyFiles(
  { records, contents }: BackupSource,
  { place, recipient }: BackupTarget,
  wanted: ReadonlyMap<string, Wanted>,
  progress: (copied: number, of: number) => void,
): Promise<{ lost: Map<string, Loss>; copied: number }> {
  const files = nameOfRecipient(recipient)
  const there = await blobsThere(place, files)
  const missing = [...wanted.values()].filter(({ blob }) => !there.has(blob))
  const lost = new Map<string, Loss>()
  let copied = 0
  await inParallel(missing, AT_ONCE, async version => {
    try {
      await place.put(fileOf(files, version.blob), encryptFor(recipient, await bytesOf(contents, version)))
      copied += 1
      progress(copied, missing.length)
    } catch (error) {
      if (!(error instanceof Problem) || error.code !== 'content_damaged') throw error
      lost.set(version.blob, (await isNamed(records, version.blob)) ? 'damaged' : 'purged')
    }
  })
  return { lost, copied }
}

async function bytesOf(contents: CheckedReader, version: StoredBlob): Promise<AsyncIterable<Uint8Array>> {
  const bytes = await contents.read(version)
  return bytes instanceof Uint8Array ? once(bytes) : bytes
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}

/** True while a version still names the blob; one that was purged meanwhile is no loss. */
const isNamed = async (records: Records, blob: string): Promise<boolean> =>
  (await records.transaction(rows => rows.blobs.orphans([blob]))).length === 0

const ofAnother = () =>
  new BackupError(
    'There are backups of another installation in this place. Nothing was changed. Name a folder or a path of its own.',
  )

/** Tells whether the bytes are those that the version row promises. */
export async function isSound(
  bytes: AsyncIterable<Uint8Array>,
  { size, sha256 }: StoredBlob,
): Promise<boolean> {
  const chunks: Uint8Array[] = []
  for await (const chunk of bytes) chunks.push(chunk)
  const whole = Buffer.concat(chunks)
  return whole.byteLength === size && hash('sha256', whole, 'hex') === sha256
}
