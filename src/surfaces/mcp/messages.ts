// The messages of a request as the protocol has them: null is absence, and arguments fit the schema of their tool.
import { invalidInput } from '../../domain/problem.ts'
import { convertArguments } from './arguments.ts'
import type { ToolSet } from './offer.ts'
import type { JsonSchema } from './schema.ts'

type Params = Record<string, unknown>

interface Message {
  method?: unknown
  params?: Params | null
}

/** Rewrites the messages in place. Throws `invalid_input` for arguments that the library would refuse in words of its own. */
export function normalizeMessages(body: unknown, tools: ToolSet): void {
  for (const message of [body].flat() as (Message | null)[]) {
    if (typeof message !== 'object' || message === null) continue
    const { method, params } = message
    if (params === null) delete message.params
    if (typeof params !== 'object' || params === null || Array.isArray(params)) continue
    message.params = method === 'tools/call' ? callParams(params, tools) : (withoutNulls(params) as Params)
  }
}

function callParams({ arguments: given, ...others }: Params, tools: ToolSet): Params {
  const params = withoutNulls(others) as Params
  if (given === undefined || given === null) return params
  if (typeof given !== 'object' || Array.isArray(given))
    throw invalidInput([{ field: 'arguments', message: 'must be an object' }])
  const tool = tools.get(String(params.name))
  const schema = tool?.definition.inputSchema as JsonSchema | undefined
  return { ...params, arguments: schema ? convertArguments(schema, given) : given }
}

/** The value without members that are null; the protocol itself has none. */
function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls)
  if (typeof value !== 'object' || value === null) return value
  const kept = Object.entries(value).filter(([, each]) => each !== null)
  return Object.fromEntries(kept.map(([name, each]) => [name, withoutNulls(each)]))
}
