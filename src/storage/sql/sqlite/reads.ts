// Shared reads: questions of one turn of the event loop share one look at the database, and equal ones one answer.
import { Executor } from '../engine/engine.ts'
import type { Compiled, Value } from '../engine/statement.ts'
import type { SqliteConnection } from './connection.ts'

interface Question {
  sql: string
  values: readonly Value[]
  answer: Promise<unknown[]>
  resolve(rows: unknown[]): void
  reject(error: unknown): void
}

/**
 * Every question is answered by a transaction that begins after it was asked, so an answer is never
 * older than its question, whichever process wrote last; nothing is kept from one turn to the next.
 * Answers are shared: whoever gets rows must not change them.
 */
export class SharedReads {
  readonly #connection: SqliteConnection
  #waiting = new Map<string, Map<string, Question>>()
  #scheduled = false

  constructor(connection: SqliteConnection) {
    this.#connection = connection
  }

  select(sql: string, values: readonly Value[]): Promise<unknown[]> {
    const equal = this.#questionsOf(sql)
    const [only] = values
    const name = values.length === 1 && typeof only === 'string' ? only : JSON.stringify(values)
    const known = equal.get(name)
    if (known) return known.answer
    const { promise: answer, resolve, reject } = Promise.withResolvers<unknown[]>()
    equal.set(name, { sql, values, answer, resolve, reject })
    return answer
  }

  /** Resolves when nothing waits. */
  async idle(): Promise<void> {
    while (this.#scheduled) await new Promise(resolve => setImmediate(resolve))
  }

  #questionsOf(sql: string): Map<string, Question> {
    let questions = this.#waiting.get(sql)
    if (!questions) {
      questions = new Map()
      this.#waiting.set(sql, questions)
    }
    if (!this.#scheduled) {
      this.#scheduled = true
      setImmediate(() => this.#answerAll())
    }
    return questions
  }

  #answerAll(): void {
    const questions = [...this.#waiting.values()].flatMap(equal => [...equal.values()])
    this.#waiting = new Map()
    this.#scheduled = false
    const shared = questions.length > 1 && this.#begin()
    for (const question of questions) this.#answer(question)
    if (shared) this.#end()
  }

  /** One transaction for all: its locks are taken once. Without it each question takes its own. */
  #begin(): boolean {
    try {
      this.#connection.exec('BEGIN')
      return true
    } catch {
      return false
    }
  }

  /** SQLite ends a transaction by itself where the disk failed under it. */
  #end(): void {
    if (this.#connection.inTransaction) this.#connection.exec('COMMIT')
  }

  #answer({ sql, values, resolve, reject }: Question): void {
    try {
      resolve(this.#connection.select(sql, values))
    } catch (error) {
      reject(error)
    }
  }
}

/** Reads of the last committed state. */
export class SqliteReader extends Executor {
  readonly #reads: SharedReads

  constructor(
    engine: ConstructorParameters<typeof Executor>[0],
    compiled: Map<object, Compiled>,
    reads: SharedReads,
  ) {
    super(engine, compiled)
    this.#reads = reads
  }

  select(sql: string, values: readonly Value[]): Promise<unknown[]> {
    return this.#reads.select(sql, values)
  }

  modify(): Promise<number> {
    return Promise.reject(new Error('Only a unit of work changes rows.'))
  }
}
