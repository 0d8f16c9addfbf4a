// Staged transfers in the table.
import type { Time } from '../../../domain/artifact.ts'
import type { Received, Removed, Upload, UploadRows } from '../../records.ts'
import { BlobsInTables } from '../engine/blobs.ts'
import type { Executor } from '../engine/engine.ts'
import type { UploadTable } from '../engine/schema.ts'
import { statement } from '../engine/statement.ts'
import { hashesIn, hashWords } from './versions.ts'

const find = statement<{ id: string }>()((db, param) =>
  db.selectFrom('upload').selectAll().where('id', '=', param('id')),
)

const receive = statement<{ id: string; now: Time; words: string | null } & Omit<Received, 'keyHashes'>>()(
  (db, param) =>
    db
      .updateTable('upload')
      .set({
        blob: param('blob'),
        received_size: param('size'),
        received_sha256: param('sha256'),
        key_hashes: param('words'),
      })
      .where('id', '=', param('id'))
      .where('blob', 'is', null)
      .where('spent_at', 'is', null)
      .where('expires_at', '>', param('now')),
)

const spend = statement<{ id: string; now: Time }>()((db, param) =>
  db
    .updateTable('upload')
    .set({ spent_at: param('now') })
    .where('id', '=', param('id'))
    .where('spent_at', 'is', null),
)

export class UploadsInTables implements UploadRows {
  readonly #x: Executor

  constructor(x: Executor) {
    this.#x = x
  }

  async find(id: string): Promise<Upload | null> {
    const row = await this.#x.first(find, { id })
    return row ? uploadOf(row) : null
  }

  async insert(upload: Upload): Promise<void> {
    const row: UploadTable = {
      id: upload.id,
      credential: upload.credential,
      organization_id: upload.organizationId,
      size_bytes: upload.sizeBytes,
      filename: upload.filename,
      announced_sha256: upload.announcedSha256,
      blob: upload.received?.blob ?? null,
      received_size: upload.received?.size ?? null,
      received_sha256: upload.received?.sha256 ?? null,
      key_hashes: hashWords(upload.received?.keyHashes),
      spent_at: upload.spentAt,
      created_at: upload.createdAt,
      expires_at: upload.expiresAt,
    }
    await this.#x.runOf(this.#x.engine.builder.insertInto('upload').values(row))
  }

  async receive(id: string, { keyHashes, ...received }: Received, now: Time): Promise<boolean> {
    return (await this.#x.run(receive, { id, ...received, words: hashWords(keyHashes), now })) === 1
  }

  async spend(id: string, now: Time): Promise<boolean> {
    return (await this.#x.run(spend, { id, now })) === 1
  }

  async removeEnded(before: Time, limit: number): Promise<Removed> {
    const db = this.#x.engine.builder
    const ended = db.selectFrom('upload').select('id').where('expires_at', '<', before).limit(limit)
    const removed = await this.#x.allOf(
      db.deleteFrom('upload').where('id', 'in', this.#x.engine.locks.freeRows(ended)).returning('blob'),
    )
    const blobs = removed.map(row => row.blob).filter(blob => blob !== null)
    const orphans = await new BlobsInTables(this.#x).orphans([...new Set(blobs)])
    return { count: removed.length, blobs: orphans }
  }
}

function uploadOf(row: UploadTable): Upload {
  return {
    id: row.id,
    credential: row.credential,
    organizationId: row.organization_id,
    sizeBytes: row.size_bytes,
    filename: row.filename,
    announcedSha256: row.announced_sha256,
    received: receivedIn(row),
    spentAt: row.spent_at,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
  }
}

function receivedIn({ blob, received_size, received_sha256, key_hashes }: UploadTable): Received | null {
  if (blob === null) return null
  const received = { blob, size: received_size!, sha256: received_sha256! }
  return key_hashes === null ? received : { ...received, keyHashes: hashesIn(key_hashes) }
}
