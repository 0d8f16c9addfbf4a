// Completions: what fits an argument of a prompt or a part of an address, from what the caller can read.
import type { CompleteRequestParams, CompleteResult } from '@modelcontextprotocol/server'
import { shortIdIn } from '../../domain/artifact.ts'
import { Problem, type ProblemCode } from '../../domain/problem.ts'
import { isWhole } from '../../operations/artifacts/artifact-answer.ts'
import { get, list } from '../../operations/artifacts/read-artifacts.ts'
import { versions } from '../../operations/artifacts/versions.ts'
import { performOperation, type ToolCall } from './tool-call.ts'

interface Suggested {
  values: string[]
  /** There are more, or there may be among those that were not looked at. */
  hasMore: boolean
}

type Suggest = (
  toolCall: ToolCall,
  value: string,
  others: Readonly<Record<string, string>>,
) => Promise<Suggested>

/** Values that the protocol takes in one answer, and pages of a list that are looked at for them: 10,000 rows. */
const MOST = { values: 100, pages: 100 }

interface Page {
  values: string[]
  nextCursor: string | null
}

/** Walks through a list, since what fits may stand at its end. */
async function valuesOf(
  page: (input: { limit: number; cursor?: string }) => Promise<Page>,
): Promise<Suggested> {
  const values: string[] = []
  let cursor: string | null | undefined
  for (let pages = 0; pages < MOST.pages && values.length <= MOST.values && cursor !== null; pages += 1) {
    const found = await page({ limit: 100, ...(cursor !== undefined && { cursor }) })
    values.push(...found.values)
    cursor = found.nextCursor
  }
  return { values: values.slice(0, MOST.values), hasMore: cursor !== null || values.length > MOST.values }
}

/** Short IDs by their beginning, by an address or its beginning, or by words in the name. */
const shortIds: Suggest = async (toolCall, value) => {
  const { url } = toolCall.site.context
  const whole = shortIdIn(value, url)
  const rest = value.startsWith(`${url}/`) ? value.slice(url.length + 1) : null
  const listed = await listedIds(toolCall, rest === null ? value : (whole ?? rest))
  if (whole === null || listed.values.length > 0 || !(await canOpen(toolCall, whole))) return listed
  return { values: [whole], hasMore: false }
}

/** Tells whether the caller can open a page that no list of theirs holds, such as a public one of another organization. */
async function canOpen(toolCall: ToolCall, id: string): Promise<boolean> {
  try {
    const { value } = await performOperation(toolCall, get, { input: { id } })
    return value.trashedAt === undefined
  } catch (error) {
    if (error instanceof Problem && closed.has(error.code)) return false
    throw error
  }
}

/** Problems of a page that is not there for the caller. */
const closed: ReadonlySet<ProblemCode> = new Set(['not_found', 'forbidden', 'taken_down'])

/** Short IDs of the caller's own lists. */
function listedIds(toolCall: ToolCall, text: string): Promise<Suggested> {
  const wanted = text.toLowerCase()
  return valuesOf(async input => {
    const { value: found } = await performOperation(toolCall, list, { input })
    const values = found.data
      .filter(isWhole)
      .filter(({ shortId, name }) => shortId.startsWith(text) || name.toLowerCase().includes(wanted))
      .map(({ shortId }) => shortId)
    return { values, nextCursor: found.nextCursor }
  })
}

/** Numbers of versions, newest first. */
const versionNumbers: Suggest = async (toolCall, value, { short_id: id }) => {
  if (id === undefined) return { values: [], hasMore: false }
  return valuesOf(async input => {
    const { value: found } = await performOperation(toolCall, versions, { input: { id, ...input } })
    const values = found.data.map(({ version }) => String(version)).filter(number => number.startsWith(value))
    return { values, nextCursor: found.nextCursor }
  })
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
export async function complete(
  toolCall: ToolCall,
  { argument, context }: CompleteRequestParams,
): Promise<CompleteResult> {
  const suggest = suggestions.get(argument.name)
  if (!suggest) return { completion: { values: [], hasMore: false } }
  const { values, hasMore } = await suggest(toolCall, argument.value, context?.arguments ?? {})
  return { completion: { values, hasMore } }
}
