// The records in PostgreSQL, shared by any number of nodes.
import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  sql,
} from 'kysely'
import type pg from 'pg'
import type { Records } from '../../records.ts'
import type { Engine } from '../engine/engine.ts'
import type { Builder, Schema } from '../engine/schema.ts'
import type { Compiled, Locks } from '../engine/statement.ts'
import { migrate } from '../migrations/migrate.ts'
import { recordsOf } from '../records.ts'
import { openPool, PostgresReading, PostgresWriting, transaction } from './connection.ts'
import { postgresText, textTables } from './text.ts'

const builder: Builder = new Kysely<Schema>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: db => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
})

const locks: Locks = {
  rows: query => query.forNoKeyUpdate() as typeof query,
  removal: query => query.forUpdate() as typeof query,
  presence: query => query.forKeyShare() as typeof query,
  freeRows: query => (query.forNoKeyUpdate() as typeof query).skipLocked() as typeof query,
}

const parts = { builder, locks, text: postgresText }

/** Any number that nothing else in the database uses: "rect". */
const MIGRATION_LOCK = 0x72656374

/** Connects, and brings the database to the schema of this program. */
export async function openPostgres(url: string): Promise<Records> {
  const pool = openPool(url)
  try {
    return recordsOf(await engineOf(pool))
  } catch (error) {
    await pool.end()
    throw error
  }
}

async function engineOf(pool: pg.Pool): Promise<Engine> {
  const compiled = new Map<object, Compiled>()
  const writing = (client: pg.PoolClient) => new PostgresWriting(parts, compiled, client)
  const reading = new PostgresReading(parts, compiled, pool)
  await migrate({
    text: sql`text collate "C"`,
    textTables,
    exclusive: work =>
      transaction(pool, writing, async x => {
        await x.takeTime()
        await x.select('select pg_advisory_xact_lock($1)', [MIGRATION_LOCK])
        return work(x)
      }),
  })
  return {
    ...parts,
    reading,
    unit: work => transaction(pool, writing, work),
    async ready() {
      await reading.select('select version from schema_version', [])
    },
    close: () => pool.end(),
  }
}
