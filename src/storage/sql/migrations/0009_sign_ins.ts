// Codes of one address beside each other, one for each browser that asked; sessions that the setup link began.
import type { ColumnBuilderCallback, Compilable } from 'kysely'
import type { Builder } from '../engine/schema.ts'
import type { Migration, TextType } from './migration.ts'

const required: ColumnBuilderCallback = column => column.notNull()

/** Codes in flight are let go with the old table: they end after ten minutes anyway, and are asked for again. */
export const signIns: Migration = {
  statements: (db, text) => [
    db.schema.dropTable('one_time_code'),
    codeTable(db, text),
    db.schema.alterTable('session').addColumn('by_setup', 'integer', column => column.notNull().defaultTo(0)),
  ],
}

/** The empty handle stands for a code that works in any browser. */
const codeTable = (db: Builder, text: TextType): Compilable<unknown> =>
  db.schema
    .createTable('one_time_code')
    .addColumn('email', text, required)
    .addColumn('handle_hash', text, required)
    .addColumn('id', text, required)
    .addColumn('code_hash', text, required)
    .addColumn('short_id', text)
    .addColumn('tries', 'integer', required)
    .addColumn('created_at', 'bigint', required)
    .addColumn('expires_at', 'bigint', required)
    .addColumn('spent_at', 'bigint')
    .addPrimaryKeyConstraint('primary_one_time_code', ['email', 'handle_hash'])
