// Request limits in memory: 600 reads and 120 writes a minute per credential, fewer for anonymous callers.
import type { Actor } from '../../domain/actor.ts'
import { rateLimited } from '../../operations/limits.ts'

const windowMs = 60_000
const quotas = {
  known: { read: 600, write: 120 },
  anonymous: { read: 240, write: 30 },
}

export interface RequestLimits {
  /** Counts one request; throws 429 where the credential used its share of this minute. */
  count(actor: Actor, kind: 'read' | 'write'): void
}

/** Counts in windows of one minute. `clock` is in milliseconds. */
export function requestLimits(clock: () => number): RequestLimits {
  let window = 0
  let used = new Map<string, number>()
  return {
    count(actor, kind) {
      const now = clock()
      // A clock that was set back begins anew too.
      if (now < window || now - window >= windowMs) {
        window = now - (now % windowMs)
        used = new Map()
      }
      const limit = quotas[actor.kind === 'anonymous' ? 'anonymous' : 'known'][kind]
      const name = `${kind} ${actor.credential}`
      const count = (used.get(name) ?? 0) + 1
      used.set(name, count)
      if (count > limit) throw rateLimited('requests', window + windowMs - now, limit, windowMs)
    },
  }
}

/** For RECTO_RATE_LIMITS=off, on loopback only. */
export const noLimits: RequestLimits = { count: () => undefined }
