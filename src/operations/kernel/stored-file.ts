// The source of a version as a file for a worker.

import { FileSource } from '../../content/render/file-source.ts'
import type { StoredBlob } from '../../storage/blobs.ts'
import type { Context } from './context.ts'

/** A version as workers read it. */
export const openStoredFile = ({ contents }: Pick<Context, 'contents'>, version: StoredBlob): FileSource =>
  new FileSource(version.size, () => contents.read(version))
