// After a merge the file gets the merged version, so that file, record and server agree and the next update starts from there.
import { constants } from 'node:fs'
import { access, realpath } from 'node:fs/promises'
import type { Source } from '../../client/bodies.ts'
import type { LocalSource } from '../server/payload.ts'
import type { Task } from '../task.ts'
import type { Recorded } from '../version-record.ts'
import { openVersion, receive, saveWhole } from './version-download.ts'

/**
 * Are the bytes that were sent those of the merged version? Then the file holds it as it is. False also where the file was
 * changed meanwhile.
 */
export async function hasMergedBytes(
  source: Source,
  { merged, sha256 }: { merged?: boolean; sha256?: string },
): Promise<boolean> {
  if (!merged || sha256 === undefined) return false
  const { createHash } = await import('node:crypto')
  const hash = createHash('sha256')
  try {
    for await (const chunk of source.open()) hash.update(chunk)
    return hash.digest('hex') === sha256
  } catch {
    return false
  }
}

/**
 * Writes the merged version into the file that was sent, through a link too. Returns null once it is written, else why the
 * file stays as it is: nothing is written over what somebody saved in it meanwhile.
 */
export async function saveMerged(
  task: Task,
  path: string,
  source: LocalSource,
  { shortId, version }: Pick<Recorded, 'shortId' | 'version'>,
): Promise<string | null> {
  const requirePlace = () => {
    if (!source.isInPlace()) throw new Error('it was saved again meanwhile')
  }
  try {
    requirePlace()
    const place = await realpath(path)
    await access(place, constants.W_OK)
    const message = await openVersion(task, shortId, version)
    try {
      await saveWhole(place, receive(task, message), requirePlace)
    } finally {
      message.destroy()
    }
    return null
  } catch (error) {
    return (error as Error).message
  }
}
