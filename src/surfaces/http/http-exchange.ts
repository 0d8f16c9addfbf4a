// One HTTP exchange as the REST surface sees it, on Node's own request and response.
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Claim } from '../../domain/actor.ts'
import { withoutKeys } from '../../operations/kernel/key-format.ts'
import type { ReadDetails } from '../../operations/kernel/read-audit.ts'
import { headerText } from './utf8.ts'

export interface HttpExchange {
  request: IncomingMessage
  response: ServerResponse
  requestId: string
  /** Network of the caller: its address, IPv6 shortened to the /64 that one customer holds. */
  network: string
  /** The kind of credential that was accepted, for the log. */
  caller?: string
}

/** Answers what it knows outside the app, such as frames on content hosts; false leaves it to the others. */
export type Early = (exchange: HttpExchange) => boolean

/** A header that may come only once. */
export function header(request: IncomingMessage, name: string): string | undefined {
  const value = request.headers[name]
  return Array.isArray(value) ? value.join(', ') : value
}

/** The members of an Accept field with their weights from 0 to 1 (RFC 9110 section 12.5.1). */
export const mediaRanges = (accept: string | undefined): { type: string; quality: number }[] =>
  (accept ?? '').split(',').map(member => {
    const [type = '', ...parameters] = member.split(';').map(part => part.trim().toLowerCase())
    const weight = parameters.find(parameter => parameter.startsWith('q='))
    return { type, quality: weight === undefined ? 1 : Number(weight.slice(2)) || 0 }
  })

/**
 * Returns what the caller claims about itself (contract section 3, Attribution). Only writes store a type; an unknown one counts for
 * nothing.
 */
export function claimOf(request: IncomingMessage, effect: 'read' | 'write'): Claim {
  const type = effect === 'write' ? header(request, 'x-actor-type')?.toLowerCase() : undefined
  const name = header(request, 'x-actor-name')
  return {
    actorType: actorTypes.get(type) ?? null,
    actorName: name === undefined ? null : plain(headerText(name, 'X-Actor-Name')),
  }
}

const actorTypes: ReadonlyMap<string | undefined, 'human' | 'agent'> = new Map([
  ['human', 'human'],
  ['user', 'human'],
  ['agent', 'agent'],
])

/** Returns the text without control characters and keys, cut to 100 characters. */
function plain(text: string): string | null {
  return withoutKeys(text.replace(/\p{C}/gu, '')).trim().slice(0, 100) || null
}

/** Program and version of the caller, from its user agent, without keys, cut to 120 characters. */
export function clientOf({ headers }: IncomingMessage): string | null {
  const agent = headers['user-agent']
  return agent === undefined ? null : withoutKeys(agent.replace(/\p{C}/gu, '')).slice(0, 120)
}

/** Returns the details of a read for the audit. */
export const readDetails = ({ request }: HttpExchange): ReadDetails => ({
  surface: surfaceOf(request),
  claim: claimOf(request, 'read'),
  client: clientOf(request),
})

export const surfaceOf = ({ url }: HttpExchange['request']): 'rest' | 'web' =>
  url?.startsWith('/v1/') ? 'rest' : 'web'
