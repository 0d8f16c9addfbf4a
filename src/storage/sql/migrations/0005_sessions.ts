// Sessions that people can tell apart and that know when their address was last proven.
import type { Compilable } from 'kysely'
import type { Builder } from '../engine/schema.ts'
import type { Migration, TextType } from './migration.ts'

export const sessions: Migration = {
  statements: (db, text) => [
    ...columns(db, text),
    db.updateTable('session').set(eb => ({ proved_at: eb.ref('created_at') })),
  ],
}

function columns(db: Builder, text: TextType): Compilable<unknown>[] {
  const session = () => db.schema.alterTable('session')
  return [
    session().addColumn('client', text as 'text'),
    session().addColumn('network', text as 'text'),
    session().addColumn('proved_at', 'bigint', column => column.notNull().defaultTo(0)),
  ]
}
