// Request limits in memory: 600 reads and 120 writes a minute per credential, fewer for anonymous callers.
import type { Actor } from '../../domain/actor.ts'
import { rateLimited } from '../../operations/kernel/limits.ts'

const windowMs = 60_000
const quotas = {
  known: { read: 600, write: 120 },
  anonymous: { read: 240, write: 30 },
}

export interface RequestLimits {
  /** Counts one request; throws 429 if the credential used its share of the last minute. */
  count(actor: Actor, kind: 'read' | 'write'): void
}

/** Counts what came within the last minute, for each credential and kind. `clock` is in milliseconds. */
export function requestLimits(clock: () => number): RequestLimits {
  const recent = new Map<string, number[]>()
  return {
    count(actor, kind) {
      const now = clock()
      forgetIdle(recent, now)
      const limit = quotas[actor.kind === 'anonymous' ? 'anonymous' : 'known'][kind]
      const name = `${kind} ${actor.credential}`
      const moments = stillCounting(recent.get(name) ?? [], now)
      if (moments.length >= limit)
        throw rateLimited('requests', moments[0]! + windowMs - now, limit, windowMs)
      moments.push(now)
      // Whoever came last stands last, so that whoever is idle stands first.
      recent.delete(name)
      recent.set(name, moments)
    },
  }
}

/** Drops the moments that are out of the window from the beginning of `moments`; all of them where the clock was set back. */
function stillCounting(moments: number[], now: number): number[] {
  if (moments.length > 0 && moments.at(-1)! > now + windowMs) return []
  while (moments.length > 0 && moments[0]! <= now - windowMs) moments.shift()
  return moments
}

function forgetIdle(recent: Map<string, number[]>, now: number): void {
  for (const [name, moments] of recent) {
    const last = moments.at(-1)!
    if (last > now - windowMs && last <= now + windowMs) return
    recent.delete(name)
  }
}

/** For RECTO_RATE_LIMITS=off, on loopback only. */
export const noLimits: RequestLimits = { count: () => undefined }
