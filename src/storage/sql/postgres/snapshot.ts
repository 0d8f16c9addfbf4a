// Reads rows of one moment from PostgreSQL: one transaction, and a cursor for each query.
import type pg from 'pg'
import type { ArchivedRow } from '../../records.ts'
import type { SnapshotQuery, SnapshotRows } from '../engine/engine.ts'
import { translated } from './errors.ts'

/** Milliseconds that a statement may take, and that what was read may take on its way. */
const PATIENCE = 600_000

const begin = `
  begin isolation level repeatable read read only;
  set local statement_timeout = ${PATIENCE};
  set local idle_in_transaction_session_timeout = ${PATIENCE}`

export async function* snapshot(
  pool: pg.Pool,
  queries: readonly SnapshotQuery[],
): AsyncGenerator<SnapshotRows> {
  const client = await pool.connect().catch(error => {
    throw translated(error)
  })
  let isClean = false
  try {
    await client.query(begin)
    for (const [index, query] of queries.entries())
      for await (const rows of portions(client, query)) yield { index, rows }
    await client.query('commit')
    isClean = true
  } catch (error) {
    throw translated(error)
  } finally {
    client.release(!isClean)
  }
}

async function* portions(
  client: pg.PoolClient,
  { sql, values, portion }: SnapshotQuery,
): AsyncGenerator<ArchivedRow[]> {
  const run = (text: string, given: readonly unknown[] = []) =>
    client.query({ text, values: given as unknown[], query_timeout: PATIENCE } as pg.QueryConfig)
  await run(`declare portions no scroll cursor for ${sql}`, values)
  for (;;) {
    const { rows } = await run(`fetch ${portion} from portions`)
    if (rows.length === 0) break
    yield rows
  }
  await run('close portions')
}
