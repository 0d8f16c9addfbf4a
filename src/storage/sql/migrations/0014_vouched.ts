// Half sign-ins remember the account at a provider that is to be linked.
import type { Migration } from './migration.ts'

export const vouched: Migration = {
  statements: (db, text) => [db.schema.alterTable('half_sign_in').addColumn('vouched', text)],
}
