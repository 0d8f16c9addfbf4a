// Problems as tool errors: the codes of REST, in sentences of our own that name tools and arguments.
import type { CallToolResult } from '@modelcontextprotocol/server'
import { shortIdIn } from '../../domain/artifact.ts'
import type { Problem, ProblemCode } from '../../domain/problem.ts'
import { snakeKeys, snakeWords } from './names.ts'
import { fenced } from './result.ts'
import type { Arguments } from './tool.ts'

export interface Occasion {
  given: Arguments
  /** What the argument for an input field is called. */
  argumentFor(field: string): string
  requestId: string
  /** `{base_url}`. */
  url: string
  /** Tools there are on this endpoint. */
  tools: { has(name: string): boolean }
}

interface Advice {
  happened: string
  next: string
}

type Words = (problem: Problem, occasion: Occasion) => Advice

/** A passage that two versions changed differently (contract section 3, `conflicts`). */
interface Passage {
  line: number
  base: string
  mine: string
  theirs: string
}

const passagesIn = ({ extras }: Problem): readonly Passage[] =>
  (extras.conflicts as Passage[] | undefined) ?? []

const overlap = (problem: Problem): Advice => {
  const { currentVersion } = problem.extras
  const count = passagesIn(problem).length
  return {
    happened: `A merge with version ${currentVersion} was tried, but ${count === 1 ? 'one passage was' : `${count} passages were`} changed on both sides, so nothing was saved.`,
    next: `Settle each passage below, write the result into the source of version ${currentVersion}, and call again with base_version ${currentVersion}.`,
  }
}

const conflict: Words = ({ extras }, { tools, given }) => ({
  happened:
    Number(given.base_version) > Number(extras.currentVersion)
      ? `There is no version ${given.base_version} yet, ${extras.currentVersion} is current, so nothing was changed.`
      : `Version ${extras.currentVersion} was saved after the one you edited from, so nothing was changed.`,
  next: `See what changed, bring your change into version ${extras.currentVersion}, and call again with that base_version${
    tools.has('diff_versions') ? '; publish with merge true joins changes that do not overlap' : ''
  }.`,
})

/** Passages that are shown, and characters of each of their sides. */
const SHOWN = { passages: 10, characters: 1500 }

/** The passages as text, marked as written by others. */
function passageLines(problem: Problem): string[] {
  const passages = passagesIn(problem)
  if (passages.length === 0) return []
  const cut = (text: string) =>
    text.length > SHOWN.characters ? `${text.slice(0, SHOWN.characters)}…` : text
  const shown = passages
    .slice(0, SHOWN.passages)
    .map(({ line, base, mine, theirs }) =>
      JSON.stringify({ line, base: cut(base), mine: cut(mine), theirs: cut(theirs) }),
    )
  const rest = passages.length - shown.length
  return fenced([...shown, ...(rest > 0 ? [`and ${rest} more`] : [])])
}

/** Codes whose own sentence speaks of REST, or holds words that somebody else wrote. */
const words: Partial<Record<ProblemCode, Words>> = {
  unauthorized: (_, { url }) => ({
    happened:
      'This needs a credential: without one only public artifacts can be read, and an edit_token changes nothing but its own unclaimed preview.',
    next: `Connect to ${url}/v1/mcp with an API key, or check short_id and edit_token.`,
  }),
  base_version_required: ({ extras }) => ({
    happened: `base_version is missing; an update names the version it was edited from, and ${extras.currentVersion} is current.`,
    next: `Read the content, bring your change into it, and call again with base_version ${extras.currentVersion}.`,
  }),
  version_conflict: (problem, occasion) =>
    passagesIn(problem).length > 0 ? overlap(problem) : conflict(problem, occasion),
  file_required: () => ({
    happened: 'Neither content nor upload_id was given.',
    next: 'Give the whole file as content, or call create_upload first and publish with its upload_id.',
  }),
  unsupported_format: () => ({
    happened: 'The file is neither HTML nor Markdown, or does not say which.',
    next: 'Give format html or markdown, or a filename that ends in .html or .md to create_upload.',
  }),
  unknown_visibility: () => ({
    happened: 'There is no such visibility.',
    next: 'Use public, company or private; name people by their email addresses.',
  }),
  malformed_address: () => ({
    happened: 'An email address is malformed.',
    next: 'Write addresses like ana@example.com.',
  }),
  upload_incomplete: () => ({
    happened: 'The upload has no bytes yet.',
    next: 'PUT the file to the url that create_upload gave, then call publish again.',
  }),
  upload_expired: () => ({
    happened: 'The upload has expired.',
    next: 'Call create_upload again and send the bytes again.',
  }),
  malformed_idempotency_key: () => ({
    happened:
      'Without a credential an idempotency_key needs at least 22 characters, so that nobody else can guess it.',
    next: 'Use a random key such as a UUID.',
  }),
  internal_error: (_, { requestId }) => ({
    happened: `The server failed (request ${requestId}).`,
    next: 'Try again; if it stays, give the request id to the operator.',
  }),
  invalid_input: (problem, occasion) => ({
    happened: ended(
      fieldErrors(problem, occasion)
        .map(({ field, message }) => `${field}: ${message}`)
        .join('; ') || problem.message,
    ),
    next: 'Correct the arguments and call again.',
  }),
}

/** With one full stop at its end. */
const ended = (text: string): string => (text.endsWith('.') ? text : `${text}.`)

/** The sentence of the catalogue's problem, divided where what happened ends and what to do begins. */
function divided({ message, title }: Problem): Advice {
  const text = message.replaceAll('Idempotency-Key', 'idempotency_key')
  const [, happened, next] = /^(.+?[.!])\s+(?=[A-Z])(.+)$/s.exec(text) ?? []
  return happened && next
    ? { happened, next }
    : { happened: text || title, next: 'Correct the arguments and call again.' }
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
  const { happened, next } = (words[code] ?? divided)(problem, occasion)
  const step = nextStep(problem, occasion)
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

interface FieldError {
  field: string
  message: string
}

/** Field errors in the names of arguments; an inner field keeps its path. */
function fieldErrors({ extras }: Problem, { argumentFor }: Occasion): FieldError[] {
  const errors = Array.isArray(extras.errors) ? (extras.errors as FieldError[]) : []
  return errors.map(({ field, message }) => {
    const [head = '', ...inner] = field.split('.')
    return { field: [argumentFor(head), ...inner.map(argumentFor)].join('.'), message: ours(message) }
  })
}

/** A key that nobody knows is somebody's text. */
const ours = (message: string): string =>
  /^Unrecognized keys?\b/.test(message) ? 'holds a key that is not known' : snakeWords(message.slice(0, 300))

interface Step {
  tool: string
  arguments?: Record<string, unknown>
}

/** The same in words, for models that are shown the text alone. */
const said = ({ tool, arguments: given }: Step): string =>
  given ? `Helpful call: ${tool} ${JSON.stringify(given)}.` : `Helpful call: ${tool}.`

/** The call that helps, where one does. */
function nextStep({ code, extras }: Problem, { given, tools }: Occasion): Step | null {
  const shortId = typeof given.short_id === 'string' ? shortIdIn(given.short_id) : null
  const from = given.base_version
  const source = { tool: 'read_artifact', arguments: { short_id: shortId, format: 'source' } }
  if (code === 'upload_expired') return { tool: 'create_upload' }
  if (shortId === null) return null
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
