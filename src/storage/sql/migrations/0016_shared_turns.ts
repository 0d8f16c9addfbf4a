// New organizations and previews share the turn of the network they came from: its keyed digest, until they have their own.
import type { Migration } from './migration.ts'

export const sharedTurns: Migration = {
  statements: (db, text) => [
    db.schema
      .createTable('shared_turn')
      .addColumn('subject_id', text, column => column.notNull().primaryKey())
      .addColumn('network', text, column => column.notNull())
      .addColumn('until', 'bigint', column => column.notNull()),
    db.schema.createIndex('shared_turn_by_until').on('shared_turn').column('until'),
  ],
}
