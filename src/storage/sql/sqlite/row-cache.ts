// Rows kept from turn to turn of the event loop, as long as the database says that nothing was committed since.
import type { SqliteConnection } from './connection.ts'

/** Answers kept for each query. */
const MOST = 4096

type Rows = unknown[]

export class RowCache {
  readonly #connection: SqliteConnection
  readonly #queries = new Map<string, Map<string, Rows>>()
  #version: number | null = null

  constructor(connection: SqliteConnection) {
    this.#connection = connection
  }

  /**
   * Tells whether kept rows may be taken now. They are forgotten if another connection, of this process or any other, has
   * committed (https://sqlite.org/pragma.html#pragma_data_version), so kept rows are as new as rows that are read.
   */
  confirm(): boolean {
    const version = this.#dataVersion()
    if (version !== this.#version) this.#queries.clear()
    this.#version = version
    return version !== null
  }

  /** Null if the database does not answer. */
  #dataVersion(): number | null {
    try {
      const [row] = this.#connection.select('PRAGMA data_version', []) as [{ data_version: number }]
      return row.data_version
    } catch {
      return null
    }
  }

  get(sql: string, name: string): Rows | undefined {
    return this.#queries.get(sql)?.get(name)
  }

  keep(sql: string, name: string, rows: Rows): void {
    const answers = this.#queries.get(sql) ?? new Map<string, Rows>()
    this.#queries.set(sql, answers)
    // The oldest goes: each commit forgets them all, so it is not worth its time to know which one was used last.
    if (answers.size >= MOST) answers.delete(answers.keys().next().value!)
    answers.set(name, rows)
  }
}
