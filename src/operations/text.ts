// The source of a version as text.
import { whole } from '../content/whole.ts'
import type { StoredBlob } from '../storage/blobs.ts'
import type { Context } from './context.ts'

/** Reads a version whole; for texts whose size the caller has bounded. A BOM stays. */
export const textOf = async (context: Pick<Context, 'contents'>, version: StoredBlob): Promise<string> =>
  (await whole(await context.contents.read(version))).toString('utf8')
