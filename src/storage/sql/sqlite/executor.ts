// Queries of a transaction, on its connection.
import { Executor } from '../engine/engine.ts'
import type { Compiled, Value } from '../engine/statement.ts'
import type { SqliteConnection } from './connection.ts'

/** Runs queries on a connection until it is ended, as a transaction's rows are after the transaction. */
export class SqliteExecutor extends Executor {
  readonly #connection: SqliteConnection
  #ended = false

  constructor(
    engine: ConstructorParameters<typeof Executor>[0],
    compiled: Map<object, Compiled>,
    connection: SqliteConnection,
  ) {
    super(engine, compiled)
    this.#connection = connection
  }

  async select(sql: string, values: readonly Value[]): Promise<unknown[]> {
    this.#requireOpen()
    return this.#connection.select(sql, values)
  }

  async modify(sql: string, values: readonly Value[]): Promise<number> {
    this.#requireOpen()
    return this.#connection.modify(sql, values)
  }

  end(): void {
    this.#ended = true
  }

  #requireOpen(): void {
    if (this.#ended) throw new Error('The rows of a unit of work were used after it ended.')
  }
}
