// One organization as a file: its rows, then the bytes of its versions, each announced by a line.
import { createReadStream } from 'node:fs'
import type { FileHandle } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import type { Blobs, StoredBlob } from '../storage/blobs.ts'
import type { CheckedReader } from '../storage/checked-reader.ts'
import type { ArchivedRow, Records } from '../storage/records.ts'
import { BackupError } from './back-up.ts'
import { compress, decompress, LineReader, lineOf, linesOf, portionsOf } from './lines.ts'

export interface Transferred {
  artifacts: number
  files: number
  rows: number
}

/** The first line. */
interface Head {
  recto: 'organization'
  format: 1
  schema: number
}

type Line = Head | { table: string; row: ArchivedRow } | (StoredBlob & { bytes: true }) | { end: Transferred }

/** Writes the organization as it is at one moment; the file is durable when this resolves. */
export async function exportTo(
  file: FileHandle,
  { records, contents }: { records: Records; contents: CheckedReader },
  organizationId: string,
  progress: (files: number) => void = () => undefined,
): Promise<Transferred> {
  const done: Transferred = { artifacts: 0, files: 0, rows: 0 }
  async function* lines(): AsyncGenerator<Uint8Array> {
    const head: Head = { recto: 'organization', format: 1, schema: records.archive.schema }
    yield lineOf(head)
    const versions = new Map<string, StoredBlob>()
    for await (const portion of records.archive.read(organizationId)) {
      done.rows += portion.rows.length
      if (portion.table === 'artifact') done.artifacts += portion.rows.length
      if (portion.table === 'version') for (const row of portion.rows) note(versions, row)
      yield linesOf(portion)
    }
    for (const version of versions.values()) {
      const bytes = await contents.read(version)
      yield lineOf({ bytes: true, ...version })
      if (bytes instanceof Uint8Array) yield bytes
      else yield* bytes as AsyncIterable<Uint8Array>
      done.files += 1
      progress(done.files)
    }
    yield lineOf({ end: done })
  }
  await pipeline(compress(lines()), file.createWriteStream({ flush: true }))
  return done
}

function note(versions: Map<string, StoredBlob>, { blob, size, sha256 }: ArchivedRow): void {
  versions.set(String(blob), { blob: String(blob), size: Number(size), sha256: String(sha256) })
}

export interface Imported extends Transferred {
  id: string
  name: string
}

/** Takes the organization in beside what is there. The file is read twice: for its bytes, then for its rows. */
export async function importFrom(
  path: string,
  { records, blobs }: { records: Records; blobs: Blobs },
  progress: (files: number) => void = () => undefined,
): Promise<Imported> {
  const { organization, named } = await look(path, records)
  await refuseUsed(records, named)
  const done = await takeFiles(path, blobs, progress)
  await records.archive.write(() => portionsOf(rowsOf(path)), { beside: true })
  return { id: String(organization.id), name: String(organization.name), ...done }
}

/** The organization, and the files that its versions name. */
async function look(path: string, records: Records): Promise<{ organization: ArchivedRow; named: string[] }> {
  let organization: ArchivedRow | undefined
  const named = new Set<string>()
  for await (const { table, row } of rowsOf(path, records.archive.schema)) {
    if (table === 'organization') organization = row
    if (table === 'version') named.add(String(row.blob))
  }
  if (!organization) throw new BackupError('The file holds no organization.')
  return { organization, named: [...named] }
}

/** A file that a version here names must not be written anew. */
async function refuseUsed(records: Records, named: readonly string[]): Promise<void> {
  const free = await records.transaction(rows => rows.blobs.orphans(named))
  if (free.length < named.length)
    throw new BackupError(
      'A file of it is in use here. Nothing was changed: what is here already cannot be imported again.',
    )
}

async function takeFiles(
  path: string,
  blobs: Blobs,
  progress: (files: number) => void,
): Promise<Transferred> {
  let files = 0
  for await (const { line, reader } of linesIn(path)) {
    if ('end' in line) return line.end
    if (!('bytes' in line)) continue
    const { size, sha256 } = await blobs.putBack(line.blob, reader.bytes(line.size))
    if (size !== line.size || sha256 !== line.sha256) {
      await blobs.delete(line.blob)
      throw new BackupError(`The bytes of the file ${line.blob} differ from what was exported.`)
    }
    files += 1
    progress(files)
  }
  throw new BackupError('The file is cut off.')
}

/** Up to the first bytes, which come after all rows. */
async function* rowsOf(path: string, schema?: number): AsyncGenerator<{ table: string; row: ArchivedRow }> {
  for await (const { line } of linesIn(path)) {
    if ('recto' in line && schema !== undefined && line.schema > schema) throw tooNew(line.schema, schema)
    if ('bytes' in line || 'end' in line) return
    if ('table' in line) yield line
  }
}

async function* linesIn(path: string): AsyncGenerator<{ line: Line; reader: LineReader }> {
  const reader = new LineReader(decompress(createReadStream(path)))
  try {
    let isFirst = true
    for (;;) {
      const line = (await reader.line().catch(notOurs)) as Line | undefined
      if (isFirst && !(line && 'recto' in line)) notOurs()
      if (line === undefined) return
      isFirst = false
      yield { line, reader }
    }
  } finally {
    await reader.close()
  }
}

function notOurs(): never {
  throw new BackupError('This is no whole file of recto admin export.')
}

const tooNew = (schema: number, here: number) =>
  new BackupError(
    `The file has schema ${schema}, this program knows up to ${here}. Nothing was changed. Import it with the newer version of Recto.`,
  )
