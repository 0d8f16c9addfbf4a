// One HTTP exchange over MCP, and the calls of operations that its tool calls make.
import type { Actor, Claim } from '../../domain/actor.ts'
import type { Call } from '../../operations/kernel/call.ts'
import { withoutKeys } from '../../operations/kernel/key-format.ts'
import type { Operation } from '../../operations/kernel/operation.ts'
import { type Answer, perform } from '../../operations/kernel/perform.ts'
import { claimOf, type Wire } from '../http/exchange.ts'
import type { Site } from '../http/site.ts'

/** What is known before a tool is called. */
export interface Introduction {
  site: Site
  wire: Wire
  actor: Actor
  /** Program that calls. */
  client: string | null
}

export interface Exchange extends Introduction {
  claim: Claim
}

/** Performs an operation as the caller of the exchange, or as `parts.actor`. */
export function performed(
  { site, wire, actor, claim, client }: Exchange,
  operation: Operation,
  parts: Pick<Call, 'input'> & Partial<Call>,
): Promise<Answer> {
  const { requestId, network } = wire
  return perform(site.context, operation, {
    surface: 'mcp',
    actor,
    claim,
    client,
    requestId,
    network,
    ...parts,
  })
}

interface ClientInfo {
  name?: unknown
  version?: unknown
}

/** The exchange with what the client says of itself: an agent, by the name of its program, unless headers say otherwise. */
export function introduced(
  exchange: Introduction,
  said: ClientInfo | undefined,
  effect: 'read' | 'write',
): Exchange {
  const name = plain(said?.name, 100)
  const version = plain(said?.version, 40)
  const { actorType, actorName } = claimOf(exchange.wire.request, effect)
  return {
    ...exchange,
    claim: { actorType: actorType ?? 'agent', actorName: actorName ?? name },
    client: name === null ? exchange.client : `${name}${version === null ? '' : `/${version}`}`.slice(0, 120),
  }
}

const plain = (text: unknown, limit: number): string | null =>
  typeof text === 'string' ? withoutKeys(text.replace(/\p{C}/gu, '')).trim().slice(0, limit) || null : null
