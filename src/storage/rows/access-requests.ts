// The rows of requests for access: those that wait for an answer, and the senders from whom somebody wants none.
import type { Time } from '../../domain/artifact.ts'

export interface AccessRequest {
  id: string
  /** As it was asked for; perhaps there is no such artifact. */
  shortId: string
  /** The address of the person who asks, which the session proved. */
  email: string
  message: string | null
  createdAt: Time
}

export interface AccessRequestRows {
  insert(request: AccessRequest): Promise<void>
  /** Takes out the oldest; null if none waits. */
  take(): Promise<AccessRequest | null>
  /** True where the person wants no requests from the address. */
  isBlocked(personId: string, email: string): Promise<boolean>
  block(personId: string, email: string, now: Time): Promise<void>
  unblock(personId: string, email: string): Promise<void>
}
