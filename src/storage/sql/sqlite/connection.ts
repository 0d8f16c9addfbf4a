// One connection to a SQLite file: its settings, and statements that are prepared once.
import { DatabaseSync, type StatementSync } from 'node:sqlite'
import type { Value } from '../engine/statement.ts'
import { isBusy, translated } from './errors.ts'

/** Milliseconds a connection waits for another process. */
export const BUSY_TIMEOUT = 5000
const MOST_STATEMENTS = 1000

const settings = [
  'PRAGMA synchronous=FULL',
  'PRAGMA fullfsync=ON',
  'PRAGMA checkpoint_fullfsync=ON',
  'PRAGMA foreign_keys=ON',
  'PRAGMA trusted_schema=OFF',
  'PRAGMA temp_store=MEMORY',
  'PRAGMA cache_size=-8192',
  'PRAGMA journal_size_limit=67108864',
]

export class SqliteConnection {
  readonly #db: DatabaseSync
  readonly #statements = new Map<string, StatementSync>()

  private constructor(db: DatabaseSync) {
    this.#db = db
  }

  /** Opens the file and sets every setting that durability and safety rest on. */
  static async open(path: string): Promise<SqliteConnection> {
    const db = new DatabaseSync(path, { timeout: BUSY_TIMEOUT, defensive: true })
    try {
      db.exec(`PRAGMA busy_timeout=${BUSY_TIMEOUT}`)
      // Two processes that switch a new file at once meet BUSY without any waiting of SQLite's own.
      await retryWhileBusy(() => db.exec('PRAGMA journal_mode=WAL'))
      for (const setting of settings) db.exec(setting)
    } catch (error) {
      db.close()
      throw translated(error)
    }
    return new SqliteConnection(db)
  }

  get inTransaction(): boolean {
    return this.#db.isTransaction
  }

  /** Runs a text that takes no values and answers nothing; throws SQLite's own error. */
  exec(sql: string): void {
    this.#prepared(sql).run()
  }

  select(sql: string, values: readonly Value[]): unknown[] {
    try {
      return this.#prepared(sql).all(...values)
    } catch (error) {
      throw translated(error)
    }
  }

  /** The rows one by one, each read when it is asked for. */
  rows(sql: string, values: readonly Value[]): Iterable<unknown> {
    return this.#db.prepare(sql).iterate(...values)
  }

  modify(sql: string, values: readonly Value[]): number {
    try {
      return Number(this.#prepared(sql).run(...values).changes)
    } catch (error) {
      throw translated(error)
    }
  }

  close(): void {
    this.#statements.clear()
    this.#db.close()
  }

  #prepared(sql: string): StatementSync {
    const known = this.#statements.get(sql)
    if (known) return known
    if (this.#statements.size >= MOST_STATEMENTS) this.#statements.clear()
    const prepared = this.#db.prepare(sql)
    this.#statements.set(sql, prepared)
    return prepared
  }
}

/** Repeats what meets a busy database, for as long as a connection may wait, letting other work go on. */
export async function retryWhileBusy(attempt: () => void): Promise<void> {
  const end = performance.now() + BUSY_TIMEOUT
  for (let pause = 1; ; pause = Math.min(pause * 2, 20)) {
    try {
      return attempt()
    } catch (error) {
      if (!isBusy(error) || performance.now() > end) throw error
    }
    await new Promise(resolve => setTimeout(resolve, pause * (0.5 + Math.random())))
  }
}
