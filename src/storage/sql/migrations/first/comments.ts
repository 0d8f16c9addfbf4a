// Comments, the threads they form, and who is named in them.
import type { Compilable } from 'kysely'
import { type Indexes, key, optional, partOf, type Tables, type TableWriter } from './table-writer.ts'

export const commentTables = (table: Tables): TableWriter[] => [
  table('comment')
    .text('id', key)
    .text('artifact_id', partOf('artifact.id'))
    .text('parent_id', partOf('comment.id', optional))
    .whole('sequence')
    .text('body')
    .text('author_id', optional)
    .text('author_name')
    .text('author_kind')
    .text('credential', optional)
    .text('actor_type')
    .text('actor_name', optional)
    .whole('created_at')
    .whole('edited_at', optional)
    .whole('deleted_at', optional),
  table('thread')
    .text('id', partOf('comment.id', key))
    .text('artifact_id', partOf('artifact.id'))
    .whole('sequence')
    .text('status')
    .text('anchor', optional)
    .text('anchor_state')
    .whole('anchor_version')
    .whole('place_start', optional)
    .whole('place_end', optional)
    .text('place_text', optional)
    .text('place_prefix', optional)
    .text('place_suffix', optional)
    .whole('source_start', optional)
    .whole('source_end', optional)
    .whole('source_line', optional)
    .whole('created_on_version')
    .text('resolver_id', optional)
    .text('resolver_name', optional)
    .whole('resolved_at', optional)
    .whole('resolved_on_version', optional)
    .whole('active_at')
    .whole('placing_since', optional),
  table('mention')
    .text('comment_id', partOf('comment.id'))
    .text('person_id')
    .text('name')
    .primaryKey('comment_id', 'person_id'),
]

export const commentIndexes = (index: Indexes): Compilable<unknown>[] => [
  index('comment', 'artifact_id'),
  index('comment', 'parent_id', 'sequence'),
  index('thread', 'artifact_id', 'status', 'sequence'),
  index('thread', 'placing_since').where('placing_since', 'is not', null),
  index('mention', 'person_id'),
]
