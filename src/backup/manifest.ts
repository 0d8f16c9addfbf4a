// The manifest of a backup: written last, so that an unfinished folder is no backup.
import type { BackupPlace } from '../storage/backup-place.ts'

export interface Manifest {
  format: 1
  /** Name of the backup: the moment it began. */
  name: string
  /** The installation it is of. */
  installation: string
  schema: number
  createdAt: string
  isEncrypted: boolean
  /** Folder of its files, which it shares with others for the same key. */
  files: string
  rows: number
  versions: number
  bytes: number
  /** Artifacts that were purged while the backup was made; a restore leaves them out. */
  purged: string[]
  /** Blobs that were missing or damaged, or changed since they were stored. */
  damaged: string[]
}

const FOLDER = 'backups/'
const MANIFEST = 'manifest.json'

export const placeOf = (name: string, file: 'rows' | 'files' | typeof MANIFEST): string =>
  `${FOLDER}${name}/${file}`

/** A colon is no character of file names everywhere. */
export const nameOf = (now: number): string => new Date(now).toISOString().replaceAll(':', '-')

/** When the backup of that name began, in milliseconds. */
export const timeOf = (name: string): number => Date.parse(name.replace(/T(\d\d)-(\d\d)-/, 'T$1:$2:'))

/** All complete backups, oldest first. */
export async function readManifests(place: BackupPlace): Promise<Manifest[]> {
  const found: Manifest[] = []
  for await (const path of place.list(FOLDER)) {
    if (!path.endsWith(`/${MANIFEST}`)) continue
    const text = await readText(place, path)
    if (text !== null) found.push(JSON.parse(text) as Manifest)
  }
  return found.sort((a, b) => (a.name < b.name ? -1 : 1))
}

export async function writeManifest(place: BackupPlace, manifest: Manifest): Promise<void> {
  await place.settle()
  await place.put(placeOf(manifest.name, MANIFEST), [
    Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`),
  ] as never)
  await place.settle()
}

/** Names of the files of every backup, complete or not, by the name of the backup. */
export async function filesOfBackups(place: BackupPlace): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>()
  for await (const path of place.list(FOLDER)) {
    const name = path.slice(FOLDER.length).split('/')[0]!
    found.set(name, [...(found.get(name) ?? []), path])
  }
  return found
}

async function readText(place: BackupPlace, path: string): Promise<string | null> {
  const stream = await place.read(path)
  if (stream === null) return null
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('utf8')
}
