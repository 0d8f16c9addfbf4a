// Room on the disk that files leave free, so that deleting, signing in and comments go on where it is full.
import { statfs } from 'node:fs/promises'
import { full } from './durable-writes.ts'

/** A store that may share a disk with others. */
export interface HasRoom {
  /** Bytes that can still be written to it; Infinity where it has no disk of this machine. */
  room(): Promise<number>
}

/** Milliseconds, and bytes, for which an answer about the disk is good. */
const GOOD_FOR = 1000
const GOOD_FOR_BYTES = 1_048_576

/** Refuses files that would take the last `bytes` of the disk under one of the stores. */
export class Reserve {
  readonly #bytes: number
  readonly #stores: readonly HasRoom[]
  #askedAt = Number.NEGATIVE_INFINITY
  #room = 0
  #taken = 0

  constructor(bytes: number, stores: readonly HasRoom[]) {
    this.#bytes = bytes
    this.#stores = stores
  }

  /** The same bytes; fails with `storage_full` before the first one that there is no room for. */
  async *watch(source: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
    for await (const chunk of source) {
      await this.#take(chunk.byteLength)
      yield chunk
    }
  }

  async #take(bytes: number): Promise<void> {
    if (this.#bytes === 0) return
    this.#taken += bytes
    if (this.#taken > GOOD_FOR_BYTES || performance.now() - this.#askedAt > GOOD_FOR) await this.#ask(bytes)
    if (this.#room - this.#taken < this.#bytes) throw full()
  }

  async #ask(bytes: number): Promise<void> {
    const rooms = await Promise.all(this.#stores.map(store => store.room()))
    this.#room = Math.min(...rooms)
    this.#taken = bytes
    this.#askedAt = performance.now()
  }
}

/** Bytes that are free for this process where the folder lies. */
export async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}
