// One tool call over MCP, and the operations it performs.
import { sliceText } from '../../content/text/text-slice.ts'
import type { Actor, Claim } from '../../domain/actor.ts'
import type { Call } from '../../operations/kernel/call.ts'
import { requireCaller } from '../../operations/kernel/caller-gone.ts'
import { withoutKeys } from '../../operations/kernel/key-format.ts'
import type { Operation, OutputOf } from '../../operations/kernel/operation.ts'
import { type Answer, perform } from '../../operations/kernel/perform.ts'
import { claimOf, type HttpExchange } from '../http/http-exchange.ts'
import type { Site } from '../http/site.ts'
import type { SizeLimit } from './size-limit.ts'

/** The facts that are known before a tool is called. */
export interface McpCaller {
  site: Site
  exchange: HttpExchange
  actor: Actor
  /** Program that calls. */
  client: string | null
  /** Limit of the result's size. */
  size: SizeLimit
}

export interface ToolCall extends McpCaller {
  claim: Claim
  /** Aborted when the client closed the stream of the call, which cancels it. */
  gone?: AbortSignal
  /** Reports how much of the work is done, where the client asked for it. */
  progress?(done: number, total: number): void
}

/** Performs an operation as the caller of the tool, or as `parts.actor`; none for a call that was cancelled. */
export async function performOperation<Op extends Operation>(
  { site, exchange, actor, claim, client, gone }: ToolCall,
  operation: Op,
  parts: Pick<Call, 'input'> & Partial<Call>,
): Promise<Answer<OutputOf<Op>>> {
  requireCaller(gone)
  const { requestId, network } = exchange
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

/** The tool call with what the client says of itself: an agent, by the name of its program, unless headers say otherwise. */
export function toToolCall(
  caller: McpCaller,
  said: ClientInfo | undefined,
  effect: 'read' | 'write',
): ToolCall {
  const name = plain(said?.name, 100)
  const version = plain(said?.version, 40)
  const { actorType, actorName } = claimOf(caller.exchange.request, effect)
  return {
    ...caller,
    claim: { actorType: actorType ?? 'agent', actorName: actorName ?? name },
    client: name === null ? caller.client : first(120, `${name}${version === null ? '' : `/${version}`}`),
  }
}

const plain = (text: unknown, limit: number): string | null =>
  typeof text === 'string' ? first(limit, withoutKeys(text.replace(/\p{C}/gu, '')).trim()) || null : null

const first = (limit: number, text: string): string => sliceText(text, { offset: 0, limit }).text
