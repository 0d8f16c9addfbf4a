// Acts through the tools of the MCP endpoints, with and without a key.
import { isGap, type Operation } from '../../src/operations/kernel/operation.ts'
import { camelKeys, snakeKeys, toSnake } from '../../src/surfaces/mcp/names.ts'
import type { Received } from './http.ts'
import { mcpClient, messageOf, toldIn } from './mcp-client.ts'
import type { Act, File, Outcome, SurfaceDriver } from './world-surface.ts'

type Input = Act['input']

interface ToolCall {
  tool: string
  given: Input
}

/** Lists whose rows say less here than elsewhere. */
const shortRows: readonly string[] = ['list', 'listComments', 'versions']

/** The surface of the server at `url`. What a row here leaves out is read from `elsewhere`. */
export function mcpSurface(url: string, elsewhere: SurfaceDriver): SurfaceDriver {
  return {
    name: 'MCP',
    silent: ['diff', 'updatedBy', 'conflicts'],
    takes: act => isSayable(act) && toolCallOf(act) !== null,
    async act(act) {
      const { tool, given } = toolCallOf(act)!
      const asked = await clientFor(url, act).request('tools/call', { name: tool, arguments: given })
      const outcome = outcomeOf(act.operation, asked)
      if (!('value' in outcome) || !shortRows.includes(act.operation.name)) return outcome
      const whole = await elsewhere.act(act)
      return 'value' in whole ? { ...outcome, value: filled(outcome.value, whole.value) } : outcome
    },
  }
}

/** Returns the told value, with the fields that only the whole has. */
function filled(told: unknown, whole: unknown): unknown {
  if (Array.isArray(told) && Array.isArray(whole))
    return told.length === whole.length ? told.map((each, n) => filled(each, whole[n])) : told
  if (!isObject(told) || !isObject(whole)) return told
  const both = Object.entries(told).map(([name, each]) => [name, filled(each, whole[name])])
  return { ...whole, ...Object.fromEntries(both) }
}

const isObject = (value: unknown): value is Input => typeof value === 'object' && value !== null

function clientFor(url: string, { as, claim }: Act) {
  const headers = {
    ...(claim.actorType && { 'x-actor-type': claim.actorType }),
    ...(claim.actorName && { 'x-actor-name': claim.actorName }),
  }
  const key = as !== 'nobody' && 'key' in as ? as.key : undefined
  return mcpClient(url, key, { headers, client: { name: '', version: '' } })
}

/** Sessions stay in browsers, one version is named, and only a publish takes a key for repeats. */
function isSayable({ as, base, idempotencyKey, operation, file }: Act): boolean {
  const isCreate = operation.name === 'publish' || operation.name === 'publishPreview'
  return (
    (as === 'nobody' || !('cookie' in as)) &&
    (base === undefined || base.length === 1) &&
    (idempotencyKey === undefined || isCreate) &&
    (file === undefined || contentOf(file) !== null)
  )
}

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** Content is text of a known format; the names of files are not sent. */
function contentOf({ bytes, name = '', type, nameMatters }: File): Input | null {
  const format = /\.html?$/i.test(name) ? 'html' : /\.(md|markdown)$/i.test(name) ? 'markdown' : null
  if (!format || type !== undefined || nameMatters || bytes.length > 1_000_000) return null
  try {
    return { content: typeof bytes === 'string' ? bytes : decoder.decode(bytes), format }
  } catch {
    return null
  }
}

const isPublic = ({ mcp }: Operation): boolean => !isGap(mcp) && mcp.public === true

/** The call of a tool for an act; null where there is none. */
function toolCallOf(act: Act): ToolCall | null {
  const hand = byHand[act.operation.name]
  if (hand) return hand(act)
  const { mcp } = act.operation
  const open = act.as !== 'nobody' || isPublic(act.operation)
  if (!open || mcp === undefined || isGap(mcp)) return null
  const isSubject = typeof act.operation.access === 'object' && 'artifact' in act.operation.access
  return { tool: mcp.tool, given: argumentsOf(act, { ...(isSubject && { id: 'short_id' }), ...mcp.rename }) }
}

function argumentsOf({ input, base }: Act, rename: Readonly<Record<string, string>>): Input {
  const named = Object.entries(input).map(([field, value]) => [
    rename[field] ?? toSnake(field),
    field === 'sort' && typeof value === 'string' ? toSnake(value) : snakeKeys(value),
  ])
  return { ...Object.fromEntries(named), ...(base && { base_version: base[0] }) }
}

