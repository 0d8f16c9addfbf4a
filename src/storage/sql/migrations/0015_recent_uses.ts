// Limits remember when each of the last uses was, so that their windows slide; counts of fixed windows go.
import type { ColumnBuilderCallback } from 'kysely'
import type { Migration } from './migration.ts'

const required: ColumnBuilderCallback = column => column.notNull()

export const recentUses: Migration = {
  statements: (db, text) => [
    db.schema
      .createTable('recent_use')
      .addColumn('name', text, column => column.notNull().primaryKey())
      .addColumn('moments', text, required)
      .addColumn('ends_at', 'bigint', required),
    db.schema.createIndex('recent_use_by_ends_at').on('recent_use').columns(['ends_at']),
    db.schema.dropTable('rate'),
  ],
}
