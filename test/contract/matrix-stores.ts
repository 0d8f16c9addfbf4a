// Which stores a route of the matrix is asked on: the embedded one always; Postgres for lists and search, and for every route in a run at length.
import { test } from 'node:test'
import { isAtLength } from '../support/at-length.ts'
import type { Running } from '../support/service.ts'
import { isSkip } from '../support/skip.ts'
import { serviceOn } from '../support/world.ts'

/** Routes of which the database itself decides what a caller sees, with conditions that each store has in its own words. */
const decidedByStore: ReadonlySet<string> = new Set([
  ...['GET /v1/artifacts', 'GET /v1/search', 'GET /v1/events'],
  ...['GET /v1/artifacts/{id}/versions', 'GET /v1/artifacts/{id}/comments'],
  ...['GET /app', 'GET /app/shared', 'GET /app/trash', 'GET /app/usage'],
])

/** Proves of a route what holds for every caller; `every route` stands for all of them together. */
export function onStoresOf(
  route: string,
  title: string,
  body: (service: Running) => Promise<void>,
  env?: Record<string, string>,
): void {
  const isOnBoth = isAtLength || decidedByStore.has(route)
  test(title, async t => {
    for (const store of isOnBoth ? (['sqlite', 'postgres'] as const) : (['sqlite'] as const)) {
      await t.test(`on ${store === 'sqlite' ? 'SQLite' : 'Postgres'}`, async at => {
        const service = await serviceOn(store, env)
        if (isSkip(service)) return at.skip(service.skip)
        await body(service)
      })
    }
  })
}
