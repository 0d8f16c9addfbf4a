// What a call of a tool needs of a grant: missing scopes are asked for before the protocol is spoken, all at once.
import { type Actor, hasScope, type Scope } from '../../domain/actor.ts'
import { Problem } from '../../domain/problem.ts'

/** Tools by their names, as far as scopes go. */
type Tools = ReadonlyMap<string, { scopesFor(given: Record<string, unknown>): readonly Scope[] }>

interface Message {
  method?: unknown
  params?: { name?: unknown; arguments?: unknown }
}

/** Throws 403 with everything that the calls need together, where the person could allow it by signing in again. */
export function requireScopes(actor: Actor, tools: Tools, body: unknown): void {
  if (actor.kind !== 'person' || actor.proof !== 'grant') return
  const needed = [body].flat().flatMap(message => neededBy(tools, message as Message | null))
  if (needed.every(scope => hasScope(actor, scope))) return
  const scope = [...new Set([...(actor.scopes ?? []), ...needed])].join(' ')
  throw new Problem('insufficient_scope', 'The app may not do this yet. Sign in again and allow it.', {
    scope,
  })
}

function neededBy(tools: Tools, message: Message | null): readonly Scope[] {
  if (message?.method !== 'tools/call') return []
  const { name, arguments: given } = message.params ?? {}
  const tool = typeof name === 'string' ? tools.get(name) : undefined
  return tool?.scopesFor((given ?? {}) as Record<string, unknown>) ?? []
}
