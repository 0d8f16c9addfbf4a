// Programs that name themselves by the address of a document about them (client ID metadata documents): fetched with care, and read as a registration is.
import { isUtf8 } from 'node:buffer'
import type { Context } from '../../operations/kernel/context.ts'
import { isPrivateHost, type OutboundAnswer, OutboundError, outbound } from '../../outbound.ts'
import type { Settings } from '../../settings.ts'
import { createPlaces } from './places.ts'
import { normalized } from './registration.ts'
import { createWayOut, type OfferLog, type Reach } from './way-out.ts'

export interface ClientDocuments {
  /** True while the server says that it takes documents. */
  isOffered(): boolean
  /** Tells whether the document may be fetched for the network; the library asks this before it fetches. */
  mayFetch(address: string, network: string): Promise<boolean>
  /** The document with nothing but what is for us; throws where it is none, and a BusyError where too many are fetched. */
  fetch(address: string): Promise<Response>
}

/** Milliseconds until the whole document must be there, its bytes, and the characters of its address. */
const most = { patience: 2_500, size: 5_120, address: 500 }

/** Seconds the library keeps a document, whatever its own answer says. */
export const documentLife = { min: 60, max: 86_400 }

/** Documents fetched for one network in an hour. */
const fetches = { limit: 60, windowMs: 3_600_000 }

/** Documents that are fetched at once, by whomever, and milliseconds that others wait. */
const atOnce = { count: 2, patience: 2_000 }

const busy = 'Too many apps are asking at once. Try again in a few seconds.'

/** With `auto` they are offered while the internet seems to be there: apps whose document is not fetched do not register by themselves. */
export function clientDocuments(
  { records, rateLimits, clock }: Pick<Context, 'records' | 'rateLimits' | 'clock'>,
  mode: Settings['RECTO_CIMD'],
  log: OfferLog,
  reach: Reach = outbound,
): ClientDocuments {
  const wayOut = createWayOut(reach, clock, log)
  const places = createPlaces(atOnce.count, atOnce.patience, busy)
  return {
    isOffered: () => mode === 'on' || (mode === 'auto' && wayOut.isOpen()),
    async mayFetch(address, network) {
      const { hostname, pathname } = new URL(address)
      if (address.length > most.address || pathname === '/' || isPrivateHost(hostname)) return false
      if (!rateLimits) return true
      const { limit, windowMs } = fetches
      const name = `documents of apps ${network}`
      const counted = await records.transaction(rows => rows.limits.count(name, limit, windowMs, clock()))
      return counted.allowed
    },
    fetch: address =>
      places.run(async () => {
        const fetched = reach(address, { headers: { accept: 'application/json' } }, most)
        if (mode === 'auto') await fetched.then(wayOut.connected, wayOut.failed)
        return documentIn(await fetched)
      }),
  }
}

const isJson = /^application\/(json|[\w.-]+\+json)\s*(;|$)/i

/** Throws where the answer is no document; redirects are answers like any other. */
function documentIn({ status, headers, body }: OutboundAnswer): Response {
  if (status !== 200) throw new OutboundError('the answer is not 200')
  if (!isJson.test(headers.get('content-type') ?? '')) throw new OutboundError('the answer is not JSON')
  if (!isUtf8(body)) throw new OutboundError('the answer is not UTF-8')
  const kept = ['cache-control', 'expires'].flatMap(name => {
    const value = headers.get(name)
    return value === null ? [] : [[name, value] as [string, string]]
  })
  return new Response(JSON.stringify(forUs(JSON.parse(body.toString()))), { headers: kept })
}

/** Reads a document as a registration, but keeps what makes the library refuse it: a name that differs, and shared secrets. */
function forUs(given: unknown): unknown {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return given
  const { client_id, token_endpoint_auth_method: method = 'none', ...rest } = given as Record<string, unknown>
  const secrets = Object.fromEntries(
    Object.entries(rest).filter(([name]) => name.startsWith('client_secret')),
  )
  const shared = String(method).startsWith('client_secret') && { token_endpoint_auth_method: method }
  return { ...normalized(rest), client_id, ...secrets, ...shared }
}
