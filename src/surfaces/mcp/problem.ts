// Problems as tool errors: the codes of REST, the facts that are ours, and the call that helps.
import type { CallToolResult } from '@modelcontextprotocol/server'
import { shortIdIn } from '../../domain/artifact.ts'
import type { Problem, ProblemCode } from '../../domain/problem.ts'
import { adviceFor, fieldErrors, type Occasion, type Passage, passagesIn } from './advice.ts'
import { snakeKeys } from './names.ts'
import { fence, SHORT, shorten } from './result.ts'
import { SizeLimit } from './size-limit.ts'

/** Passages that are shown, and characters of each of their sides: as many as fit. */
const SHOWN = { passages: 10, characters: [SHORT, 400, 100] }

/** The passages as text, marked as written by others. */
function passageLines(problem: Problem): string[] {
  const lines = SHOWN.characters.map(characters => linesOf(problem, characters))
  return lines.find(each => new SizeLimit().fits(each, 0.8)) ?? lines.at(-1)!
}

function linesOf(problem: Problem, characters: number): string[] {
  const passages = passagesIn(problem)
  if (passages.length === 0) return []
  const cut = (text: string) => shorten(text, characters)
  const shown = passages
    .slice(0, SHOWN.passages)
    .map(({ line, base, mine, theirs }) =>
      JSON.stringify({ line, base: cut(base), mine: cut(mine), theirs: cut(theirs) }),
    )
  const rest = passages.length - shown.length
  return fence([...shown, ...(rest > 0 ? [`and ${rest} more`] : [])])
}

/** The same call may succeed later, unchanged. */
const passing: readonly ProblemCode[] = [
  'rate_limited',
  'idempotency_in_progress',
  'upload_incomplete',
  'storage_unavailable',
  'storage_full',
  'overloaded',
  'shutting_down',
  'internal_error',
]

/** The error result of a tool: never a word that other people wrote. */
export function problemResult(problem: Problem, occasion: Occasion): CallToolResult {
  const { code } = problem
  const { happened, next } = adviceFor(problem, occasion)
  const helpful = nextStep(problem, occasion)
  const step = helpful && occasion.tools.has(helpful.tool) ? helpful : null
  const error = {
    code,
    message: `${happened} ${next}`,
    retryable: passing.includes(code),
    ...extrasOf(problem, occasion),
    ...(code === 'internal_error' && { request_id: occasion.requestId }),
    ...(step && { next: step }),
  }
  return {
    isError: true,
    content: [
      {
        type: 'text',
        text: [
          `${code}: ${happened} Next: ${next}${step ? ` ${said(step)}` : ''}`,
          ...passageLines(problem),
        ].join('\n'),
      },
    ],
    structuredContent: { error },
  }
}

/** Facts that are ours; a diff, a name and the like would be words of other people. */
const ownFacts = [
  'currentVersion',
  'updatedAt',
  'sha256',
  'limit',
  'plan',
  'scope',
  'shortId',
  'window',
  'edit',
] as const

function extrasOf(problem: Problem, occasion: Occasion): Record<string, unknown> {
  const { extras } = problem
  const passages = passagesIn(problem).slice(0, SHOWN.passages)
  const known = ownFacts.filter(name => extras[name] !== undefined).map(name => [name, extras[name]])
  return {
    ...(snakeKeys(Object.fromEntries(known)) as object),
    ...(extras.retryAfter !== undefined && { retry_after_s: extras.retryAfter }),
    ...(Array.isArray(extras.errors) && { errors: fieldErrors(problem, occasion) }),
    ...(passages.length > 0 && { conflicts: passages.map(lengthsOf) }),
  }
}

const lengthsOf = ({ line, mine, theirs }: Passage) => ({
  line,
  mine_length: mine.length,
  theirs_length: theirs.length,
})

interface Step {
  tool: string
  arguments?: Record<string, unknown>
}

/** The same in words, for models that are shown the text alone. */
const said = ({ tool, arguments: given }: Step): string =>
  given ? `Helpful call: ${tool} ${JSON.stringify(given)}.` : `Helpful call: ${tool}.`

const versionNames = ['version', 'from_version', 'to_version']
const audienceNames = ['visibility', 'emails', 'notify', 'message']

/** The call that helps, where one does. */
function nextStep({ code, extras }: Problem, { given, tools }: Occasion): Step | null {
  const shortId = typeof given.short_id === 'string' ? shortIdIn(given.short_id) : null
  const from = given.base_version
  const source = { tool: 'read_artifact', arguments: { short_id: shortId, format: 'source' } }
  if (code === 'upload_expired') return { tool: 'create_upload' }
  if (code === 'already_claimed' && extras.shortId !== undefined)
    return { tool: 'get_artifact', arguments: { short_id: extras.shortId } }
  if (shortId === null) return null
  if (code === 'not_found' && versionNames.some(name => given[name] !== undefined))
    return { tool: 'list_versions', arguments: { short_id: shortId } }
  if (code === 'invalid_input' && audienceNames.some(name => given[name] !== undefined) && given.base_version)
    return { tool: 'update_sharing' }
  if (code === 'version_conflict' && extras.conflicts) return source
  if (code === 'version_conflict' && tools.has('diff_versions') && Number.isInteger(from)) {
    const span = { from_version: from, to_version: extras.currentVersion }
    return Number(from) < Number(extras.currentVersion)
      ? { tool: 'diff_versions', arguments: { short_id: shortId, ...span } }
      : source
  }
  if (code === 'quote_not_found' || code === 'quote_not_unique')
    return { tool: 'read_artifact', arguments: { short_id: shortId, format: 'text' } }
  const rereads: readonly ProblemCode[] = [
    'version_conflict',
    'base_version_required',
    'edit_not_found',
    'edit_not_unique',
  ]
  return rereads.includes(code) ? source : null
}
