// Second factors: the sealed secret, recovery codes, and sign-ins that wait for them.
import type { ColumnBuilderCallback, Compilable } from 'kysely'
import type { Builder } from '../engine/schema.ts'
import type { Migration, TextType } from './migration.ts'

const required: ColumnBuilderCallback = column => column.notNull()
const key: ColumnBuilderCallback = column => column.notNull().primaryKey()

export const factors: Migration = {
  statements: (db, text) => [
    factorTable(db, text),
    recoveryTable(db, text),
    halfTable(db, text),
    db.schema.createIndex('half_sign_in_by_token_hash').on('half_sign_in').columns(['token_hash']).unique(),
  ],
}

const factorTable = (db: Builder, text: TextType): Compilable<unknown> =>
  db.schema
    .createTable('factor')
    .addColumn('person_id', text, column => key(column).references('person.id').onDelete('cascade'))
    .addColumn('sealed', text, required)
    .addColumn('last_step', 'bigint', required)
    .addColumn('created_at', 'bigint', required)
    .addColumn('confirmed_at', 'bigint')

const recoveryTable = (db: Builder, text: TextType): Compilable<unknown> =>
  db.schema
    .createTable('recovery_code')
    .addColumn('person_id', text, column =>
      column.notNull().references('factor.person_id').onDelete('cascade'),
    )
    .addColumn('code_hash', text, required)
    .addColumn('spent_at', 'bigint')
    .addPrimaryKeyConstraint('primary_recovery_code', ['person_id', 'code_hash'])

const halfTable = (db: Builder, text: TextType): Compilable<unknown> =>
  db.schema
    .createTable('half_sign_in')
    .addColumn('id', text, key)
    .addColumn('token_hash', text, required)
    .addColumn('email', text, required)
    .addColumn('short_id', text)
    .addColumn('tries', 'integer', required)
    .addColumn('created_at', 'bigint', required)
    .addColumn('expires_at', 'bigint', required)
