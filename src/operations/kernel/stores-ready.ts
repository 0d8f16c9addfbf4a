// The check that the stores answer, so that this process can serve.
import type { Context } from './context.ts'

/** Asks both stores; each promise rejects if its store does not answer. */
export const storesReady = ({ records, blobs }: Pick<Context, 'records' | 'blobs'>) => ({
  database: records.ready(),
  files: blobs.ready(),
})
