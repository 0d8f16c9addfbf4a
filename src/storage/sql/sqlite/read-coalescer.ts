// Shared reads: questions of one turn of the event loop share one look at the database, and equal ones one answer.
import { Executor } from '../engine/engine.ts'
import type { Compiled, Value } from '../engine/statement.ts'
import type { SqliteConnection } from './connection.ts'
import { RowCache } from './row-cache.ts'

interface Question {
  sql: string
  name: string
  values: readonly Value[]
  /** It looks up one thing and is asked all the time: its rows are kept until something is committed. */
  keep: boolean
  answer: Promise<unknown[]>
  resolve(rows: unknown[]): void
  reject(error: unknown): void
}

/**
 * The questions of one turn are answered together at its end, so an answer is never older than its question, whichever
 * process wrote last. Answers are shared: callers must not change the rows.
 */
export class ReadCoalescer {
  readonly #connection: SqliteConnection
  readonly #kept: RowCache
  #waiting = new Map<string, Map<string, Question>>()
  #scheduled = false

  constructor(connection: SqliteConnection) {
    this.#connection = connection
    this.#kept = new RowCache(connection)
  }

  select(sql: string, values: readonly Value[], keep = false): Promise<unknown[]> {
    const equal = this.#questionsOf(sql)
    const name = nameOf(values)
    const known = equal.get(name)
    if (known) return known.answer
    const { promise: answer, resolve, reject } = Promise.withResolvers<unknown[]>()
    equal.set(name, { sql, name, values, keep, answer, resolve, reject })
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
    const unknown = this.#answerKept(questions)
    const shared = unknown.length > 1 && this.#begin()
    for (const question of unknown) this.#answer(question)
    if (shared) this.#end()
  }

  /** Answers kept queries, and returns the other ones. */
  #answerKept(questions: Question[]): Question[] {
    if (!questions.some(({ keep }) => keep) || !this.#kept.confirm()) return questions
    return questions.filter(({ sql, name, keep, resolve }) => {
      const rows = keep && this.#kept.get(sql, name)
      if (rows) resolve(rows)
      return !rows
    })
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

  #answer({ sql, name, values, keep, resolve, reject }: Question): void {
    try {
      const rows = this.#connection.select(sql, values)
      if (keep) this.#kept.keep(sql, name, rows)
      resolve(rows)
    } catch (error) {
      reject(error)
    }
  }
}

/** Distinguishes the values of one query from those of another. */
const nameOf = ([only, ...more]: readonly Value[]): string =>
  more.length === 0 && typeof only === 'string' ? only : JSON.stringify([only, ...more])

/** Reads of the last committed state. */
export class SqliteReader extends Executor {
  readonly #reads: ReadCoalescer

  constructor(
    engine: ConstructorParameters<typeof Executor>[0],
    compiled: Map<object, Compiled>,
    reads: ReadCoalescer,
  ) {
    super(engine, compiled)
    this.#reads = reads
  }

  select(sql: string, values: readonly Value[]): Promise<unknown[]> {
    return this.#reads.select(sql, values)
  }

  override selectKept(sql: string, values: readonly Value[]): Promise<unknown[]> {
    return this.#reads.select(sql, values, true)
  }

  modify(): Promise<number> {
    return Promise.reject(new Error('Only a unit of work changes rows.'))
  }
}
