// Connections to PostgreSQL: a pool, statements prepared by name, and units of work as transactions.
import { createHash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { Executor } from '../engine/engine.ts'
import type { Compiled, Value } from '../engine/statement.ts'
import { isDown, isLostRace, translated, unknownOutcome, withCause } from './errors.ts'

const CONNECTIONS = 16
const CONNECT_TIMEOUT = 5000
const ATTEMPTS = 6
/** Beyond this many texts no more names are given, for each costs every connection some memory. */
const MOST_NAMES = 500
const INT8 = 20

/** No statement or idle transaction holds others up for long, and a commit is on disk when it is acknowledged. */
const greeting = `
  set statement_timeout = 30000;
  set idle_in_transaction_session_timeout = 30000;
  set client_min_messages = warning;
  select set_config('synchronous_commit', 'on', false) where current_setting('synchronous_commit') = 'off'`

export function openPool(url: string): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: CONNECTIONS,
    connectionTimeoutMillis: CONNECT_TIMEOUT,
    keepAlive: true,
    application_name: 'recto',
    types: { getTypeParser: parserOf },
    onConnect: greet,
  })
  // A lost connection shows as a failed query; without listeners it would also end the process.
  pool.on('error', () => {})
  return pool
}

async function greet(client: pg.ClientBase): Promise<void> {
  client.on('error', () => {})
  await client.query(greeting)
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

function query(on: Queries, sql: string, values: readonly Value[]): Promise<pg.QueryResult> {
  const name = nameOf(sql)
  return on.query({ text: sql, values: values as Value[], ...(name !== undefined && { name }) })
}

type Parts = ConstructorParameters<typeof Executor>[0]

/** Reads outside units: each on any connection, once more where that one was dead. */
export class PostgresReading extends Executor {
  readonly #pool: pg.Pool

  constructor(parts: Parts, compiled: Map<object, Compiled>, pool: pg.Pool) {
    super(parts, compiled)
    this.#pool = pool
  }

  async select(sql: string, values: readonly Value[]): Promise<unknown[]> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return (await query(this.#pool, sql, values)).rows
      } catch (error) {
        if (!isDown(error) || attempt === 3) throw translated(error)
      }
    }
  }

  modify(): Promise<number> {
    return Promise.reject(new Error('Rows are changed in units of work only.'))
  }
}

/** The rows of one unit of work. */
export class PostgresWriting extends Executor {
  readonly #client: pg.PoolClient
  #ended = false

  constructor(parts: Parts, compiled: Map<object, Compiled>, client: pg.PoolClient) {
    super(parts, compiled)
    this.#client = client
  }

  async select(sql: string, values: readonly Value[]): Promise<unknown[]> {
    return (await this.#query(sql, values)).rows
  }

  async modify(sql: string, values: readonly Value[]): Promise<number> {
    return (await this.#query(sql, values)).rowCount ?? 0
  }

  end(): void {
    this.#ended = true
  }

  async #query(sql: string, values: readonly Value[]): Promise<pg.QueryResult> {
    if (this.#ended) throw new Error('The rows of a unit of work were used after it ended.')
    return query(this.#client, sql, values)
  }
}

/** Runs a transaction, again where it lost a race or its connection before anything could be durable. */
export async function transaction<T>(
  pool: pg.Pool,
  rows: (client: pg.PoolClient) => PostgresWriting,
  work: (x: PostgresWriting) => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await attemptOnce(pool, rows, work)
    } catch (error) {
      if (attempt === ATTEMPTS || !(isLostRace(error) || isDown(error))) throw translated(error)
    }
    await pause(2 ** attempt * 5 * (0.5 + Math.random()))
  }
}

async function attemptOnce<T>(
  pool: pg.Pool,
  rows: (client: pg.PoolClient) => PostgresWriting,
  work: (x: PostgresWriting) => Promise<T>,
): Promise<T> {
  const client = await pool.connect()
  try {
    const value = await inTransaction(client, rows(client), work)
    client.release()
    return value
  } catch (error) {
    await undo(client)
    throw error
  }
}

async function inTransaction<T>(
  client: pg.PoolClient,
  x: PostgresWriting,
  work: (x: PostgresWriting) => Promise<T>,
): Promise<T> {
  try {
    await client.query('begin isolation level read committed')
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
async function undo(client: pg.PoolClient): Promise<void> {
  try {
    await client.query('rollback')
    client.release()
  } catch (error) {
    client.release(error as Error)
  }
}
