// The end of an artifact: everything it had goes, and the names of bytes nobody needs come back.
import type { Time } from '../../../domain/artifact.ts'
import type { Removed } from '../../records.ts'
import { BlobsInTables } from '../engine/blobs.ts'
import type { Executor } from '../engine/engine.ts'
import type { Builder } from '../engine/schema.ts'
import { statement } from '../engine/statement.ts'

interface PurgeQuery {
  trashedBefore: Time
  previewsExpiredBefore: Time
  hiddenBefore?: Time
  limit: number
}

const blobsOf = statement<{ id: string }>()((db, param) =>
  db
    .selectFrom('version')
    .select('blob')
    .where('artifact_id', '=', param('id'))
    .union(db.selectFrom('last_file').select('blob').where('artifact_id', '=', param('id'))),
)

/** Text, recipients, labels, versions, last files and a preview go with it by their foreign keys. */
const remove = statement<{ id: string }>()((db, param) =>
  db.deleteFrom('artifact').where('id', '=', param('id')),
)

export async function purge(x: Executor, query: PurgeQuery): Promise<Removed> {
  const ids = await ended(x, query)
  return { count: ids.length, blobs: await purgeArtifacts(x, ids) }
}

/** Removes the artifacts; answers the names of blobs no version names any more. */
export async function purgeArtifacts(x: Executor, ids: readonly string[]): Promise<string[]> {
  const blobs = new Set<string>()
  for (const id of ids) {
    for (const { blob } of await x.all(blobsOf, { id })) blobs.add(blob)
    await x.run(remove, { id })
  }
  return new BlobsInTables(x).orphans([...blobs])
}

async function ended(x: Executor, query: PurgeQuery): Promise<string[]> {
  const db = x.engine.builder
  const trashed = db
    .selectFrom('artifact')
    .select('id')
    .where('trashed_at', '<', query.trashedBefore)
    .where('hidden', 'is', null)
    .limit(query.limit)
  const rows = await x.allOf(x.engine.locks.freeRows(trashed))
  const previews = db
    .selectFrom('preview')
    .select('artifact_id as id')
    .where('claimed_at', 'is', null)
    .where('expires_at', '<', query.previewsExpiredBefore)
    .where('artifact_id', 'not in', hidden(db))
    .limit(query.limit)
  rows.push(...(await x.allOf(x.engine.locks.freeRows(previews))))
  const reviewed = hidden(db)
    .where('hidden_at', '<', query.hiddenBefore ?? 0)
    .limit(query.limit)
  rows.push(...(await x.allOf(x.engine.locks.freeRows(reviewed))))
  return [...new Set(rows.map(row => row.id))].slice(0, query.limit)
}

/** Kept for review, whatever else would end it. */
const hidden = (db: Builder) => db.selectFrom('artifact').select('id').where('hidden_at', 'is not', null)
