// Group commit: transactions that wait share one commit, and so one fsync; each runs in a savepoint.
import { setImmediate as nextTurn } from 'node:timers/promises'
import { DurabilityError } from '../../durable-writes.ts'
import { retryWhileBusy, type SqliteConnection } from './connection.ts'
import { translated } from './errors.ts'
import type { SqliteExecutor } from './executor.ts'

/** Bounds of one batch: transactions in it, and milliseconds before it is committed. */
const MOST_UNITS = 256
const LONGEST = 10
/** Milliseconds after which a transaction that awaits something else is aborted, because it delays all others. */
const UNIT_LIMIT = 10_000

interface Waiting {
  work(x: SqliteExecutor): Promise<unknown>
  /** It brings a connection of its own, for which this one stands back. */
  apart?: boolean
  resolve(value: never): void
  reject(error: unknown): void
}

/** The outcome of one transaction; its caller gets this once the batch is durable. */
type Outcome = () => void

export class Batches {
  readonly #connection: SqliteConnection
  readonly #executor: () => SqliteExecutor
  #waiting: Waiting[] = []
  #draining: Promise<void> | null = null
  #failure: DurabilityError | null = null

  constructor(connection: SqliteConnection, executor: () => SqliteExecutor) {
    this.#connection = connection
    this.#executor = executor
  }

  add<T>(work: (x: SqliteExecutor) => Promise<T>): Promise<T> {
    return this.#queue(work, false)
  }

  /** Work that writes by another connection, in its turn: it never waits for a gap between two batches. */
  addApart<T>(work: () => Promise<T>): Promise<T> {
    return this.#queue(work, true)
  }

  #queue<T>(work: Waiting['work'] & ((x: SqliteExecutor) => Promise<T>), apart: boolean): Promise<T> {
    if (this.#failure) return Promise.reject(this.#failure)
    return new Promise<T>((resolve, reject) => {
      this.#waiting.push({ work, apart, resolve, reject })
      this.#draining ??= this.#drain()
    })
  }

  /** The failure of the disk after which nothing can be written, if there was one. */
  get failure(): DurabilityError | null {
    return this.#failure
  }

  /** Resolves when nothing waits. */
  async idle(): Promise<void> {
    while (this.#draining) await this.#draining
  }

  /** Starts in the next turn of the event loop, so that all requests of this turn share a batch. */
  async #drain(): Promise<void> {
    do {
      await nextTurn()
      await (this.#waiting[0]?.apart ? this.#apart(this.#waiting.shift()!) : this.#batch())
      if (this.#failure) for (const unit of this.#waiting.splice(0)) unit.reject(this.#failure)
    } while (this.#waiting.length > 0)
    this.#draining = null
  }

  async #apart({ work, resolve, reject }: Waiting): Promise<void> {
    try {
      resolve((await work(this.#executor())) as never)
    } catch (error) {
      if (error instanceof DurabilityError) this.#failure = error
      reject(error)
    }
  }

  async #batch(): Promise<void> {
    const taken: Waiting[] = []
    try {
      await retryWhileBusy(() => this.#connection.exec('BEGIN IMMEDIATE'))
      const outcomes = await this.#runAll(taken)
      this.#connection.exec('COMMIT')
      for (const outcome of outcomes) outcome()
    } catch (error) {
      this.#abandon(taken.length > 0 ? taken : this.#waiting.splice(0), translated(error))
    }
  }

  async #runAll(taken: Waiting[]): Promise<Outcome[]> {
    const outcomes: Outcome[] = []
    const end = performance.now() + LONGEST
    do {
      const unit = this.#waiting.shift()!
      taken.push(unit)
      outcomes.push(await this.#run(unit))
    } while (this.#hasUnit && taken.length < MOST_UNITS && performance.now() < end)
    return outcomes
  }

  get #hasUnit(): boolean {
    return this.#waiting[0]?.apart === false
  }

  /** Runs one transaction in its savepoint; throws only if the whole batch is lost. */
  async #run(unit: Waiting): Promise<Outcome> {
    this.#connection.exec('SAVEPOINT unit')
    const x = this.#executor()
    try {
      const value = await limited(unit.work(x))
      x.end()
      this.#connection.exec('RELEASE unit')
      return () => unit.resolve(value as never)
    } catch (error) {
      x.end()
      if (!this.#connection.inTransaction || error instanceof DurabilityError) throw error
      this.#connection.exec('ROLLBACK TO unit')
      this.#connection.exec('RELEASE unit')
      return () => unit.reject(error)
    }
  }

  /** Undoes the batch: nothing in it was promised to anybody yet. */
  #abandon(units: Waiting[], error: unknown): void {
    if (error instanceof DurabilityError) this.#failure = error
    try {
      if (this.#connection.inTransaction) this.#connection.exec('ROLLBACK')
    } catch (failure) {
      this.#failure ??= new DurabilityError('The database cannot undo a transaction.', { cause: failure })
    }
    for (const unit of units) unit.reject(error)
  }
}

/** A transaction that awaits nothing but its rows ends within this turn; the timer only guards against mistakes. */
async function limited<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('A unit of work awaited something but its rows.')), UNIT_LIMIT)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
