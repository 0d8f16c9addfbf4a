// How many connections may stay open at once: for one caller, and for all together.
import { rateLimited } from '../../operations/kernel/limits.ts'

export interface ConnectionLimit {
  /** Takes a connection for the name and returns its release; null if none is free. */
  take(name: string): (() => void) | null
}

/** `each` for one name, `all` for all names. */
export function createConnectionLimit({ each, all }: { each: number; all: number }): ConnectionLimit {
  const taken = new Map<string, number>()
  let count = 0
  return {
    take(name) {
      const mine = taken.get(name) ?? 0
      if (mine >= each || count >= all) return null
      taken.set(name, mine + 1)
      count += 1
      let held = true
      return () => {
        if (!held) return
        held = false
        count -= 1
        const left = taken.get(name)! - 1
        if (left > 0) taken.set(name, left)
        else taken.delete(name)
      }
    },
  }
}

/** Readers of the API that wait or hold a stream: for one credential, and for all. */
export const apiConnections = { each: 50, all: 5000 }

/** Streams of open pages: for one session or, without one, for one network; and for all. */
export const pageConnections = { each: 100, all: 5000 }

/** Milliseconds after which a caller without a connection may ask again. */
const PAUSE = 10_000

/** Takes a connection, or throws 429 with the time to retry. */
export function requireConnection(all: ConnectionLimit, name: string): () => void {
  const leave = all.take(name)
  if (leave) return leave
  throw rateLimited('waiting readers', PAUSE, apiConnections.each, PAUSE)
}
