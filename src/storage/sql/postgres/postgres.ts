// The records in PostgreSQL, shared by any number of nodes.
import { setTimeout as sleep } from 'node:timers/promises'
import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  sql,
} from 'kysely'
import type pg from 'pg'
import { Problem } from '../../../domain/problem.ts'
import type { Records } from '../../records.ts'
import type { Engine } from '../engine/engine.ts'
import type { Builder, Schema } from '../engine/schema.ts'
import type { Compiled, Locks } from '../engine/statement.ts'
import { ensureSchema, type MigrationDialect, type RequiredSchema } from '../migrations/migrate.ts'
import { recordsOf } from '../records.ts'
import { connectOnce, openPool, PostgresReading, PostgresWriting, transaction } from './connection.ts'
import { isDown, isMissingTable } from './errors.ts'
import { isShared } from './session.ts'
import { snapshot } from './snapshot.ts'
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

const CLOCK = 'select extract(epoch from clock_timestamp()) * 1000 as now'

const SIZE = 'select pg_database_size(current_database()) as bytes'

/** Milliseconds for which a start waits for a server that does not answer yet, and between two tries. */
const START = { patience: 60_000, pause: 1000 }

/**
 * Connects, and brings the database to the schema of this program or refuses it.
 * @param waits is told of each wait for a server that does not answer; without it, that fails at once
 */
export async function openPostgres(
  url: string,
  required: RequiredSchema,
  waits?: () => void,
): Promise<Records> {
  const began = performance.now()
  for (;;) {
    const pool = openPool(url)
    try {
      return recordsOf(await engineOf(pool, required))
    } catch (error) {
      await pool.end()
      const mayCome = error instanceof Problem && isDown(error.cause)
      if (!waits || !mayCome || performance.now() - began > START.patience) throw error
      waits()
      await sleep(START.pause)
    }
  }
}

async function engineOf(pool: pg.Pool, required: RequiredSchema): Promise<Engine> {
  const compiled = new Map<object, Compiled>()
  await connectOnce(pool)
  const writing = (client: pg.PoolClient) => new PostgresWriting(parts, compiled, client, isShared(pool))
  const reading = new PostgresReading(parts, compiled, pool)
  const migrating: MigrationDialect = {
    text: sql`text collate "C"`,
    textTables,
    exclusive: work =>
      transaction(pool, writing, async x => {
        await x.takeTime()
        await x.select('select pg_advisory_xact_lock($1)', [MIGRATION_LOCK])
        return work(x)
      }),
  }
  const schema = await ensureSchema(migrating, reading, isMissingTable, required)
  return {
    ...parts,
    reading,
    schema,
    kept: null,
    unit: work => transaction(pool, writing, work),
    snapshot: queries => snapshot(pool, queries),
    load: work =>
      transaction(pool, writing, async x => {
        await x.takeTime()
        return work(x)
      }),
    async ready() {
      await reading.select('select version from schema_version', [])
    },
    async now() {
      const [row] = await reading.select(CLOCK, [])
      return Math.round(Number((row as { now: string }).now))
    },
    async measure() {
      const [row] = await reading.select(SIZE, [])
      const { totalCount: open, idleCount: idle, waitingCount: waiting } = pool
      return { databaseBytes: Number((row as { bytes: string }).bytes), connections: { open, idle, waiting } }
    },
    room: async () => Number.POSITIVE_INFINITY,
    close: () => pool.end(),
  }
}
