// Artifacts with their versions, previews, uploads, who edits them, and what the operator hid.
import type { Compilable } from 'kysely'
import {
  type Indexes,
  key,
  one,
  optional,
  partOf,
  pointsAt,
  type Tables,
  type TableWriter,
  zero,
} from './table-writer.ts'

export const artifactTables = (table: Tables): TableWriter[] => [
  table('artifact')
    .text('id', key)
    .text('short_id')
    .text('organization_id', pointsAt('organization.id', optional))
    .text('owner_id', pointsAt('person.id', optional))
    .text('name')
    .text('name_key')
    .text('format')
    .text('visibility')
    .text('theme')
    .whole('version')
    .whole('size')
    .text('sha256')
    .bit('history_visible', zero)
    .bit('comments_shared', zero)
    .whole('open_threads', zero)
    .whole('comment_sequence', zero)
    .whole('settings', one)
    .whole('created_at')
    .whole('updated_at')
    .whole('expires_at', optional)
    .whole('trashed_at', optional)
    .text('hidden', optional)
    .whole('hidden_at', optional)
    .whole('cleared_at', optional),
  table('recipient')
    .text('artifact_id', partOf('artifact.id'))
    .text('email')
    .primaryKey('artifact_id', 'email'),
  table('label').text('artifact_id', partOf('artifact.id')).text('name').primaryKey('artifact_id', 'name'),
  table('version')
    .text('artifact_id', partOf('artifact.id'))
    .whole('number')
    .text('blob')
    .whole('size')
    .text('sha256')
    .text('format')
    .text('note', optional)
    .text('author_id', optional)
    .text('author_name')
    .text('actor_type')
    .text('actor_name', optional)
    .whole('restored_from', optional)
    .text('key_hashes', optional)
    .bit('reload', zero)
    .whole('created_at')
    .primaryKey('artifact_id', 'number'),
  table('preview')
    .text('artifact_id', partOf('artifact.id', key))
    .text('claim_hash')
    .whole('expires_at')
    .whole('claimed_at', optional),
  table('upload')
    .text('id', key)
    .text('credential', optional)
    .text('organization_id', optional)
    .whole('size_bytes')
    .text('filename', optional)
    .text('announced_sha256', optional)
    .text('blob', optional)
    .whole('received_size', optional)
    .text('received_sha256', optional)
    .text('key_hashes', optional)
    .whole('spent_at', optional)
    .whole('created_at')
    .whole('expires_at'),
  table('editing')
    .text('artifact_id', partOf('artifact.id'))
    .text('person_id', partOf('person.id'))
    .whole('since')
    .whole('until')
    .primaryKey('artifact_id', 'person_id'),
  table('access_request')
    .text('id', key)
    .text('short_id')
    .text('email')
    .text('message', optional)
    .whole('created_at'),
  table('blocked_sender')
    .text('person_id', partOf('person.id'))
    .text('email')
    .whole('created_at')
    .primaryKey('person_id', 'email'),
  table('blocked_file')
    .text('sha256')
    .text('artifact_id')
    .whole('created_at')
    .primaryKey('sha256', 'artifact_id'),
  table('report')
    .text('artifact_id', partOf('artifact.id'))
    .text('network')
    .whole('created_at')
    .primaryKey('artifact_id', 'network'),
]

export function artifactIndexes(index: Indexes): Compilable<unknown>[] {
  const live = (...columns: string[]) =>
    index('artifact', 'organization_id', ...columns, 'id').where('trashed_at', 'is', null)
  return [
    index('artifact', 'short_id').unique(),
    live('visibility', 'updated_at'),
    live('visibility', 'created_at'),
    live('visibility', 'name_key'),
    live('owner_id', 'updated_at'),
    live('owner_id', 'created_at'),
    live('owner_id', 'name_key'),
    index('artifact', 'organization_id', 'updated_at', 'id').where('trashed_at', 'is not', null),
    index('artifact', 'organization_id', 'id'),
    index('artifact', 'trashed_at').where('trashed_at', 'is not', null),
    index('artifact', 'expires_at').where('expires_at', 'is not', null),
    index('artifact', 'hidden_at').where('hidden_at', 'is not', null),
    index('recipient', 'email', 'artifact_id'),
    index('label', 'name', 'artifact_id'),
    index('version', 'blob'),
    index('preview', 'claim_hash').unique(),
    index('preview', 'expires_at'),
    index('upload', 'expires_at'),
    index('upload', 'blob'),
    index('editing', 'until'),
    index('editing', 'person_id'),
  ]
}
