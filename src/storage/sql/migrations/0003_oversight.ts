// What oversight needs: names and retention of audit rows, keys found in files, what is withheld and what was reported.
import type { ColumnBuilderCallback, Compilable } from 'kysely'
import type { Builder } from '../engine/schema.ts'
import type { Migration, TextType } from './migration.ts'

/** Rows from before retention was known stay for good. */
const FOREVER = 8_640_000_000_000_000

const required: ColumnBuilderCallback = column => column.notNull()

export const oversight: Migration = {
  statements: (db, text) => [...columns(db, text), ...tables(db, text), ...indexes(db)],
}

function columns(db: Builder, text: TextType): Compilable<unknown>[] {
  const of = (table: string) => db.schema.alterTable(table)
  return [
    of('audit').addColumn('author_name', text, column => column.notNull().defaultTo('')),
    of('audit').addColumn('kept_until', 'bigint', column => column.notNull().defaultTo(FOREVER)),
    of('version').addColumn('key_hashes', text),
    of('upload').addColumn('key_hashes', text),
    of('artifact').addColumn('withheld', text),
    of('artifact').addColumn('withheld_at', 'bigint'),
    of('artifact').addColumn('cleared_at', 'bigint'),
  ]
}

const tables = (db: Builder, text: TextType): Compilable<unknown>[] => [
  db.schema
    .createTable('blocked_file')
    .addColumn('sha256', text, required)
    .addColumn('artifact_id', text, required)
    .addColumn('created_at', 'bigint', required)
    .addPrimaryKeyConstraint('primary_blocked_file', ['sha256', 'artifact_id']),
  db.schema
    .createTable('report')
    .addColumn('artifact_id', text, column => column.notNull().references('artifact.id').onDelete('cascade'))
    .addColumn('network', text, required)
    .addColumn('created_at', 'bigint', required)
    .addPrimaryKeyConstraint('primary_report', ['artifact_id', 'network']),
]

const indexes = (db: Builder): Compilable<unknown>[] => [
  db.schema.createIndex('audit_by_kept_until').on('audit').column('kept_until'),
  db.schema.createIndex('artifact_by_organization_id_id').on('artifact').columns(['organization_id', 'id']),
  db.schema
    .createIndex('artifact_by_withheld_at')
    .on('artifact')
    .column('withheld_at')
    .where('withheld_at' as never, 'is not', null),
]
