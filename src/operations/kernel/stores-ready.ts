// Whether the stores answer, so that this process can serve.
import type { Context } from './context.ts'

/** Throws if the records or the blobs do not answer. */
export async function storesReady({ records, blobs }: Pick<Context, 'records' | 'blobs'>): Promise<void> {
  await Promise.all([records.ready(), blobs.ready()])
}
