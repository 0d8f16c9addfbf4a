// The messages of a request as the protocol has them: null is absence, and arguments fit the schema of their tool.
import { convertArguments } from './arguments.ts'
import type { Refusals, ToolSet } from './offer.ts'
import type { JsonSchema } from './schema.ts'

type Params = Record<string, unknown>

interface Message {
  id?: unknown
  method?: unknown
  params?: Params | null
}

const NO_OBJECT =
  'Invalid params: `arguments` must be an object, for example {"limit": 10}. Send it again so.'

/** Rewrites the messages in place, and returns why some of them are refused. */
export function normalizeMessages(body: unknown, tools: ToolSet): Refusals {
  const refusals: Refusals = new Map()
  for (const message of [body].flat() as (Message | null)[]) {
    if (typeof message !== 'object' || message === null) continue
    const { id, method, params } = message
    if (params === null) message.params = {}
    if (typeof params !== 'object' || params === null || Array.isArray(params)) continue
    const { arguments: given, ...others } = params
    const known = objectFrom(given)
    message.params = withoutNulls(others) as Params
    if (known === 'none') refusals.set(id, NO_OBJECT)
    else if (known)
      message.params.arguments =
        method === 'tools/call' ? convertCall(known, message.params, tools) : withoutNulls(known)
  }
  return refusals
}

/** The object that `arguments` is or, as some clients send it, that its JSON text says; `none` for any other value. */
function objectFrom(given: unknown): Params | null | 'none' {
  if (given === undefined || given === null) return null
  const value = typeof given === 'string' ? parsed(given) : given
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return 'none'
  return Object.hasOwn(value, '__proto__') ? { ...value, [standIn(value)]: 'unknown' } : (value as Params)
}

/** A name that no argument has: the library drops one called `__proto__` without a word, this one is refused under that name. */
function standIn(given: object): string {
  let name = '__proto__'
  while (Object.hasOwn(given, name)) name += ' '
  return name
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function convertCall(given: Params, { name }: Params, tools: ToolSet): unknown {
  const schema = tools.get(String(name))?.definition.inputSchema as JsonSchema | undefined
  return schema ? convertArguments(schema, given) : given
}

/** The value without members that are null; the protocol itself has none. */
function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls)
  if (typeof value !== 'object' || value === null) return value
  const kept = Object.entries(value).filter(([, each]) => each !== null)
  return Object.fromEntries(kept.map(([name, each]) => [name, withoutNulls(each)]))
}
