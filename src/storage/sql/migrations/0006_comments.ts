// Comments, the threads they form, who is named in them, and whether readers from outside see them.
import type { ColumnBuilderCallback, Compilable } from 'kysely'
import type { Builder } from '../engine/schema.ts'
import type { Migration, TextType } from './migration.ts'

const required: ColumnBuilderCallback = column => column.notNull()
const zero: ColumnBuilderCallback = column => column.notNull().defaultTo(0)
const goesWith =
  (target: string): ColumnBuilderCallback =>
  column =>
    column.notNull().references(target).onDelete('cascade')

export const comments: Migration = {
  texts: 'comments',
  statements: (db, text) => [
    db.schema.alterTable('artifact').addColumn('comments_shared', 'smallint', zero),
    db.schema.alterTable('artifact').addColumn('comment_sequence', 'bigint', zero),
    commentTable(db, text),
    threadTable(db, text),
    mentionTable(db, text),
    ...indexes(db),
  ],
}

const commentTable = (db: Builder, text: TextType): Compilable<unknown> =>
  db.schema
    .createTable('comment')
    .addColumn('id', text, column => column.notNull().primaryKey())
    .addColumn('artifact_id', text, goesWith('artifact.id'))
    .addColumn('parent_id', text, column => column.references('comment.id').onDelete('cascade'))
    .addColumn('sequence', 'bigint', required)
    .addColumn('body', text, required)
    .addColumn('author_id', text)
    .addColumn('author_name', text, required)
    .addColumn('author_kind', text, required)
    .addColumn('credential', text)
    .addColumn('actor_type', text, required)
    .addColumn('actor_name', text)
    .addColumn('created_at', 'bigint', required)
    .addColumn('edited_at', 'bigint')
    .addColumn('deleted_at', 'bigint')

const threadTable = (db: Builder, text: TextType): Compilable<unknown> =>
  db.schema
    .createTable('thread')
    .addColumn('id', text, column =>
      column.notNull().primaryKey().references('comment.id').onDelete('cascade'),
    )
    .addColumn('artifact_id', text, goesWith('artifact.id'))
    .addColumn('sequence', 'bigint', required)
    .addColumn('status', text, required)
    .addColumn('anchor', text)
    .addColumn('anchor_state', text, required)
    .addColumn('anchor_version', 'bigint', required)
    .addColumn('place_start', 'bigint')
    .addColumn('place_end', 'bigint')
    .addColumn('place_text', text)
    .addColumn('place_prefix', text)
    .addColumn('place_suffix', text)
    .addColumn('source_start', 'bigint')
    .addColumn('source_end', 'bigint')
    .addColumn('source_line', 'bigint')
    .addColumn('created_on_version', 'bigint', required)
    .addColumn('resolver_id', text)
    .addColumn('resolver_name', text)
    .addColumn('resolved_at', 'bigint')
    .addColumn('resolved_on_version', 'bigint')
    .addColumn('active_at', 'bigint', required)

const mentionTable = (db: Builder, text: TextType): Compilable<unknown> =>
  db.schema
    .createTable('mention')
    .addColumn('comment_id', text, goesWith('comment.id'))
    .addColumn('person_id', text, required)
    .addColumn('name', text, required)
    .addPrimaryKeyConstraint('primary_mention', ['comment_id', 'person_id'])

const indexes = (db: Builder): Compilable<unknown>[] => [
  db.schema.createIndex('comment_by_artifact_id').on('comment').column('artifact_id'),
  db.schema.createIndex('comment_by_parent_id').on('comment').columns(['parent_id', 'sequence']),
  db.schema.createIndex('thread_by_artifact_id').on('thread').columns(['artifact_id', 'status', 'sequence']),
  db.schema.createIndex('mention_by_person_id').on('mention').column('person_id'),
]
