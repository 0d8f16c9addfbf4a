// Programs that name themselves by the address of a document about them (client ID metadata documents): fetched with care, and read as a registration is.
import type { Context } from '../../operations/kernel/context.ts'
import { NoWayOutError, type OutboundAnswer, OutboundError, outbound } from '../../outbound.ts'
import type { Settings } from '../../settings.ts'
import { normalized } from './registration.ts'

/** How documents are reached; tests lead names to a server of theirs. */
export type ReachDocument = typeof outbound

export interface ClientDocuments {
  /** Whether the server says that it takes them. */
  isOffered(): boolean
  /** Whether the document may be fetched for the network: the library asks this before it does. */
  mayFetch(address: string, network: string): Promise<boolean>
  /** The document with nothing but what is for us; throws where it is none. */
  fetch(address: string): Promise<Response>
}

/** Milliseconds until the whole document must be there, its bytes, and the characters of its address. */
const most = { patience: 2_500, size: 5_120, address: 500 }

/** Seconds the library keeps a document, whatever its own answer says. */
export const documentLife = { min: 60, max: 86_400 }

/** Documents fetched for one network in an hour. */
const fetches = { limit: 60, windowMs: 3_600_000 }

const DAY = 86_400_000

/** With `auto` they are offered until the network says that there is no way out, where no document was reached on that day. */
export function clientDocuments(
  context: Pick<Context, 'records' | 'rateLimits' | 'clock'>,
  mode: Settings['RECTO_CIMD'],
  reach: ReachDocument = outbound,
): ClientDocuments {
  const { records, rateLimits, clock } = context
  const last = { reached: Number.NEGATIVE_INFINITY, cutOff: Number.NEGATIVE_INFINITY }
  const isRecent = (moment: number) => clock() - moment < DAY
  return {
    isOffered: () => mode === 'on' || (mode === 'auto' && (!isRecent(last.cutOff) || isRecent(last.reached))),
    async mayFetch(address, network) {
      if (address.length > most.address || new URL(address).pathname === '/') return false
      if (!rateLimits) return true
      const { limit, windowMs } = fetches
      const name = `documents of apps ${network}`
      const counted = await records.transaction(rows => rows.limits.count(name, limit, windowMs, clock()))
      return counted.allowed
    },
    async fetch(address) {
      try {
        const answer = await reach(address, { headers: { accept: 'application/json' } }, most)
        last.reached = clock()
        return documentIn(answer)
      } catch (error) {
        if (error instanceof NoWayOutError) last.cutOff = clock()
        throw error
      }
    },
  }
}

const isJson = /^application\/(json|[\w.-]+\+json)\s*(;|$)/i

/** Throws where the answer is no document; redirects are answers like any other. */
function documentIn({ status, headers, body }: OutboundAnswer): Response {
  if (status !== 200) throw new OutboundError('the answer is not 200')
  if (!isJson.test(headers.get('content-type') ?? '')) throw new OutboundError('the answer is not JSON')
  const kept = ['cache-control', 'expires'].flatMap(name => {
    const value = headers.get(name)
    return value === null ? [] : [[name, value] as [string, string]]
  })
  return new Response(JSON.stringify(forUs(JSON.parse(body.toString()))), { headers: kept })
}

/** As of a registration, but for what the library must see to refuse the document: a name that differs, and shared secrets. */
function forUs(given: unknown): unknown {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return given
  const { client_id, token_endpoint_auth_method: method = 'none', ...rest } = given as Record<string, unknown>
  const secrets = Object.fromEntries(
    Object.entries(rest).filter(([name]) => name.startsWith('client_secret')),
  )
  const shared = String(method).startsWith('client_secret') && { token_endpoint_auth_method: method }
  return { ...normalized(rest), client_id, ...secrets, ...shared }
}
