// Reads the tables of a store, or what belongs to one organization, at one moment.
import { type RawBuilder, sql } from 'kysely'
import type { TableRows } from '../../records.ts'
import type { Engine } from '../engine/engine.ts'
import type { Builder } from '../engine/schema.ts'
import { type ArchivedTable, archivedTables } from './tables.ts'

const PORTION = 500

export async function* readArchive(engine: Engine, organizationId?: string): AsyncIterable<TableRows> {
  const tables = archivedTables.filter(table => organizationId === undefined || table.ofOrganization)
  const queries = tables.map(table => ({
    ...queryOf(engine.builder, table, organizationId),
    portion: table.portion ?? PORTION,
  }))
  for await (const { index, rows } of engine.snapshot(queries)) {
    const { name, exported } = tables[index]!
    yield { table: name, rows: exported && organizationId !== undefined ? rows.map(exported) : rows }
  }
}

function queryOf(builder: Builder, table: ArchivedTable, organizationId: string | undefined) {
  const columns = table.columns ? sql.join(table.columns.map(name => sql.ref(name))) : sql`*`
  const conditions: RawBuilder<unknown>[] = [
    ...(table.where ? [sql.raw(table.where)] : []),
    ...(organizationId === undefined ? [] : [table.ofOrganization!(organizationId)]),
  ]
  const where = conditions.length > 0 ? sql`where ${sql.join(conditions, sql` and `)}` : sql``
  const query = sql`select ${columns} from ${sql.table(table.name)} ${where}`.compile(builder)
  return { sql: query.sql, values: query.parameters as (string | number)[] }
}
