// Organizations in full: their end, invitations, proof of domains, and who was a member before.
import type { ColumnBuilderCallback, Compilable } from 'kysely'
import type { Builder } from '../engine/schema.ts'
import type { Migration, TextType } from './migration.ts'

const required: ColumnBuilderCallback = column => column.notNull()
const partOf =
  (target: string): ColumnBuilderCallback =>
  column =>
    column.notNull().references(target).onDelete('cascade')

export const organizations: Migration = {
  statements: (db, text) => [...ends(db), ...domains(db, text), ...tables(db, text), ...indexes(db)],
}

const ends = (db: Builder): Compilable<unknown>[] => [
  db.schema.alterTable('organization').addColumn('delete_at', 'bigint'),
]

/** Anybody may name a domain; only one organization can have it verified. */
const domains = (db: Builder, text: TextType): Compilable<unknown>[] => [
  db.schema.alterTable('domain').addColumn('token', text as 'text', column => column.notNull().defaultTo('')),
  db.schema.dropIndex('domain_by_name'),
  verifiedNames(db),
  db.schema
    .createIndex('domain_by_organization_id_name')
    .on('domain')
    .columns(['organization_id', 'name'])
    .unique(),
]

const verifiedNames = (db: Builder): Compilable<unknown> =>
  db.schema
    .createIndex('domain_by_verified_name')
    .on('domain')
    .columns(['name'] as string[])
    .unique()
    .where('verified_at', 'is not', null)

const tables = (db: Builder, text: TextType): Compilable<unknown>[] => [
  db.schema
    .createTable('invitation')
    .addColumn('id', text as 'text', column => column.notNull().primaryKey())
    .addColumn('organization_id', text as 'text', partOf('organization.id'))
    .addColumn('email', text as 'text', required)
    .addColumn('role', text as 'text', required)
    .addColumn('code_hash', text as 'text', required)
    .addColumn('inviter_id', text as 'text', partOf('person.id'))
    .addColumn('created_at', 'bigint', required)
    .addColumn('expires_at', 'bigint', required)
    .addColumn('accepted_at', 'bigint'),
  db.schema
    .createTable('former_member')
    .addColumn('organization_id', text as 'text', partOf('organization.id'))
    .addColumn('email', text as 'text', required)
    .addColumn('left_at', 'bigint', required)
    .addPrimaryKeyConstraint('primary_former_member', ['organization_id', 'email']),
]

const indexes = (db: Builder): Compilable<unknown>[] => [
  db.schema
    .createIndex('organization_by_delete_at')
    .on('organization')
    .columns(['delete_at'] as string[])
    .where('delete_at', 'is not', null),
  db.schema
    .createIndex('membership_by_organization_id_created_at')
    .on('membership')
    .columns(['organization_id', 'created_at', 'person_id']),
  db.schema.createIndex('invitation_by_code_hash').on('invitation').columns(['code_hash']).unique(),
  db.schema.createIndex('invitation_by_email').on('invitation').columns(['email']),
  db.schema
    .createIndex('invitation_by_organization_id')
    .on('invitation')
    .columns(['organization_id', 'created_at', 'id']),
  db.schema.createIndex('session_by_organization_id').on('session').columns(['organization_id', 'person_id']),
]
