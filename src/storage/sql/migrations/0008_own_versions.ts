// Beside the file that a rule or key sent last: the newest version that was such a file and held nothing of others.
import type { Migration } from './migration.ts'

export const ownVersions: Migration = {
  statements: db => [db.schema.alterTable('last_file').addColumn('own_number', 'bigint')],
}
