// The scopes that a tool call needs of a grant: missing ones are asked for before the protocol is spoken, all at once.
import { hasScope, type Scope } from '../../domain/actor.ts'
import { Problem } from '../../domain/problem.ts'
import { reachesOutside } from '../../operations/artifacts/access.ts'
import type { Operation } from '../../operations/kernel/operation.ts'
import type { ToolSet } from './offer.ts'
import { scopesForResource } from './resources.ts'
import type { Arguments } from './tool.ts'
import { type McpCaller, performOperation, toToolCall } from './tool-call.ts'

interface Message {
  method?: unknown
  params?: { name?: unknown; arguments?: unknown; uri?: unknown }
}

const methodsIn = (body: unknown): unknown[] =>
  [body].flat().map(message => (message as Message | null)?.method)

/** Counts the messages that call no known tool: tool calls are counted by themselves, by what they do. */
export const otherThanCalls = (tools: ToolSet, body: unknown): number =>
  [body].flat().filter(message => !callIn(tools, message as Message | null)).length

export const listens = (body: unknown): boolean => methodsIn(body).includes('subscriptions/listen')

/** Throws 403 with everything that the calls need together, where the person could allow it by signing in again. */
export async function requireScopes(caller: McpCaller, tools: ToolSet, body: unknown): Promise<void> {
  const { actor } = caller
  if (actor.kind !== 'person' || actor.proof !== 'grant') return
  const messages = [body].flat().map(message => message as Message | null)
  const needed = [
    ...messages.flatMap(message => neededBy(tools, message)),
    ...(await neededToShare(caller, tools, messages)),
  ]
  if (needed.every(scope => hasScope(actor, scope))) return
  // A call that is refused here never comes to where calls are counted.
  if (otherThanCalls(tools, body) === 0) await caller.site.limits.count(actor, 'read')
  const scope = [...new Set([...(actor.scopes ?? []), ...needed])].join(' ')
  throw new Problem('insufficient_scope', 'The app may not do this yet. Sign in again and allow it.', {
    scope,
  })
}

function neededBy(tools: ToolSet, message: Message | null): readonly Scope[] {
  const { uri } = message?.params ?? {}
  if (message?.method === 'resources/read' && typeof uri === 'string') return scopesForResource(uri)
  const call = callIn(tools, message)
  return call ? call.tool.scopesFor(call.given) : []
}

function callIn(tools: ToolSet, message: Message | null) {
  const { name, arguments: given } = message?.params ?? {}
  const tool = message?.method === 'tools/call' && typeof name === 'string' ? tools.get(name) : undefined
  return tool && { tool, given: (given ?? {}) as Arguments }
}

/** Publishing to everybody or to people outside is sharing (contract section 6, Scopes). */
async function neededToShare(
  caller: McpCaller,
  tools: ToolSet,
  messages: readonly (Message | null)[],
): Promise<Scope[]> {
  if (hasScope(caller.actor, 'sharing:write')) return []
  for (const audience of audiencesIn(tools, messages)) {
    await caller.site.limits.count(caller.actor, 'read')
    if (await isOutside(caller, audience)) return ['sharing:write']
  }
  return []
}

/** The audiences that the calls make, each once. */
function audiencesIn(tools: ToolSet, messages: readonly (Message | null)[]): Iterable<Arguments> {
  const audiences = new Map<string, Arguments>()
  for (const message of messages) {
    const call = callIn(tools, message)
    const audience = call?.tool.audienceFor?.(call.given)
    if (audience) audiences.set(JSON.stringify(audience), audience)
  }
  return audiences.values()
}

/** Tells whether an audience reaches outside. False for what is no audience: the tool says what is wrong with it. */
async function isOutside(caller: McpCaller, input: Arguments): Promise<boolean> {
  try {
    const toolCall = toToolCall(caller, undefined, 'read')
    const { value } = await performOperation(toolCall, reachesOutside as unknown as Operation, { input })
    return (value as { outside: boolean }).outside
  } catch (error) {
    if (error instanceof Problem && error.status === 422) return false
    throw error
  }
}
