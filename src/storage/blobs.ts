// The port for stored bytes: every version of an artifact owns exactly one write-once blob.
import type { Readable } from 'node:stream'
import type { HasRoom } from './reserve.ts'

/** The result of a put; a version row holds these three and every read is checked against them. */
export interface StoredBlob {
  /** Name of 32 lower-case hex digits, at least 28 of them random; never used twice. */
  readonly blob: string
  /** Length in bytes. */
  readonly size: number
  /** SHA-256 of the bytes, lower-case hex. */
  readonly sha256: string
}

/** Bytes `start` to `end`, both counted from 0 and both included. */
export interface ByteRange {
  readonly start: number
  readonly end: number
}

/** One blob as a listing shows it. */
export interface ListedBlob {
  readonly blob: string
  /** Milliseconds since 1970, by the clock of the storage. */
  readonly modifiedAt: number
}

/**
 * The store of bytes. A blob is written once under a name nobody chose and never changes; rows give it meaning.
 *
 * Every method may fail with the problem `storage_unavailable` (503) when the place cannot be reached for now.
 */
export interface Blobs extends HasRoom {
  /**
   * Stores a stream, hashing and counting on the way, and resolves only when it would survive a loss of power.
   *
   * If the source throws, nothing remains and its error is rethrown unchanged. If storing fails, what was stored
   * is taken back, or left to the sweep if the storage no longer answers, and the source is closed by `return()`;
   * pass `stream.iterator({ destroyOnReturn: false })` where the stream must outlive that, for example to answer
   * on its socket. A chunk must not be changed once it was yielded.
   *
   * Fails with the problem `storage_full` (507) when there is no room, and with a `DurabilityError` when the
   * disk itself failed, after which the process should stop.
   */
  put(source: AsyncIterable<Uint8Array>): Promise<StoredBlob>

  /** Stores a blob again under the name it had where a backup or an export was made; in place of one that is there. */
  putBack(blob: string, source: AsyncIterable<Uint8Array>): Promise<StoredBlob>

  /** Streams a blob, or the part of it named by `range`, unchecked; null when there is no such blob. */
  read(blob: string, range?: ByteRange): Promise<Readable | null>

  /** The first `limit` bytes of a blob in one buffer of its own, unchecked; null when there is no such blob. */
  readStart(blob: string, limit: number): Promise<Buffer | null>

  /** Length in bytes; null when there is no such blob. */
  size(blob: string): Promise<number | null>

  /** Removes a blob; removing what is not there is no error. */
  delete(blob: string): Promise<void>

  /** Every stored blob, in no order. Those put or deleted meanwhile may be left out. */
  list(): AsyncIterable<ListedBlob>

  /** Resolves when puts and reads can be expected to work; rejects otherwise. */
  ready(): Promise<void>

  /** The name of the installation whose files these are; null where none was given yet. */
  mark(): Promise<string | null>

  /** Gives the place the name of its installation. */
  setMark(name: string): Promise<void>

  /** Removes files that unended puts left behind more than `olderThanMs` ago; answers how many. */
  sweepTemporary(olderThanMs: number): Promise<number>

  /** Releases what is held open. Nothing may be called after. */
  close(): Promise<void>
}

/** The file beside the blobs that holds the installation's name; no blob can be called so. */
export const MARK = 'installation'

/** True where a text has the form of a blob's name. */
export function isBlobName(text: string): boolean {
  return /^[0-9a-f]{32}$/.test(text)
}
