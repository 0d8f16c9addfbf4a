// The tools that an address of an endpoint offers: all of them, or those that its query leaves.

import { Problem } from '../../domain/problem.ts'
import type { Tool } from './tool.ts'
import type { McpCaller } from './tool-call.ts'

export type ToolSet = ReadonlyMap<string, Tool>

/** The groups that `?tools=` names; a test holds that every tool is in one. */
export const toolGroups: Readonly<Record<string, readonly string[]>> = {
  publishing: [
    ...['publish', 'create_upload', 'edit_artifact', 'update_artifact', 'restore_version'],
    ...['delete_artifact', 'claim_preview'],
  ],
  reading: ['get_artifact', 'read_artifact', 'list_artifacts', 'list_versions', 'diff_versions'],
  search: ['search'],
  sharing: ['update_sharing'],
  comments: ['list_comments', 'add_comment', 'set_thread_status'],
  organization: ['get_account', 'list_members', 'invite_member', 'update_policy'],
}

export const toolSet = (tools: readonly Tool[]): ToolSet =>
  new Map(tools.map(tool => [tool.definition.name, tool]))

/** The tools for `?read_only=true` and `?tools=reading,comments`. Throws 400 for whatever is not known. */
export function selectTools(all: ToolSet, query: URLSearchParams): ToolSet {
  if (query.size === 0) return all
  const unknown = [...query.keys()].find(name => name !== 'read_only' && name !== 'tools')
  if (unknown !== undefined) throw refused('This address takes only read_only and tools.')
  const readOnly = isReadOnly(only(query, 'read_only'))
  const isWanted = wantedBy(all, only(query, 'tools'), readOnly)
  const kept = [...all.values()].filter(
    ({ definition, effect }) => isWanted(definition.name) && !(readOnly && effect === 'write'),
  )
  return toolSet(kept)
}

/** The value of a parameter that may be given once. */
function only(query: URLSearchParams, name: string): string | null {
  const [value = null, ...more] = query.getAll(name)
  if (more.length > 0) throw refused(`Give ${name} once.`)
  return value
}

function isReadOnly(value: string | null): boolean {
  if (value !== null && value !== 'true' && value !== 'false')
    throw refused('read_only is true or false, for example ?read_only=true.')
  return value === 'true'
}

function wantedBy(all: ToolSet, value: string | null, readOnly: boolean): (tool: string) => boolean {
  if (value === null) return () => true
  const groups = Object.entries(toolGroups)
    .map(([group, names]): [string, readonly string[]] => [group, names.filter(name => all.has(name))])
    .filter(([, names]) => names.length > 0)
  const known = new Map([...groups, ...[...all.keys()].map((name): [string, string[]] => [name, [name]])])
  const named = value.split(',').map(name => name.trim())
  if (named.some(name => !known.has(name)))
    throw refused(
      `tools names groups (${groups.map(([name]) => name).join(', ')}) or single tools, separated by commas.`,
    )
  const changes = (tool: string) => all.get(tool)?.effect === 'write'
  const empty = named.filter(name => known.get(name)!.every(changes))
  if (readOnly && empty.length > 0)
    throw refused(
      `read_only=true offers no tool that changes anything, so nothing is left of ${empty.join(', ')}. Leave out one of the two.`,
    )
  const names = new Set(named.flatMap(name => known.get(name)!))
  return tool => names.has(tool)
}

const refused = (detail: string): Problem => new Problem('malformed_request', detail)

/** Hands the caller, the tools at the address and what is refused to the protocol, which knows them as authentication. */
export const authInfoOf = (caller: McpCaller, tools: ToolSet, refusals: Refusals) => ({
  token: '',
  clientId: caller.actor.credential,
  scopes: [],
  extra: { caller, tools, refusals },
})

/** Faults of messages by the message's id: the library would refuse one in words of its own, or all of its batch. */
export type Refusals = Map<unknown, string>

export interface Extra {
  caller: McpCaller
  tools: ToolSet
  refusals: Refusals
}
