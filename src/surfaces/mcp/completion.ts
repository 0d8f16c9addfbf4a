// Completions: what fits an argument of a prompt or a part of an address, from what the caller can read.
import type { CompleteRequestParams, CompleteResult } from '@modelcontextprotocol/server'
import { list } from '../../operations/artifacts/read-artifacts.ts'
import { versions } from '../../operations/artifacts/versions.ts'
import { performed, type ToolCall } from './tool-call.ts'

interface Suggested {
  values: string[]
  /** Whether there are more that were not looked at. */
  hasMore: boolean
}

type Suggest = (
  toolCall: ToolCall,
  value: string,
  others: Readonly<Record<string, string>>,
) => Promise<Suggested>

/** Short IDs by their beginning, or by words in the name. */
const shortIds: Suggest = async (toolCall, value) => {
  const { value: found } = await performed(toolCall, list, { input: { limit: 100 } })
  const wanted = value.toLowerCase()
  const values = found.data
    .filter(({ shortId, name }) => shortId.startsWith(value) || name.toLowerCase().includes(wanted))
    .map(({ shortId }) => shortId)
  return { values, hasMore: found.nextCursor !== null }
}

/** Numbers of versions, newest first. */
const versionNumbers: Suggest = async (toolCall, value, { short_id: id }) => {
  if (id === undefined) return { values: [], hasMore: false }
  const { value: found } = await performed(toolCall, versions, { input: { id, limit: 100 } })
  const values = found.data.map(({ version }) => String(version)).filter(number => number.startsWith(value))
  return { values, hasMore: found.nextCursor !== null }
}

const audiences: Suggest = async (_, value) => ({
  values: ['private', 'company', 'public'].filter(audience => audience.startsWith(value)),
  hasMore: false,
})

const suggestions: ReadonlyMap<string, Suggest> = new Map([
  ['short_id', shortIds],
  ['version', versionNumbers],
  ['since', versionNumbers],
  ['audience', audiences],
])

/** Values for the argument; none for one that nobody can guess. */
export async function completed(
  toolCall: ToolCall,
  { argument, context }: CompleteRequestParams,
): Promise<CompleteResult> {
  const suggest = suggestions.get(argument.name)
  if (!suggest) return { completion: { values: [], hasMore: false } }
  const { values, hasMore } = await suggest(toolCall, argument.value, context?.arguments ?? {})
  return { completion: { values, hasMore } }
}
