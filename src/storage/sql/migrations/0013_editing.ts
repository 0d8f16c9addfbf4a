// Who edits which page at the moment: one row that ends by itself for each person and page.
import type { Migration } from './migration.ts'

export const editing: Migration = {
  statements: (db, text) => [
    db.schema
      .createTable('editing')
      .addColumn('artifact_id', text, column =>
        column.notNull().references('artifact.id').onDelete('cascade'),
      )
      .addColumn('person_id', text, column => column.notNull().references('person.id').onDelete('cascade'))
      .addColumn('since', 'bigint', column => column.notNull())
      .addColumn('until', 'bigint', column => column.notNull())
      .addPrimaryKeyConstraint('primary_editing', ['artifact_id', 'person_id']),
    db.schema.createIndex('editing_by_until').on('editing').column('until'),
    db.schema.createIndex('editing_by_person_id').on('editing').column('person_id'),
  ],
}
