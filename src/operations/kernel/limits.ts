// Limits counted in rows: previews, uploads and codes, by the network or address they come from.
import { Problem } from '../../domain/problem.ts'
import type { Counted, Rows } from '../../storage/records.ts'

export interface Limit {
  /** The word for the things counted, in the plural, for the sentence. */
  what: string
  name: string
  limit: number
  windowMs: number
}

/** Counts one use in the transaction; 429 with the time to retry if the last `windowMs` had as many as allowed. */
export async function countUse(
  rows: Rows,
  { what, name, limit, windowMs }: Limit,
  now: number,
): Promise<Counted> {
  const counted = await rows.limits.count(`${what} ${name} ${windowMs}`, limit, windowMs, now)
  if (!counted.allowed) throw rateLimited(what, counted.freeAt - now, limit, windowMs)
  return counted
}

/** 429 with the seconds until the next one is allowed, for `Retry-After` and `RateLimit`. */
export function rateLimited(what: string, waitMs: number, limit: number, windowMs: number): Problem {
  const retryAfter = Math.max(1, Math.ceil(waitMs / 1000))
  return new Problem('rate_limited', `Too many ${what}. Try again in ${retryAfter} seconds.`, {
    retryAfter,
    limit,
    window: windowMs / 1000,
  })
}
