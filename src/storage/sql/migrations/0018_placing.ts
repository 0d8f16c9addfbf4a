// Threads that are still to be anchored in a version that was saved: since when.
import type { Migration } from './migration.ts'

export const placing: Migration = {
  statements: db => [
    db.schema.alterTable('thread').addColumn('placing_since', 'bigint'),
    db.schema
      .createIndex('thread_by_placing_since')
      .on('thread')
      .column('placing_since')
      .where('placing_since', 'is not', null),
  ],
}
