// The rows of limits, leases, outgoing mail, and which blobs nobody names.
import type { Time } from '../../domain/artifact.ts'

/** The outcome of counting a use. */
export interface Counted {
  /** False if the limit was reached before: nothing was counted. */
  allowed: boolean
  /** Uses that are left now. */
  left: number
  /** The time at which the next use is allowed; not before now. */
  freeAt: Time
}

export interface LimitRows {
  /** Counts one use, unless `limit` uses of that name were counted in the last `windowMs`. */
  count(name: string, limit: number, windowMs: number, now: Time): Promise<Counted>
  /** Sweep: removes uses that no longer count. */
  removeEnded(now: Time): Promise<void>
  /** Takes or renews a lease; false if another holder has it. */
  lease(name: string, holder: string, until: Time, now: Time): Promise<boolean>
}

export interface Mail {
  id: string
  to: string
  subject: string
  text: string
  createdAt: Time
  /** The address where the reader stops mails of the kind at once (RFC 8058); absent for mails nobody can do without. */
  stopUrl?: string
}

export interface OutboxReading {
  /** Counts the mails that are not sent yet. */
  waiting(): Promise<number>
}

export interface OutboxRows extends OutboxReading {
  post(mail: Mail): Promise<void>
  /** Takes up to `limit` mails that are due, leased until then; `attempts` counts this one too. */
  take(limit: number, now: Time, leasedUntil: Time): Promise<(Mail & { attempts: number })[]>
  sent(id: string): Promise<void>
  /** Puts it back for later; `retryAt` null gives up. */
  failed(id: string, retryAt: Time | null): Promise<void>
}

export interface BlobRows {
  /** Returns those of the names that no version and no live upload holds. */
  orphans(names: readonly string[]): Promise<string[]>
}
