// The parts that each database implements: connections, transactions, locks and full text. All else is shared.
import type { Compilable } from 'kysely'
import { memoizeByObject } from '../../../domain/memoize.ts'
import type { SearchText } from '../../../domain/search-text.ts'
import type {
  ArchivedRow,
  CommentHit,
  CommentSearch,
  DatabaseMeasures,
  SearchHit,
  SearchQuery,
} from '../../records.ts'
import type { Builder } from './schema.ts'
import { bind, type Compiled, clean, compile, type Locks, type Statement, type Value } from './statement.ts'

/** Rows that need no read, because the database says that nothing was committed since they were read. */
export interface Kept {
  /** Runs the work at the end of this turn of the event loop, after the database was asked. `work` throws nothing. */
  confirm(work: () => void): void
  /** In such work: answers as `firstKept` would now; null if the row is not kept. */
  peekFirst<P, R>(query: Statement<P, R>, params: P): { row: R | undefined } | null
}

export interface Engine {
  readonly builder: Builder
  readonly text: TextIndex
  readonly locks: Locks
  /** Reads of the last committed state. */
  readonly reading: Executor
  /** Null where the database cannot tell. */
  readonly kept: Kept | null
  /** Runs the work as one transaction; what it throws undoes it. */
  unit<T>(work: (writing: Executor) => Promise<T>): Promise<T>
  /** The number of the schema that the store has. */
  readonly schema: number
  /** All rows of the queries as they are at one moment, however long reading takes, in portions. */
  snapshot(queries: readonly SnapshotQuery[]): AsyncIterable<SnapshotRows>
  /** A transaction that may take long and may await more than its rows. */
  load<T>(work: (writing: Executor) => Promise<T>): Promise<T>
  ready(): Promise<void>
  /** Milliseconds since 1970 by the clock of the database. */
  now(): Promise<number>
  /** Bytes of the database, and its connections where it is a server. */
  measure(): Promise<DatabaseMeasures>
  /** Bytes that can still be written; Infinity where the database has a disk of its own. */
  room(): Promise<number>
  close(): Promise<void>
}

export interface SnapshotQuery {
  sql: string
  values: readonly Value[]
  /** Rows in one portion. */
  portion: number
}

export interface SnapshotRows {
  /** The position of the query among those of the snapshot. */
  index: number
  rows: ArchivedRow[]
}

/** Full text over names and extracted texts; an entry goes with its artifact by itself. */
export interface TextIndex {
  /** True where an entry needs its folded words, because the index does not fold them. */
  readonly takesFoldedWords: boolean
  put(x: Executor, entry: TextEntry): Promise<void>
  change(x: Executor, artifactId: string, change: Partial<Omit<TextEntry, 'artifactId'>>): Promise<void>
  /** The beginning of the text: at most so many characters of it. */
  read(x: Executor, artifactId: string, most: number): Promise<string>
  search(x: Executor, query: SearchQuery): Promise<SearchHit[]>
  readonly comments: CommentIndex
}

/** Full text over comments; an entry goes with its comment by itself. */
export interface CommentIndex {
  put(x: Executor, entry: { id: string; organizationId: string; body: string }): Promise<void>
  change(x: Executor, id: string, body: string): Promise<void>
  remove(x: Executor, id: string): Promise<void>
  search(x: Executor, query: CommentSearch): Promise<CommentHit[]>
}

export interface TextEntry {
  artifactId: string
  organizationId: string | null
  name: string
  text: SearchText
}

/** Equal questions of one moment have one answer, and so one promise of its first row. */
const firstOf = memoizeByObject((rows: Promise<unknown[]>) => rows.then(([first]) => first))

/** One connection's way to run queries. */
export abstract class Executor {
  readonly engine: Pick<Engine, 'builder' | 'text' | 'locks'>
  readonly #compiled: Map<object, Compiled>

  constructor(engine: Pick<Engine, 'builder' | 'text' | 'locks'>, compiled: Map<object, Compiled>) {
    this.engine = engine
    this.#compiled = compiled
  }

  /** Rows of a text with its values. */
  abstract select(sql: string, values: readonly Value[]): Promise<unknown[]>
  /** The same where an answer may be kept until something is committed. */
  selectKept(sql: string, values: readonly Value[]): Promise<unknown[]> {
    return this.select(sql, values)
  }

  /** Rows changed by a text with its values. */
  abstract modify(sql: string, values: readonly Value[]): Promise<number>

  async all<P, R>(query: Statement<P, R>, params: P): Promise<R[]> {
    const compiled = this.compile(query)
    return (await this.select(compiled.sql, bind(compiled, params))) as R[]
  }

  first<P, R>(query: Statement<P, R>, params: P): Promise<R | undefined> {
    const compiled = this.compile(query)
    return firstOf(this.select(compiled.sql, bind(compiled, params))) as Promise<R | undefined>
  }

  /** `first` for what every request looks up: its answer is kept if the database reports commits. */
  firstKept<P, R>(query: Statement<P, R>, params: P): Promise<R | undefined> {
    const compiled = this.compile(query)
    return this.selectKept(compiled.sql, bind(compiled, params)).then(([first]) => first as R | undefined)
  }

  /** Runs a change; answers how many rows it changed. */
  run<P>(query: Statement<P, unknown>, params: P): Promise<number> {
    const compiled = this.compile(query)
    return this.modify(compiled.sql, bind(compiled, params))
  }

  /** Rows of a query built for this one call. */
  async allOf<R>(query: Compilable<R>): Promise<R[]> {
    const { sql, parameters } = query.compile()
    return (await this.select(sql, (parameters as Value[]).map(clean))) as R[]
  }

  /** Runs a change built for this one call. */
  runOf(query: Compilable<unknown>): Promise<number> {
    const { sql, parameters } = query.compile()
    return this.modify(sql, (parameters as Value[]).map(clean))
  }

  protected compile<P, R>(query: Statement<P, R>): Compiled {
    let compiled = this.#compiled.get(query)
    if (!compiled) {
      compiled = compile(this.engine.builder, this.engine.locks, query)
      this.#compiled.set(query, compiled)
    }
    return compiled
  }
}
