// What following needs: events found by their id and by their artifact, and versions that ask open pages to show them at once.
import type { Migration } from './migration.ts'

export const events: Migration = {
  statements: db => [
    db.schema.alterTable('version').addColumn('reload', 'integer', column => column.notNull().defaultTo(0)),
    db.schema.createIndex('event_id').on('event').column('id'),
    db.schema.createIndex('event_artifact').on('event').columns(['artifact_id', 'sequence']),
  ],
}
