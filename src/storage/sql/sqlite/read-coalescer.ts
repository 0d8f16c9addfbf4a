// Shared reads: questions of one turn of the event loop share one look at the database, and equal ones one answer.
import { Executor, type Kept } from '../engine/engine.ts'
import { bind, type Compiled, type Statement, type Value } from '../engine/statement.ts'
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
  #works: (() => void)[] = []
  #scheduled = false
  /** True while the callback runs that confirmed the kept rows. */
  #confirmed = false

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

  /** Runs the work at the end of this turn, when `peek` answers as a read would; it throws nothing. */
  confirm(work: () => void): void {
    this.#works.push(work)
    this.#schedule()
  }

  /** Kept rows, in work that runs after the database confirmed them. */
  peek(sql: string, values: readonly Value[]): unknown[] | undefined {
    return this.#confirmed ? this.#kept.get(sql, nameOf(values)) : undefined
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
    this.#schedule()
    return questions
  }

  #schedule(): void {
    if (this.#scheduled) return
    this.#scheduled = true
    setImmediate(() => this.#answerAll())
  }

  #answerAll(): void {
    const questions = [...this.#waiting.values()].flatMap(equal => [...equal.values()])
    const works = this.#works
    this.#waiting = new Map()
    this.#works = []
    this.#scheduled = false
    this.#confirmed = (works.length > 0 || questions.some(({ keep }) => keep)) && this.#kept.confirm()
    for (const work of works) work()
    const unknown = this.#confirmed ? questions.filter(question => !this.#answerKept(question)) : questions
    this.#confirmed = false
    const shared = unknown.length > 1 && this.#begin()
    for (const question of unknown) this.#answer(question)
    if (shared) this.#end()
  }

  /** Answers the question by kept rows; false where there are none. */
  #answerKept({ sql, name, keep, resolve }: Question): boolean {
    const rows = keep && this.#kept.get(sql, name)
    if (rows) resolve(rows)
    return Boolean(rows)
  }

  /** Begins one transaction for all questions, whose locks are taken once; false where each question must take its own. */
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
const nameOf = (values: readonly Value[]): string =>
  values.length === 1 && typeof values[0] === 'string' ? values[0] : JSON.stringify(values)

/** Reads of the last committed state. */
export class SqliteReader extends Executor implements Kept {
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

  confirm(work: () => void): void {
    this.#reads.confirm(work)
  }

  peekFirst<P, R>(query: Statement<P, R>, params: P): { row: R | undefined } | null {
    const compiled = this.compile(query)
    const rows = this.#reads.peek(compiled.sql, bind(compiled, params))
    return rows ? { row: rows[0] as R | undefined } : null
  }

  modify(): Promise<number> {
    return Promise.reject(new Error('Only a unit of work changes rows.'))
  }
}
