// The rows of staged transfers.
import type { Time } from '../../domain/artifact.ts'

export interface Upload {
  id: string
  /** Credential it is bound to; null for the public twin, where the id is the capability. */
  credential: string | null
  organizationId: string | null
  sizeBytes: number
  filename: string | null
  /** Declared hash, lower-case hex. */
  announcedSha256: string | null
  /** The file that arrived; null until then. */
  received: Received | null
  spentAt: Time | null
  createdAt: Time
  expiresAt: Time
}

export interface Received {
  blob: string
  size: number
  sha256: string
  /** SHA-256 (hex) of the API keys found in the bytes. */
  keyHashes?: readonly string[]
}

/** The outcome of a sweep: how many rows it removed, and the blobs that nobody names any more. */
export interface Removed {
  count: number
  blobs: string[]
}

export interface UploadReading {
  find(id: string): Promise<Upload | null>
}

export interface UploadRows extends UploadReading {
  insert(upload: Upload): Promise<void>
  /** Records what arrived; false where bytes had arrived already, it was spent or has expired. */
  receive(id: string, received: Received, now: Time): Promise<boolean>
  /** Spends it for a version; false if it was spent. */
  spend(id: string, now: Time): Promise<boolean>
  /** Sweep: removes uploads that ended before. */
  removeEnded(before: Time, limit: number): Promise<Removed>
}
