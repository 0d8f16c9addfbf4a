// Reads rows of one moment from a SQLite file, on a connection of its own, while others write.
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { ArchivedRow } from '../../records.ts'
import type { SnapshotQuery, SnapshotRows } from '../engine/engine.ts'
import { SqliteConnection } from './connection.ts'
import { translated } from './errors.ts'

export async function* snapshot(
  file: string,
  queries: readonly SnapshotQuery[],
): AsyncGenerator<SnapshotRows> {
  const connection = await SqliteConnection.open(file)
  try {
    connection.exec('PRAGMA query_only=ON')
    connection.exec('BEGIN')
    for (const [index, query] of queries.entries())
      for await (const rows of portions(connection, query)) yield { index, rows }
  } catch (error) {
    throw translated(error)
  } finally {
    connection.close()
  }
}

/** Other work of the process has its turn between two portions. */
async function* portions(
  connection: SqliteConnection,
  { sql, values, portion }: SnapshotQuery,
): AsyncGenerator<ArchivedRow[]> {
  let rows: ArchivedRow[] = []
  for (const row of connection.rows(sql, values)) {
    if (rows.push(row as ArchivedRow) < portion) continue
    yield rows
    rows = []
    await nextTurn()
  }
  if (rows.length > 0) yield rows
}
