// Which version a local file was made from: .recto.json beside it, written by publish and get, holding no secret.
import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { usage } from './failure.ts'

/** One artifact a file was published as or saved from. */
export interface Recorded {
  /** Address of the server. */
  server: string
  shortId: string
  /** The version whose bytes, or whose child, the file is. */
  version: number
}

interface Document {
  files: Record<string, Recorded[]>
}

/** Artifacts remembered for one file name. */
const kept = 50

const pathFor = (file: string): string => join(dirname(file), '.recto.json')

/** What is recorded for the file, newest first; nothing where nothing was. */
export async function recordedFor(file: string): Promise<readonly Recorded[]> {
  return (await read(pathFor(file))).files[basename(file)] ?? []
}

/** Records the version of a file; other artifacts of the same file stay. Others see the old document or the new one. */
export async function record(file: string, entry: Recorded): Promise<void> {
  const path = pathFor(file)
  const { files } = await read(path)
  const others = (files[basename(file)] ?? []).filter(each => !isSame(each, entry))
  const document = { files: { ...files, [basename(file)]: [entry, ...others].slice(0, kept) } }
  const draft = `${path}.${crypto.randomUUID()}`
  try {
    await writeFile(draft, `${JSON.stringify(document, null, 2)}\n`)
    await rename(draft, path)
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
}

export const isSame = (a: Omit<Recorded, 'version'>, b: Omit<Recorded, 'version'>): boolean =>
  a.server === b.server && a.shortId === b.shortId

async function read(path: string): Promise<Document> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '{"files":{}}'
    throw usage(`${path} cannot be read: ${error.message}`)
  })
  const files = filesIn(text)
  if (files) return { files }
  throw usage(
    `${path} is not what recto wrote there. Repair it or remove it, and name versions with --base-version.`,
  )
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

const isRecorded = (value: unknown): boolean => {
  const { server, shortId, version } = (value ?? {}) as Record<string, unknown>
  return (
    typeof server === 'string' &&
    typeof shortId === 'string' &&
    typeof version === 'number' &&
    Number.isSafeInteger(version) &&
    version > 0
  )
}
