// The stores that a route of the matrix is asked on: the embedded one always; Postgres for lists and search, and for every route in a run at length.
import { isAtLength } from '../support/at-length.ts'
import type { Store } from '../support/service.ts'

/** Routes of which the database itself decides what a caller sees, with conditions that each store has in its own words. */
const decidedByStore: ReadonlySet<string> = new Set([
  ...['GET /v1/artifacts', 'GET /v1/search', 'GET /v1/events'],
  ...['GET /v1/artifacts/{id}/versions', 'GET /v1/artifacts/{id}/comments'],
  ...['GET /app', 'GET /app/shared', 'GET /app/trash', 'GET /app/usage'],
])

/** The stores that a route is asked on; `every route` stands for all of them together. */
export const storesOf = (route: string): Store[] =>
  isAtLength || decidedByStore.has(route) ? ['sqlite', 'postgres'] : ['sqlite']
