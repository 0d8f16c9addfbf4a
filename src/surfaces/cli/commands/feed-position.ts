// How far a follower of the feed has come, kept from one run to the next with --resume.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { configFolder, writePrivately } from '../config-folder.ts'
import { type Task, textOf } from '../task.ts'

export interface FeedPosition {
  /** Where to go on; undefined before the first run. */
  read(): string | undefined
  save(cursor: string): void
}

/** The position of this command with this credential; null where nobody asked to keep one. */
export async function feedPosition(task: Task, command: string): Promise<FeedPosition | null> {
  const { client, io, values } = task
  if (values.resume !== true) return null
  const { createHash } = await import('node:crypto')
  const about = [
    client.url,
    client.credential?.identity ?? '',
    command,
    textOf(values, 'artifact') ?? values.id ?? '',
  ]
  const name = createHash('sha256').update(JSON.stringify(about)).digest('hex').slice(0, 32)
  const path = join(configFolder(io.env), 'positions', name)
  return {
    read: () => contentOf(path),
    save: cursor => writePrivately(path, `${cursor}\n`),
  }
}

function contentOf(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8').trim() || undefined
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}
