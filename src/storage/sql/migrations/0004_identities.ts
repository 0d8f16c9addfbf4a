// Sign-in by provider: who is known by which issuer and subject, how a session began, and which answers were used.
import type { ColumnBuilderCallback, Compilable } from 'kysely'
import type { Builder } from '../engine/schema.ts'
import type { Migration, TextType } from './migration.ts'

const required: ColumnBuilderCallback = column => column.notNull()

export const identities: Migration = {
  statements: (db, text) => [
    db.schema.alterTable('session').addColumn('provider', text),
    ...tables(db, text),
    db.schema.createIndex('identity_by_person_id').on('identity').column('person_id'),
  ],
}

const tables = (db: Builder, text: TextType): Compilable<unknown>[] => [
  db.schema
    .createTable('identity')
    .addColumn('issuer', text, required)
    .addColumn('subject', text, required)
    .addColumn('provider', text, required)
    .addColumn('person_id', text, column => column.notNull().references('person.id').onDelete('cascade'))
    .addColumn('created_at', 'bigint', required)
    .addColumn('last_used_at', 'bigint', required)
    .addPrimaryKeyConstraint('primary_identity', ['issuer', 'subject']),
  db.schema
    .createTable('used_passage')
    .addColumn('id', text, column => column.notNull().primaryKey())
    .addColumn('expires_at', 'bigint', required),
]
