// The records in one SQLite file: the embedded store, also shared by several processes of one machine.
import { open } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { DummyDriver, Kysely, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from 'kysely'
import { makeFolders } from '../../make-folders.ts'
import type { Records } from '../../records.ts'
import type { Engine } from '../engine/engine.ts'
import type { Builder, Schema } from '../engine/schema.ts'
import type { Compiled, Locks } from '../engine/statement.ts'
import { type MigrationDialect, migrate, requireCurrentSchema } from '../migrations/migrate.ts'
import { recordsOf } from '../records.ts'
import { Batches } from './batches.ts'
import { retryWhileBusy, SqliteConnection, SqliteExecutor } from './connection.ts'
import { isMissingTable } from './errors.ts'
import { SqliteIndexer } from './indexer.ts'
import { ReadCoalescer, SqliteReader } from './read-coalescer.ts'
import { type Freshness, SqliteText, textTables } from './text.ts'

const builder: Builder = new Kysely<Schema>({
  dialect: {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: db => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  },
})

/** A transaction has the whole file to itself: there are no rows to lock. */
const locks: Locks = {
  rows: query => query,
  removal: query => query,
  presence: query => query,
  freeRows: query => query,
}

const SIZE = 'select page_count * page_size as bytes from pragma_page_count(), pragma_page_size()'

/** Opens the file, making it where it is missing, and brings it to the schema of this program or refuses it. */
export async function openSqlite(path: string, migrates: boolean): Promise<Records> {
  const file = resolve(path)
  await makePrivate(file)
  const writer = await SqliteConnection.open(file)
  try {
    return recordsOf(await engineOf(file, writer, migrates))
  } catch (error) {
    writer.close()
    throw error
  }
}

/** What people publish is nobody else's on this machine; SQLite gives its other files the mode of the first. */
async function makePrivate(file: string): Promise<void> {
  await makeFolders(dirname(file))
  const handle = await open(file, 'a', 0o600)
  await handle.close()
}

async function engineOf(file: string, writer: SqliteConnection, migrates: boolean): Promise<Engine> {
  const compiled = new Map<object, Compiled>()
  const freshness: Freshness = { wake: () => indexer.wake(), catchUp: x => indexer.catchUp(x) }
  const parts = { builder, locks, text: new SqliteText(freshness) }
  const writing = () => new SqliteExecutor(parts, compiled, writer)
  const migrating: MigrationDialect = {
    text: 'text',
    textTables,
    exclusive: work => exclusive(writer, () => work(writing())),
  }
  await (migrates ? migrate(migrating) : requireCurrentSchema(writing(), isMissingTable))
  // Waiting for another process must not block the event loop: the writer repeats BEGIN itself.
  writer.exec('PRAGMA busy_timeout=0')
  const reader = await SqliteConnection.open(file)
  reader.exec('PRAGMA query_only=ON')
  const reads = new ReadCoalescer(reader)
  const reading = new SqliteReader(parts, compiled, reads)
  const batches = new Batches(writer, writing)
  const indexer = new SqliteIndexer(work => batches.add(work), reading)
  indexer.wake()
  return {
    ...parts,
    reading,
    unit: work => batches.add(work),
    async ready() {
      if (batches.failure) throw batches.failure
      reader.select('select version from schema_version', [])
    },
    // The file is on this machine, or on one whose lock it shares.
    now: async () => Date.now(),
    async measure() {
      const [row] = reader.select(SIZE, [])
      return { databaseBytes: (row as { bytes: number }).bytes, connections: null }
    },
    async close() {
      indexer.stop()
      await batches.idle()
      await reads.idle()
      reader.close()
      writer.close()
    },
  }
}

/** A transaction of one step of a migration; nobody else writes meanwhile. */
async function exclusive<T>(connection: SqliteConnection, work: () => Promise<T>): Promise<T> {
  await retryWhileBusy(() => connection.exec('BEGIN IMMEDIATE'))
  try {
    const value = await work()
    connection.exec('COMMIT')
    return value
  } catch (error) {
    if (connection.inTransaction) connection.exec('ROLLBACK')
    throw error
  }
}
