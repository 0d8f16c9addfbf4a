// Connections to PostgreSQL: a pool, statements prepared by name, and transactions.
import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { Executor } from '../engine/engine.ts'
import type { Compiled, Value } from '../engine/statement.ts'
import { isDown, isLostRace, isSilent, isStalePlan, translated, unknownOutcome, withCause } from './errors.ts'
import { isShared, noteSharing, STATEMENT_TIMEOUT, sessionSettings, transactionStart } from './session.ts'

const CONNECTIONS = 16
const ATTEMPTS = 6

/** Milliseconds until there must be a connection, and after which nothing is tried once more. */
const CONNECT_TIMEOUT = 5000
const LAST_ATTEMPT = 8000
/** A connection that says nothing for so many milliseconds longer than the server may work on a statement is dead. */
const SILENCE = 7000
/** Milliseconds that one statement of a migration may take, for which every process waits before it listens. */
const MIGRATION_TIMEOUT = 600_000
/** Milliseconds in which the server may close what we leave. */
const FAREWELL = 1000
/** Milliseconds without a byte after which the system asks the other side whether it is there. */
const KEEP_ALIVE = 5000

/** Beyond this many texts no more names are given, for each costs every connection some memory. */
const MOST_NAMES = 500
const INT8 = 20

/** Connections to the server, or to a pooler before it; see `session.ts`. */
export function openPool(url: string): pg.Pool {
  const pool: pg.Pool = new pg.Pool({
    Client: LeavingClient,
    connectionString: url,
    max: CONNECTIONS,
    connectionTimeoutMillis: CONNECT_TIMEOUT,
    query_timeout: SILENCE,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE,
    application_name: 'recto',
    types: { getTypeParser: parserOf },
    // The pool waits for it, which its types do not say.
    // oxlint-disable-next-line typescript/no-misused-promises
    onConnect: client => greet(pool, client),
  })
  // A lost connection shows as a failed query; without listeners it would also end the process.
  pool.on('error', () => {})
  distrustTogether(pool)
  return pool
}

/** Connects once, which tells whether a pooler is in between. */
export async function connectOnce(pool: pg.Pool): Promise<void> {
  try {
    const client = await pool.connect()
    client.release()
  } catch (error) {
    throw translated(error)
  }
}

/** Leaves whether or not the server answers the farewell. */
class LeavingClient extends pg.Client {
  override end(): Promise<void>
  override end(done: (error: Error) => void): void
  override end(done?: (error: Error) => void): Promise<void> | void {
    const destroying = setTimeout(() => destroy(this), FAREWELL)
    this.once('end', () => clearTimeout(destroying))
    return done ? super.end(done) : super.end()
  }
}

function destroy(client: pg.ClientBase): void {
  ;(client as pg.Client).connection.stream.destroy()
}

/**
 * Drops all resting connections once one fell silent or had a stale plan: they went the same way, and each would be waited
 * for in its turn.
 */
function distrustTogether(pool: pg.Pool): void {
  const resting = new Set<pg.PoolClient>()
  pool.on('acquire', client => resting.delete(client))
  pool.on('remove', client => resting.delete(client))
  pool.on('release', (error, client) => {
    if (!error) resting.add(client)
    else if (isUnusable(error)) for (const other of resting) destroy(other)
  })
}

/** True where the connection that met this error is of no use any more. */
const isUnusable = (error: unknown): boolean => isSilent(error) || isStalePlan(error)

async function greet(pool: pg.Pool, client: pg.ClientBase): Promise<void> {
  client.on('error', () => {})
  if (!(await noteSharing(pool, client))) await client.query(sessionSettings)
}

