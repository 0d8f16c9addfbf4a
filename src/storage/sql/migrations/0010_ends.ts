// What ended is found by when it ended, so that a sweep costs what it removes and not what there is.
import type { Compilable } from 'kysely'
import type { Builder } from '../engine/schema.ts'
import type { Migration } from './migration.ts'

export const ends: Migration = {
  statements: db => [
    index(db, 'session', 'last_seen_at'),
    index(db, 'one_time_code', 'expires_at'),
    index(db, 'api_key', 'expires_at'),
    index(db, 'api_key', 'revoked_at'),
    index(db, 'half_sign_in', 'expires_at'),
    index(db, 'used_passage', 'expires_at'),
    index(db, 'factor', 'confirmed_at', 'created_at'),
  ],
}

const index = (db: Builder, table: string, ...columns: string[]): Compilable<unknown> =>
  db.schema
    .createIndex(`${table}_by_${columns.join('_')}`)
    .on(table)
    .columns(columns)
