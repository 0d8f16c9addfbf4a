// Notices of threads, how often people want them, and the address that stops a mail.
import type { ColumnBuilderCallback, Compilable } from 'kysely'
import type { Builder } from '../engine/schema.ts'
import type { Migration, TextType } from './migration.ts'

const required: ColumnBuilderCallback = column => column.notNull()

export const notices: Migration = {
  statements: (db, text) => [
    noticeTable(db, text),
    db.schema.createIndex('notice_by_due').on('notice').columns(['due_at', 'person_id']),
    db.schema.createIndex('notice_by_person').on('notice').columns(['person_id', 'due_at']),
    paceTable(db, text),
    db.schema.alterTable('outbox').addColumn('stop_url', text),
  ],
}

const noticeTable = (db: Builder, text: TextType): Compilable<unknown> =>
  db.schema
    .createTable('notice')
    .addColumn('id', text, column => column.notNull().primaryKey())
    .addColumn('person_id', text, column => column.notNull().references('person.id').onDelete('cascade'))
    .addColumn('short_id', text, required)
    .addColumn('thread_id', text, required)
    .addColumn('comment_id', text)
    .addColumn('kind', text, required)
    .addColumn('by_name', text, required)
    .addColumn('actor_type', text, required)
    .addColumn('actor_name', text)
    .addColumn('created_at', 'bigint', required)
    .addColumn('due_at', 'bigint', required)

const paceTable = (db: Builder, text: TextType): Compilable<unknown> =>
  db.schema
    .createTable('notice_pace')
    .addColumn('person_id', text, column =>
      column.notNull().primaryKey().references('person.id').onDelete('cascade'),
    )
    .addColumn('pace', text, required)
