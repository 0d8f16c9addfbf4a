// Which problems an operation may answer, for the OpenAPI description: by its access, its body and its own list.
import { type ProblemCode, problems } from '../../domain/problem.ts'
import { needsSession } from '../../operations/kernel/authorize.ts'
import type { Access, Operation, RestMapping } from '../../operations/kernel/operation.ts'
import { problemHeaders } from './openapi-headers.ts'

type Json = Record<string, unknown>

/** Codes of the request itself and of the service, whatever is asked. */
const everywhere: readonly ProblemCode[] = [
  'malformed_request',
  'key_in_query',
  'request_timeout',
  'misdirected_request',
  'headers_too_large',
  'rate_limited',
  'internal_error',
  'overloaded',
  'storage_unavailable',
  'shutting_down',
]

const ofFiles: readonly ProblemCode[] = [
  'file_required',
  'empty_file',
  'single_file_only',
  'unsupported_format',
  'file_too_large',
  'malformed_multipart',
  'request_too_large',
  'upload_expired',
  'upload_incomplete',
  'content_damaged',
]

/** Codes a call may meet, by what kind of call it is. */
export function codesOf(operation: Operation, rest: RestMapping): ProblemCode[] {
  const codes: ProblemCode[] = [...everywhere, 'unauthorized', 'invalid_input', 'not_utf8']
  codes.push(...codesOfAccess(operation.access), ...codesOfBody(operation, rest))
  if (rest.path.includes('{')) codes.push('not_found')
  if (operation.based) codes.push('base_version_required', 'malformed_if_match', 'version_conflict')
  if (rest.method === 'POST') codes.push('malformed_idempotency_key')
  if (operation.replayAnswer) codes.push('idempotency_in_progress', 'idempotency_mismatch')
  if (operation.effect === 'write') codes.push('cross_site_request', 'storage_full')
  return [...new Set([...codes, ...operation.fails])]
}

function codesOfAccess(access: Access): ProblemCode[] {
  if (needsSession(access))
    return typeof access === 'object'
      ? ['session_required', 'sign_in_provider_required', 'reauthentication_required']
      : ['session_required', 'sign_in_provider_required']
  if (typeof access !== 'object') return []
  const codes: ProblemCode[] = ['forbidden', 'insufficient_scope']
  if ('artifact' in access || 'comment' in access) codes.push('taken_down')
  if ('organization' in access) codes.push('sign_in_provider_required')
  if ('organization' in access && access.recent) codes.push('reauthentication_required')
  return codes
}

function codesOfBody(operation: Operation, rest: RestMapping): ProblemCode[] {
  const codes: ProblemCode[] = rest.body ? ['unsupported_media_type'] : []
  if (rest.body === 'json') codes.push('malformed_json', 'request_too_large')
  if (operation.content) codes.push(...ofFiles)
  return codes
}

/** The responses of these codes, one for each status; the description of each names its codes. */
export function failures(codes: readonly ProblemCode[]): Json {
  const byStatus = Map.groupBy(new Set([...everywhere, ...codes]), code => problems[code][0])
  const content = { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } }
  return Object.fromEntries(
    [...byStatus].map(([status, all]) => [
      status,
      { description: all.join(', '), headers: problemHeaders(status), content },
    ]),
  )
}
