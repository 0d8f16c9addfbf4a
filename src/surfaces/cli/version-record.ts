// Which version a local file was made from: .recto.json beside it, written by publish and get, holding no secret.
import { existsSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { usage } from './failure.ts'
import type { Io } from './io.ts'
import { readText } from './read-text.ts'
import { writeWhole } from './write-whole.ts'

/** One artifact a file was published as or saved from. */
export interface Recorded {
  /** Address of the server. */
  server: string
  shortId: string
  /** The version whose bytes, or whose child, the file is. */
  version: number
  /** The version that one's own edits on the server made of it since; the file does not hold them. */
  edited?: number
  /** It is in the trash, where `recto delete` in this folder put it. */
  trashed?: true
}

interface Document {
  files: Record<string, Recorded[]>
}

type Locking = Pick<Io, 'lock'>

/** Artifacts remembered for one file name. */
const kept = 50

const pathFor = (file: string): string => join(dirname(file), '.recto.json')

/** Returns the records for the file, newest first; empty where there are none. */
export function recordedFor(file: string): readonly Recorded[] {
  return read(pathFor(file)).files[basename(file)] ?? []
}

/** Returns all records of a folder, by the name of the file. */
export const recordsIn = (folder: string): Readonly<Record<string, readonly Recorded[]>> =>
  read(join(folder, '.recto.json')).files

/** The newest version of which one knows everything: the file's, or what one's own edits made of it. */
const newestOf = ({ version, edited }: Recorded): number => edited ?? version

/**
 * The version from which an artifact was saved or published into the folder, or which one's own edits made of it.
 * @throws Failure with exit code 2 where files there were made from different versions of it
 */
export function recordedIn(folder: string, artifact: Omit<Recorded, 'version'>): number | undefined {
  const entries = Object.entries(recordsIn(folder)).flatMap(([file, list]) =>
    list.filter(each => isSame(each, artifact)).map(each => ({ file, version: newestOf(each) })),
  )
  if (new Set(entries.map(({ version }) => version)).size < 2) return entries[0]?.version
  const found = entries.map(({ file, version }) => `${file} from version ${version}`).join(', ')
  throw usage(`Files here were made from different versions: ${found}. Name yours with --base-version.`)
}

/** Records the version of a file; other artifacts of the same file stay. */
export const record = (io: Locking, file: string, entry: Recorded): Promise<void> =>
  change(io, pathFor(file), files => {
    const others = (files[basename(file)] ?? []).filter(each => !isSame(each, entry))
    return { ...files, [basename(file)]: [entry, ...others].slice(0, kept) }
  })

/**
 * Records that an edit on the server made a version of another one, for the files of the folder that go back to that one. Their
 * own version stays, because they do not hold the edit.
 */
export const recordEdit = (io: Locking, folder: string, base: number, made: Recorded): Promise<void> =>
  changeEach(io, join(folder, '.recto.json'), each =>
    isSame(each, made) && newestOf(each) === base ? { ...each, edited: made.version } : each,
  )

/**
 * Marks the records of an artifact as in the trash, or takes the marks away, in the folder and in those above it. The records
 * stay: what comes back from the trash has its versions.
 */
export async function recordTrash(
  io: Locking,
  folder: string,
  artifact: Omit<Recorded, 'version'>,
  isTrashed: boolean,
): Promise<void> {
  const above = dirname(folder)
  const path = join(folder, '.recto.json')
  const mark = (each: Recorded) =>
    isSame(each, artifact) && isInTrash(each) !== isTrashed ? withMark(each, isTrashed) : each
  if (existsSync(path)) await changeEach(io, path, mark)
  if (above !== folder) await recordTrash(io, above, artifact, isTrashed)
}

const withMark = ({ trashed: _, ...entry }: Recorded, isTrashed: boolean): Recorded =>
  isTrashed ? { ...entry, trashed: true } : entry

/** Tells whether the artifact was put into the trash from here. */
export const isInTrash = ({ trashed }: Recorded): boolean => trashed === true

/** Changes the records one by one; `changed` returns the same record where it stays. */
const changeEach = (io: Locking, path: string, changed: (each: Recorded) => Recorded): Promise<void> =>
  change(io, path, files => {
    const entries = Object.entries(files).map(([file, list]) => [file, list.map(changed)] as const)
    const stays = entries.every(([file, list]) => list.every((each, at) => each === files[file]![at]))
    return stays ? files : Object.fromEntries(entries)
  })

/** Others see the old document or the new one, and what they record meanwhile stays. Where nothing changes, nothing is locked. */
async function change(
  io: Locking,
  path: string,
  changed: (files: Document['files']) => Document['files'],
): Promise<void> {
  const { files: known } = read(path)
  if (changed(known) === known) return
  const { whileLocked } = await io.lock()
  await whileLocked(path, () =>
    writeWhole(path, `${JSON.stringify({ files: changed(read(path).files) }, null, 2)}\n`),
  )
}

export const isSame = (a: Omit<Recorded, 'version'>, b: Omit<Recorded, 'version'>): boolean =>
  a.server === b.server && a.shortId === b.shortId

function read(path: string): Document {
  const files = filesIn(textIn(path))
  if (files) return { files }
  throw usage(
    `${path} is not what recto wrote there. Repair it or remove it, and name versions with --base-version.`,
  )
}

function textIn(path: string): string {
  try {
    return readText(path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '{"files":{}}'
    throw usage(`${path} cannot be read: ${(error as Error).message}`)
  }
}

function filesIn(text: string): Document['files'] | null {
  try {
    const { files } = JSON.parse(text)
    const entries: unknown[] = Object.values(files)
    const good = entries.every(list => Array.isArray(list) && list.every(isRecorded))
    return good ? Object.assign(Object.create(null), files) : null
  } catch {
    return null
  }
}

/** Tells whether a value can stand in the record. */
export const isRecorded = (value: unknown): value is Recorded => {
  const { server, shortId, version, edited = version } = (value ?? {}) as Record<string, unknown>
  return typeof server === 'string' && typeof shortId === 'string' && isVersion(version) && isVersion(edited)
}

const isVersion = (value: unknown): boolean => Number.isSafeInteger(value) && (value as number) > 0
