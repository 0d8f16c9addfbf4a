// Requests for access that wait to be looked at, senders who are blocked, and addresses that want no mail about sharing.
import type { ColumnBuilderCallback, Compilable } from 'kysely'
import type { Builder } from '../engine/schema.ts'
import type { Migration, TextType } from './migration.ts'

const required: ColumnBuilderCallback = column => column.notNull()

export const accessRequests: Migration = {
  statements: (db, text) => [requestTable(db, text), blockTable(db, text), stopTable(db, text)],
}

const requestTable = (db: Builder, text: TextType): Compilable<unknown> =>
  db.schema
    .createTable('access_request')
    .addColumn('id', text, column => column.notNull().primaryKey())
    .addColumn('short_id', text, required)
    .addColumn('email', text, required)
    .addColumn('message', text)
    .addColumn('created_at', 'bigint', required)

const blockTable = (db: Builder, text: TextType): Compilable<unknown> =>
  db.schema
    .createTable('blocked_sender')
    .addColumn('person_id', text, column => column.notNull().references('person.id').onDelete('cascade'))
    .addColumn('email', text, required)
    .addColumn('created_at', 'bigint', required)
    .addPrimaryKeyConstraint('blocked_sender_key', ['person_id', 'email'])

const stopTable = (db: Builder, text: TextType): Compilable<unknown> =>
  db.schema
    .createTable('mail_stop')
    .addColumn('address_hash', text, column => column.notNull().primaryKey())
    .addColumn('created_at', 'bigint', required)
