// Queries whose text depends on what is asked, kept by their shape: building one costs more than running it.
import type { Branch, Place } from './audience-conditions.ts'
import { type Placeholder, type Statement, statement, type Value } from './statement.ts'

/** The values of a query by name; those of a way to reach artifacts carry its number. */
export type Params = Record<string, Value>
export type Param = Placeholder<Params>

const MOST_SHAPES = 500

/** Statements by shape, which is everything that changes the text and nothing that is only a value in it. */
export class QueryCache<R> {
  readonly #known = new Map<string, Statement<Params, R>>()

  /** The statement of that shape; `build` makes a new one. */
  get(shape: string, build: Statement<Params, R>['build']): Statement<Params, R> {
    const known = this.#known.get(shape)
    if (known) return known
    if (this.#known.size >= MOST_SHAPES) this.#known.clear()
    const made = statement<Params>()(build)
    this.#known.set(shape, made)
    return made
  }
}

export const shapeOfWays = (ways: readonly Branch[]): string =>
  ways.map(way => `${Object.keys(way).sort()}=${way.allowed}`).join(' ')

/** Returns the place of the values of a way, by its number. */
export const placeOf =
  (param: Param, number: number): Place =>
  fact =>
    param(`${number}.${fact}`) as ReturnType<Place>

export function paramsOfWays(ways: readonly Branch[]): Params {
  const params: Params = {}
  for (const [number, way] of ways.entries()) {
    for (const [fact, value] of Object.entries(way)) params[`${number}.${fact}`] = value as Value
  }
  return params
}
