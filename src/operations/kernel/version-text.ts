// The source of a version: as a file for a worker, or as text to be shown.

import { readWhole } from '../../content/read-whole.ts'
import { FileSource } from '../../content/render/file-source.ts'
import type { StoredBlob } from '../../storage/blobs.ts'
import type { Context } from './context.ts'

/** Reads a version whole; for texts whose size the caller has bounded. A BOM stays. */
export const readVersionText = async (
  context: Pick<Context, 'contents'>,
  version: StoredBlob,
): Promise<string> => (await readWhole(await context.contents.read(version))).toString('utf8')

/** A version as workers read it. */
export const openStoredFile = ({ contents }: Pick<Context, 'contents'>, version: StoredBlob): FileSource =>
  new FileSource(version.size, () => contents.read(version))
