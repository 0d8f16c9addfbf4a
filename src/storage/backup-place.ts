// The port for backups: named files in a folder or a bucket, each there as a whole or not at all.
import type { Readable } from 'node:stream'

/** Names are parts of letters, digits, dots and hyphens, separated by slashes. */
export interface BackupPlace {
  /** Names below a folder such as `files/`, in no order. */
  list(folder: string): AsyncIterable<string>
  /** Keeps the bytes under the name, in place of what it had; durable after the next `settle`. */
  put(name: string, source: AsyncIterable<Uint8Array>): Promise<void>
  /** Null when there is no such file. */
  read(name: string): Promise<Readable | null>
  /** Removing what is not there is no error. */
  delete(name: string): Promise<void>
  /** Resolves when everything put until now would survive a loss of power. */
  settle(): Promise<void>
  close(): Promise<void>
}
