// The settings that hold for every statement: of the session, or of each transaction where a pooler shares the sessions.
import type pg from 'pg'

/** Milliseconds that the server may work on a statement, and wait for the next one of a transaction. */
export const STATEMENT_TIMEOUT = 5000

/** A commit is on disk when it is acknowledged. */
const durably = (isLocal: boolean): string =>
  `select set_config('synchronous_commit', 'on', ${isLocal}) where current_setting('synchronous_commit') = 'off'`

/**
 * No statement or idle transaction holds others up for long, not even those of a process that nobody reaches any
 * more.
 */
export const sessionSettings = `
  set statement_timeout = ${STATEMENT_TIMEOUT};
  set idle_in_transaction_session_timeout = ${STATEMENT_TIMEOUT};
  set tcp_keepalives_idle = 5;
  set tcp_keepalives_interval = 2;
  set tcp_keepalives_count = 3;
  set client_min_messages = warning;
  ${durably(false)}`

const begin = 'begin isolation level read committed'

/** The same for one transaction. What watches over the connection is the pooler's affair. */
const beginShared = `${begin};
  set local statement_timeout = ${STATEMENT_TIMEOUT};
  set local idle_in_transaction_session_timeout = ${STATEMENT_TIMEOUT};
  ${durably(true)}`

const shared = new WeakSet<pg.Pool>()

/**
 * Finds out whether a connection ends at a pooler such as PgBouncer, which gives its sessions to others after each
 * transaction: then the process that answers is another one than the connection was told of.
 */
export async function noteSharing(pool: pg.Pool, client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  const isPooler = rows[0]!.pid !== (client as unknown as { processID: number }).processID
  if (isPooler) shared.add(pool)
  return isPooler
}

/** True where sessions are shared, so that they keep no setting and no prepared statement; known after the first connection. */
export const isShared = (pool: pg.Pool): boolean => shared.has(pool)

/** Returns the statements that begin a transaction. */
export const transactionStart = (pool: pg.Pool): string => (isShared(pool) ? beginShared : begin)
