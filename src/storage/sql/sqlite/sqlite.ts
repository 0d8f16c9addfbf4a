// The records in one SQLite file: the embedded store, also shared by several processes of one machine.
import { open } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { DummyDriver, Kysely, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from 'kysely'
import { makeFolders } from '../../make-folders.ts'
import type { Records } from '../../records.ts'
import { freeBytes } from '../../reserve.ts'
import type { Engine, Executor } from '../engine/engine.ts'
import type { Builder, Schema } from '../engine/schema.ts'
import type { Compiled, Locks } from '../engine/statement.ts'
import { ensureSchema, type MigrationDialect, type RequiredSchema } from '../migrations/migrate.ts'
import { recordsOf } from '../records.ts'
import { Batches } from './batches.ts'
import { retryWhileBusy, SqliteConnection } from './connection.ts'
import { isMissingTable } from './errors.ts'
import { SqliteExecutor } from './executor.ts'
import { SqliteIndexer } from './indexer.ts'
import { ReadCoalescer, SqliteReader } from './read-coalescer.ts'
import { SearchExecutor, SearchQueue } from './search-queue.ts'
import { snapshot } from './snapshot.ts'
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

/** Pages inside the file that new rows can take. They count no more than the disk, since what is written goes to a log beside the file first. */
const FREED = 'select freelist_count * page_size as bytes from pragma_freelist_count(), pragma_page_size()'

/** Opens the file, making it where it is missing, and brings it to the schema of this program or refuses it. */
export async function openSqlite(path: string, required: RequiredSchema): Promise<Records> {
  const file = resolve(path)
  await makePrivate(file)
  const writer = await SqliteConnection.open(file)
  try {
    return recordsOf(await engineOf(file, writer, required))
  } catch (error) {
    writer.close()
    throw error
  }
}

/** Makes the file private, as nobody else on this machine may read it; SQLite gives its other files the mode of the first. */
async function makePrivate(file: string): Promise<void> {
  await makeFolders(dirname(file))
  const handle = await open(file, 'a', 0o600)
  await handle.close()
}

async function engineOf(file: string, writer: SqliteConnection, required: RequiredSchema): Promise<Engine> {
  const compiled = new Map<object, Compiled>()
  const freshness: Freshness = { wake: () => indexer.wake(), catchUp: () => indexer.catchUp() }
  const searches = new SearchQueue(file)
  const searching = (turn: string): Executor => new SearchExecutor(parts, compiled, searches, turn)
  const parts: Pick<Engine, 'builder' | 'locks' | 'text'> = {
    builder,
    locks,
    text: new SqliteText(freshness, searching),
  }
  const writing = () => new SqliteExecutor(parts, compiled, writer)
  const migrating: MigrationDialect = {
    text: 'text',
    textTables,
    exclusive: work => exclusive(writer, () => work(writing())),
  }
  const schema = await ensureSchema(migrating, writing(), isMissingTable, required)
  // Waiting for another process must not block the event loop: the writer repeats BEGIN itself.
  writer.exec('PRAGMA busy_timeout=0')
  const reader = await SqliteConnection.open(file)
  reader.exec('PRAGMA query_only=ON')
  const reads = new ReadCoalescer(reader)
  const reading = new SqliteReader(parts, compiled, reads)
  const batches = new Batches(writer, writing)
  // The process is ready and asked by nobody else before the others who write have to wait for it.
  const index = () =>
    searches.take('index', async send => {
      await send({ sql: 'select 1', values: [] })
      const [texts] = await batches.addApart(() => send({ index: true }))
      return texts as number
    })
  const indexer = new SqliteIndexer(index, reading)
  indexer.wake()
  return {
    ...parts,
    reading,
    schema,
    snapshot: queries => snapshot(file, queries),
    load: work => load(file, x => work(x)).finally(() => indexer.wake()),
    kept: reading,
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
    async room() {
      const [row] = reader.select(FREED, [])
      const free = await freeBytes(dirname(file))
      return free + Math.min(free, (row as { bytes: number }).bytes)
    },
    async close() {
      indexer.stop()
      await batches.idle()
      await reads.idle()
      await searches.close()
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

/** On a connection of its own: those of the indexer and of other transactions must not end this one. */
async function load<T>(file: string, work: (x: SqliteExecutor) => Promise<T>): Promise<T> {
  const connection = await SqliteConnection.open(file)
  const unhurried: Freshness = { wake: () => undefined, catchUp: async () => undefined }
  const text = new SqliteText(unhurried, () => writing)
  const writing = new SqliteExecutor({ builder, locks, text }, new Map(), connection)
  try {
    return await exclusive(connection, () => work(writing))
  } finally {
    connection.close()
  }
}
