// The stores with each of their calls a span of the request that it serves.
import type { Blobs } from '../storage/blobs.ts'
import type { Reading, Records, Rows } from '../storage/records.ts'
import type { Tracing } from './tracing.ts'

type Part = Pick<Tracing, 'part' | 'bind'>

/** The same records. Nothing is answered from what they keep, so that each read is seen. */
export function traceRecords(records: Records, tracing: Part): Records {
  return {
    ...records,
    ...traceRows(records, tracing),
    archive: records.archive,
    kept: null,
    transaction: work =>
      tracing.part('transaction', 'store', () =>
        // Several transactions share a commit, and one request's turn runs the work of all.
        records.transaction(tracing.bind(rows => work(traceRows(rows, tracing)))),
      ),
  }
}

export const traceBlobs = (blobs: Blobs, tracing: Part): Blobs => traceCalls('files', blobs, tracing)

/** Each group of rows with its calls traced. */
function traceRows<R extends Rows | Reading>(rows: R, tracing: Part): R {
  const groups = Object.entries(rows).map(([name, group]) => [
    name,
    typeof group === 'object' && group !== null ? traceCalls(name, group, tracing) : group,
  ])
  return Object.fromEntries(groups)
}

/** Calls go to the object itself, whose private fields a proxy has not. */
const traceCalls = <T extends object>(name: string, target: T, { part }: Part): T =>
  new Proxy(target, {
    get(_, key) {
      const value = Reflect.get(target, key, target)
      if (typeof value !== 'function') return value
      return (...given: unknown[]) =>
        part(`${name}.${String(key)}`, 'store', () => value.apply(target, given))
    },
  })
