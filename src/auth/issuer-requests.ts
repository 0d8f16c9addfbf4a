// Requests for the documents of OpenID issuers: made with care, one at a time, and kept for an hour.
import { OutboundError, type outbound } from '../outbound.ts'

/** Reaches an issuer; tests lead the providers' own names to a server of theirs. */
export type Reach = typeof outbound

/** Milliseconds for one answer of an issuer, and bytes of the longest. */
export const PATIENCE = 5_000
const LONGEST = 262_144

const KEPT = 3_600_000

/** Runs one piece of work at a time and keeps its result; a failed one is not kept. */
export function keepAnHour<T>(work: () => Promise<T>, clock: () => number): () => Promise<T> {
  let known: { made: Promise<T>; until: number } | null = null
  return () => {
    if (known && clock() < known.until) return known.made
    const mine = { made: work(), until: clock() + KEPT }
    known = mine
    mine.made.catch(() => {
      if (known === mine) known = null
    })
    return mine.made
  }
}

interface Asked {
  method: string
  headers: Headers | Record<string, string>
  body?: unknown
}

/** Fetches as the libraries ask, by `reach`; `trusted` is the origin that the operator named. */
export const fetchBy =
  (reach: Reach, trusted: string) =>
  async (url: string, { method, headers, body }: Asked): Promise<Response> => {
    const sent = Object.fromEntries(new Headers(headers))
    const request = { method, headers: sent, ...(body != null && { body: String(body) }) }
    const answer = await reach(url, request, { patience: PATIENCE, size: LONGEST, trusted })
    if (answer.status < 200 || answer.status > 599) throw new OutboundError('the status is malformed')
    return new Response(bodiless.has(answer.status) ? null : answer.body, answer)
  }

const bodiless = new Set([204, 205, 304])