/** Times and counts are 64 bits in the database and exact numbers here. */
const parserOf = ((oid: number, format?: 'text') =>
  oid === INT8 ? Number : pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser

const names = new Map<string, string>()

/** A prepared statement is known by its text, so every connection prepares it once. */
function nameOf(sql: string): string | undefined {
  const known = names.get(sql)
  if (known || names.size >= MOST_NAMES) return known
  const name = createHash('sha256').update(sql).digest('hex').slice(0, 32)
  names.set(sql, name)
  return name
}

type Queries = Pick<pg.ClientBase, 'query'>

interface Manner {
  /** True where the server may keep the prepared statement under a name. */
  isNamed: boolean
  silence?: number
}

function query(
  on: Queries,
  sql: string,
  values: readonly Value[],
  { isNamed, silence = SILENCE }: Manner,
): Promise<pg.QueryResult> {
  const name = isNamed ? nameOf(sql) : undefined
  const text = { text: sql, values: values as Value[], query_timeout: silence }
  return on.query({ ...text, ...(name !== undefined && { name }) })
}

/** True where work that began then may be tried once more. */
const mayTryAgain = (attempt: number, most: number, began: number): boolean =>
  attempt < most && performance.now() - began < LAST_ATTEMPT

type Parts = ConstructorParameters<typeof Executor>[0]

/** Reads outside transactions: each on any connection, and once more if that connection was dead. */
export class PostgresReading extends Executor {
  readonly #pool: pg.Pool
  readonly #parts: Parts
  readonly #statements: Map<object, Compiled>

  constructor(parts: Parts, compiled: Map<object, Compiled>, pool: pg.Pool) {
    super(parts, compiled)
    this.#pool = pool
    this.#parts = parts
    this.#statements = compiled
  }

  async select(sql: string, values: readonly Value[]): Promise<unknown[]> {
    const began = performance.now()
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.#selectOnce(sql, values)
      } catch (error) {
        if (!(isDown(error) || isStalePlan(error)) || !mayTryAgain(attempt, 3, began)) throw translated(error)
      }
    }
  }

  /** Behind a pooler a statement has its settings only within a transaction. */
  async #selectOnce(sql: string, values: readonly Value[]): Promise<unknown[]> {
    if (!isShared(this.#pool)) return (await query(this.#pool, sql, values, { isNamed: true })).rows
    const rows = (client: pg.PoolClient) => new PostgresWriting(this.#parts, this.#statements, client, true)
    return attemptOnce(this.#pool, rows, x => x.select(sql, values))
  }

  modify(): Promise<number> {
    return Promise.reject(new Error('Rows are changed in units of work only.'))
  }
}

/** The rows of one transaction. */
export class PostgresWriting extends Executor {
  readonly #client: pg.PoolClient
  readonly #isNamed: boolean
  #silence = SILENCE
  #ended = false

  constructor(parts: Parts, compiled: Map<object, Compiled>, client: pg.PoolClient, isShared: boolean) {
    super(parts, compiled)
    this.#client = client
    this.#isNamed = !isShared
  }

  async select(sql: string, values: readonly Value[]): Promise<unknown[]> {
    return (await this.#query(sql, values)).rows
  }

  async modify(sql: string, values: readonly Value[]): Promise<number> {
    return (await this.#query(sql, values)).rowCount ?? 0
  }

  /** Lets every statement of this transaction, and the time between two, take as long as a migration may. */
  async takeTime(): Promise<void> {
    const settings = ['statement_timeout', 'idle_in_transaction_session_timeout']
    for (const setting of settings)
      await this.select('select set_config($1, $2, true)', [setting, `${MIGRATION_TIMEOUT}`])
    this.#silence = MIGRATION_TIMEOUT + SILENCE - STATEMENT_TIMEOUT
  }

  end(): void {
    this.#ended = true
  }

  async #query(sql: string, values: readonly Value[]): Promise<pg.QueryResult> {
    if (this.#ended) throw new Error('The rows of a unit of work were used after it ended.')
    return query(this.#client, sql, values, { isNamed: this.#isNamed, silence: this.#silence })
  }
}

/** Runs a transaction, again where it lost a race, its connection or its plans before anything could be durable. */
export async function transaction<T>(
  pool: pg.Pool,
  rows: (client: pg.PoolClient) => PostgresWriting,
  work: (x: PostgresWriting) => Promise<T>,
): Promise<T> {
  const began = performance.now()
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await attemptOnce(pool, rows, work)
    } catch (error) {
      const mayPass = isLostRace(error) || isDown(error) || isStalePlan(error)
      if (!mayPass || !mayTryAgain(attempt, ATTEMPTS, began)) throw translated(error)
    }
    await sleep(2 ** attempt * 5 * (0.5 + Math.random()))
  }
}

async function attemptOnce<T>(
  pool: pg.Pool,
  rows: (client: pg.PoolClient) => PostgresWriting,
  work: (x: PostgresWriting) => Promise<T>,
): Promise<T> {
  const client = await pool.connect()
  try {
    const value = await inTransaction(client, rows(client), work, transactionStart(pool))
    client.release()
    return value
  } catch (error) {
    await undo(client, error)
    throw error
  }
}

async function inTransaction<T>(
  client: pg.PoolClient,
  x: PostgresWriting,
  work: (x: PostgresWriting) => Promise<T>,
  start: string,
): Promise<T> {
  try {
    await client.query(start)
    const value = await work(x)
    x.end()
    await commit(client)
    return value
  } finally {
    x.end()
  }
}

async function commit(client: pg.PoolClient): Promise<void> {
  const { command } = await client.query('commit').catch(error => {
    throw isDown(error) ? withCause(unknownOutcome(), error) : error
  })
  if (command !== 'COMMIT') throw new Error('A statement of the unit failed, so nothing of it was kept.')
}

/** Gives the connection back clean, or throws it away. */
async function undo(client: pg.PoolClient, failure: unknown): Promise<void> {
  if (isUnusable(failure)) return client.release(failure as Error)
  try {
    await client.query('rollback')
    client.release()
  } catch (error) {
    client.release(error as Error)
  }
}