/** Tools that are joined or divided by hand, as their operations say. */
const byHand: Record<string, (act: Act) => ToolCall | null> = {
  publish: act => (isKey(act) ? publishCall(act) : null),
  update: act =>
    isKey(act) && ['skipUnchanged', 'keepOthers', 'reload'].every(name => act.input[name] === undefined)
      ? publishCall(act)
      : null,
  publishPreview: act => (act.as === 'nobody' ? publishCall(act) : null),
  updatePreview(act) {
    if (act.as !== 'nobody' && !('editToken' in act.as)) return null
    const call = publishCall(act)
    return { ...call, given: { ...call.given, ...(act.as !== 'nobody' && { edit_token: act.as.editToken }) } }
  },
  createUpload: act => (isKey(act) ? { tool: 'create_upload', given: argumentsOf(act, {}) } : null),
  createPublicUpload: act =>
    act.as === 'nobody' ? { tool: 'create_upload', given: argumentsOf(act, {}) } : null,
  listComments(act) {
    if (!isKey(act) || ['sort', 'order', 'resolvedAfter', 'resolvedUpTo'].some(field => field in act.input))
      return null
    return { tool: 'list_comments', given: argumentsOf(act, { id: 'short_id', holding: 'thread_id' }) }
  },
  addComment(act) {
    if (!isKey(act) || 'anchor' in act.input) return null
    return { tool: 'add_comment', given: argumentsOf(act, { id: 'short_id', parentId: 'thread_id' }) }
  },
  change(act) {
    if (!isKey(act)) return null
    const { id: _, ...wishes } = act.input
    const tool = toolFor(wishes)
    const rename = { id: 'short_id', addSharedWith: 'add_emails', removeSharedWith: 'remove_emails' }
    return tool === null ? null : { tool, given: argumentsOf(act, rename) }
  },
}

const isKey = ({ as }: Act): boolean => as !== 'nobody' && 'key' in as

function publishCall(act: Act): ToolCall {
  const { file, idempotencyKey } = act
  const given = {
    ...argumentsOf(act, { id: 'short_id', sharedWith: 'emails' }),
    ...(file && contentOf(file)),
    ...(idempotencyKey !== undefined && { idempotency_key: idempotencyKey }),
  }
  return { tool: 'publish', given }
}

const settings = ['name', 'theme', 'labels', 'expiresAt']
const sharing = ['visibility', 'addSharedWith', 'removeSharedWith', 'comments']
const notice = ['notify', 'message']

function toolFor(wishes: Input): string | null {
  const names = Object.keys(wishes)
  if (names.length === 0) return null
  if (names.every(name => settings.includes(name))) return 'update_artifact'
  return names.some(name => sharing.includes(name)) &&
    names.every(name => [...sharing, ...notice].includes(name))
    ? 'update_sharing'
    : null
}

/** A tool's result or error; a credential that is none is refused by HTTP, before any tool. */
function outcomeOf({ output }: Operation, answer: Received): Outcome {
  const { result } = messageOf(answer)
  if (!result && typeof answer.json?.code === 'string')
    return { problem: { code: answer.json.code, status: answer.status, extras: {} } }
  if (!result) throw new Error(`${answer.status} without a result: ${answer.text}`)
  if (result.isError) return refused(result.structuredContent.error)
  const { created: _, replayed = false, ...facts } = toldIn(result)
  return { value: output === null ? undefined : namedAsInRest(camelKeys(facts)), replayed: replayed === true }
}

type Named = Record<string, unknown>

/** Threads and comments say which of the two their id is; REST calls both `id`. */
function namedAsInRest(value: unknown, parentId: unknown = null): unknown {
  if (Array.isArray(value)) return value.map(each => namedAsInRest(each, parentId))
  if (typeof value !== 'object' || value === null) return value
  const { threadId, commentId, data, replies, ...rest } = value as Named
  const id = commentId ?? threadId
  const parent = commentId === undefined || threadId === commentId ? null : (threadId ?? parentId)
  return {
    ...rest,
    ...(data !== undefined && { data: namedAsInRest(data) }),
    ...(id !== undefined && 'body' in rest
      ? { id, parentId: parent }
      : commentId !== undefined && { commentId }),
    ...(replies !== undefined && { replies: namedAsInRest(replies, id) }),
  }
}

function refused(error: Record<string, unknown>): Outcome {
  const { code, message: _, retryable: __, next: ___, retry_after_s: retryAfter, ...facts } = error
  const extras = { ...(camelKeys(facts) as object), ...(retryAfter !== undefined && { retryAfter }) }
  return { problem: { code: String(code), extras } }
}
