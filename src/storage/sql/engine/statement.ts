// Queries written once: built on first use, then only their text and the order of their parameters are kept.
import { type Compilable, type RawBuilder, sql } from 'kysely'
import type { Builder } from './schema.ts'

/** Row locks, where the database has them. */
export interface Locks {
  /** Others wait for the rows until the transaction ends. */
  rows<Q extends Lockable>(query: Q): Q
  /** As above; others may not even hold on to their presence. */
  removal<Q extends Lockable>(query: Q): Q
  /** Others may change the rows but not remove them until the transaction ends. */
  presence<Q extends Lockable>(query: Q): Q
  /** As `rows`, leaving out rows that others hold. */
  freeRows<Q extends Lockable>(query: Q): Q
}

interface Lockable {
  forNoKeyUpdate(): unknown
  forKeyShare(): unknown
  forUpdate(): unknown
  skipLocked(): unknown
}

/** A value that a database accepts as a parameter. */
export type Value = string | number | null

/** Stands in a query where a parameter of that name goes. */
class Marker {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}

export type Placeholder<P> = <K extends keyof P & string>(name: K) => RawBuilder<P[K]>

/** A fixed query with parameters `P` and rows `R`; the same object serves every store that is open. */
export interface Statement<P, R> {
  build(db: Builder, param: Placeholder<P>, locks: Locks): Compilable<R>
}

/** Text of a query with its parameters in order: names of what the caller gives, or constants. */
export interface Compiled {
  readonly sql: string
  readonly order: readonly (Marker | Value)[]
}

/** `statement<{ id: string }>()((db, param) => db.selectFrom(…).where('id', '=', param('id')))` */
export const statement =
  <P>() =>
  <R>(build: Statement<P, R>['build']): Statement<P, R> => ({ build })

const placeholder = <T>(name: string): RawBuilder<T> => sql.val(new Marker(name)) as unknown as RawBuilder<T>

export function compile<P, R>(db: Builder, locks: Locks, query: Statement<P, R>): Compiled {
  const { sql: text, parameters } = query.build(db, placeholder, locks).compile()
  return { sql: text, order: parameters as (Marker | Value)[] }
}

export function bind<P>(compiled: Compiled, params: P): Value[] {
  const values = params as Record<string, Value>
  return compiled.order.map(item => clean(item instanceof Marker ? values[item.name]! : item))
}

/** PostgreSQL cannot hold U+0000 in text; both databases store U+FFFD instead, as HTML does. */
export const clean = <V extends Value>(value: V): V =>
  typeof value === 'string' && value.includes('\0') ? (value.replaceAll('\0', '\ufffd') as V) : value
