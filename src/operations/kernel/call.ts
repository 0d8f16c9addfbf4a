// One call as every surface makes it: who calls, with what, and the file that comes along.

import type { Actor, Claim } from '../../domain/actor.ts'
import type { Format, Miniature } from '../../domain/artifact.ts'
import type { Base } from '../../domain/precondition.ts'
import type { SearchText } from '../../domain/search-text.ts'

export type Surface = 'core' | 'rest' | 'mcp' | 'cli' | 'web'

/** The request of a caller, without the protocol it came through. */
export interface Call {
  actor: Actor
  surface: Surface
  requestId: string
  /** Plain input values; those of the body are missing while it is unread. */
  input: Record<string, unknown>
  base?: Base
  body?: Body
  claim: Claim
  /** Network the call came from; limits for callers without a credential count by it. */
  network: string
  /** Name of the program that calls, from its user agent. */
  client: string | null
  idempotencyKey?: string
  /** Aborted when the caller is gone; only where the operation waits. */
  signal?: AbortSignal
  /** Proves the caller once more; throws if the credential has ended. Only where the operation waits. */
  recheck?(): Promise<Actor>
}

/** A body that is read only after the caller is authorized. */
export interface Body {
  /** Throws what is wrong before a byte is read: media type, declared length. */
  announce(limit: number): void
  /** Reads fields and file; the file streams into `keep` as it arrives. */
  read(
    limit: number,
    keep: (file: IncomingFile) => Promise<StoredFile>,
  ): Promise<{ fields: Record<string, unknown>; file: StoredFile | null }>
}

export interface IncomingFile {
  bytes: AsyncIterable<Uint8Array>
  filename?: string
  mediaType?: string
  /** Its format if it has no name: HTML if it begins as an HTML document does, else this. */
  otherwise?: Format
}

export interface StoredFile {
  blob: string
  size: number
  /** Lower-case hex. */
  sha256: string
  format: Format
  filename: string | null
  /** Title found in the file. */
  title: string | null
  /** Extracted text for search. */
  text: SearchText
  miniature: Miniature
  /** The blob belongs to another version too, so it stays whatever happens to this call. */
  shared?: true
  /** SHA-256 (hex) of the API keys found in it. */
  keyHashes?: readonly string[]
  /** Set where the file was made from another version: the one that must still be current. */
  against?: number
  /** The file as it was sent, where this one was merged from it. */
  sent?: StoredFile
}
