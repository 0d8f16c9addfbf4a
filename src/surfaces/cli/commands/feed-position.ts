// The position that a command which follows the feed has reached, kept on this machine from one run to the next.
import { closeSync, constants, openSync, readFileSync, writeSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { configFolder } from '../config-folder.ts'
import { makeFolder } from '../make-folder.ts'
import type { Task } from '../task.ts'

/** The key of a position; another value of any part is another position. */
export interface Following {
  command: string
  /** Ids of the organization and of the person; null for a service key. */
  account: readonly (string | null)[]
  artifact: string | undefined
  /** A name of its own, for one of several programs that follow the same. */
  follower: string | undefined
}

export interface FeedPosition {
  /** Id or cursor of what was seen last; undefined before the first run. */
  readonly last: string | undefined
  /** Keeps the place behind this event or cursor. A process that is killed leaves the old place or the new one. */
  save(cursor: string): void
  close(): void
}

/** Opens the position that belongs to this; where it cannot be kept, says so and keeps none. */
export async function openPosition(
  { client, io, output }: Task,
  following: Following,
): Promise<FeedPosition> {
  const { createHash } = await import('node:crypto')
  const name = createHash('sha256')
    .update(JSON.stringify([client.url, following]))
    .digest('hex')
  try {
    return positionIn(join(configFolder(io.env), 'positions', name.slice(0, 32)))
  } catch (error) {
    await output.warn(
      `Where this stops cannot be kept (${(error as Error).message}), so the next run begins anew.`,
    )
    return { last: undefined, save: () => undefined, close: () => undefined }
  }
}

/** The first line of the file, which is written in place: it is small enough to be there whole or not at all. */
function positionIn(path: string): FeedPosition {
  makeFolder(dirname(path), 0o700)
  const file = openSync(path, constants.O_RDWR | constants.O_CREAT, 0o600)
  return {
    last: readFileSync(file, 'utf8').split('\n')[0] || undefined,
    save: cursor => void writeSync(file, `${cursor}\n`, 0),
    close: () => closeSync(file),
  }
}
