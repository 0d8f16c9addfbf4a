// The OpenAPI 3.1 document, derived from the operations.
import { type ProblemCode, problems } from '../../domain/problem.ts'
import { needsSession } from '../../operations/admit.ts'
import { allOperations } from '../../operations/index.ts'
import type { Access, Operation, RestMapping } from '../../operations/operation.ts'
import { type Fields, fieldsOf, inputSchema, outputSchema, restOf } from './fields.ts'

type Json = Record<string, unknown>

/** The document for the server at `url`. */
export function openapi(url: string): Json {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Recto',
      version: '1',
      summary: 'Publish one HTML or Markdown file and get a URL.',
      description:
        'Every update names the version it was edited from. Failures are problem documents (RFC 9457) with a `code`.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url }],
    tags: tags.map(name => ({ name })),
    security: [{ key: [] }, { session: [] }],
    paths: paths(),
    components: {
      securitySchemes: {
        key: { type: 'http', scheme: 'bearer', description: 'API key' },
        session: { type: 'apiKey', in: 'cookie', name: 'sid', description: 'Session of the dashboard' },
        editToken: { type: 'http', scheme: 'bearer', description: 'Edit token of an unclaimed preview' },
      },
      schemas: { Problem: problemSchema },
    },
  }
}

const tags = [
  'artifacts',
  'comments',
  'search',
  'events',
  'uploads',
  'public',
  'claims',
  'me',
  'keys',
  'sessions',
  'organization',
  'invitations',
]

const problemSchema = {
  type: 'object',
  description: 'A failure by RFC 9457; further members are named per code',
  required: ['type', 'title', 'status', 'detail', 'message', 'code', 'requestId'],
  properties: {
    type: { type: 'string', format: 'uri' },
    title: { type: 'string' },
    status: { type: 'integer' },
    detail: { type: 'string', description: 'What happened, and what to do next' },
    message: { type: 'string', description: 'The same as detail' },
    code: { type: 'string', enum: Object.keys(problems) },
    requestId: { type: 'string' },
  },
}

function paths(): Json {
  const all: Record<string, Json> = { ...byHand }
  for (const operation of allOperations) {
    const rest = restOf(operation)
    if (!rest) continue
    const fields = fieldsOf(operation, rest)
    for (const [index, path] of [rest.path, ...(rest.also ?? [])].entries()) {
      const id = index === 0 ? operation.name : `${operation.name}Too`
      all[path] = { ...all[path], [rest.method.toLowerCase()]: describe(operation, rest, fields, id) }
    }
  }
  return all
}

function describe(operation: Operation, rest: RestMapping, fields: Fields, operationId: string): Json {
  const schema = inputSchema(operation)
  const parameters = [
    ...fields.path.map(name => parameter('path', name, schema.properties?.[name], true)),
    ...fields.query.map(name =>
      parameter('query', name, schema.properties?.[name], schema.required?.includes(name) ?? false),
    ),
    ...(operation.based ? [ifMatch] : []),
    ...(rest.method === 'POST' && operation.replay ? [idempotencyKey] : []),
  ]
  return {
    operationId,
    tags: [rest.path.split('/')[2]],
    summary: operation.summary,
    ...securityOf(operation, rest),
    ...(parameters.length > 0 && { parameters }),
    ...(rest.body && { requestBody: requestBody(operation, rest, fields) }),
    responses: responses(operation, rest),
  }
}

function securityOf({ access }: Operation, { path }: RestMapping): Json {
  if (path.startsWith('/v1/public/artifacts/')) return { security: [{ editToken: [] }] }
  const isOpen =
    access === 'anyone' ||
    (typeof access === 'object' && 'artifact' in access && /^(read|comments)$/.test(access.artifact))
  return isOpen ? { security: [{}, { key: [] }, { session: [] }] } : {}
}

const parameter = (where: string, name: string, schema: Json | undefined, required: boolean): Json => {
  const { description, ...rest } = schema ?? {}
  return { name, in: where, required, ...(description ? { description } : {}), schema: rest }
}

const ifMatch = {
  name: 'If-Match',
  in: 'header',
  required: true,
  description: 'The version edited from, for example "v3"',
  schema: { type: 'string' },
}

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: 'The same key and parts answer the same for 24 hours',
  schema: { type: 'string' },
}

function requestBody(operation: Operation, rest: RestMapping, fields: Fields): Json {
  const { properties = {}, required = [] } = inputSchema(operation)
  const own = Object.fromEntries(fields.body.map(name => [name, properties[name]]))
  const file = operation.content && {
    file: { type: 'string', description: 'The HTML or Markdown file, or uploadId in its place' },
  }
  const needed = required.filter(name => fields.body.includes(name))
  const schema = {
    type: 'object',
    properties: { ...file, ...own },
    ...(needed.length > 0 && { required: needed }),
  }
  const type = rest.body === 'multipart' ? 'multipart/form-data' : 'application/json'
  return { required: needed.length > 0 || rest.body === 'multipart', content: { [type]: { schema } } }
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

/** Codes any call may meet, by what kind of call it is. */
function codesOf(operation: Operation, rest: RestMapping): ProblemCode[] {
  const common: ProblemCode[] = ['unauthorized', 'invalid_input', 'rate_limited', 'internal_error']
  common.push(...codesOfAccess(operation.access))
  if (rest.path.includes('{')) common.push('not_found')
  if (rest.body) common.push('unsupported_media_type')
  if (rest.body === 'json') common.push('malformed_json', 'request_too_large')
  if (operation.content)
    common.push(
      'file_required',
      'empty_file',
      'single_file_only',
      'not_utf8',
      'unsupported_format',
      'file_too_large',
      'malformed_multipart',
      'request_too_large',
      'storage_full',
      'upload_expired',
      'upload_incomplete',
    )
  if (operation.based) common.push('base_version_required', 'malformed_if_match', 'version_conflict')
  if (operation.replay)
    common.push('idempotency_in_progress', 'idempotency_mismatch', 'malformed_idempotency_key')
  if (operation.effect === 'write') common.push('cross_site_request')
  return [...new Set([...common, ...operation.fails])]
}

function responses(operation: Operation, rest: RestMapping): Json {
  const schema = outputSchema(operation)
  const alternates = Object.fromEntries(
    Object.keys(rest.alternates ?? {}).map(type => [type, { schema: { type: 'string' } }]),
  )
  const content = schema && {
    content: { 'application/json': { schema: withoutDialect(schema) }, ...alternates },
  }
  const success = { [rest.success]: { description: operation.summary, ...content } }
  const empty = rest.noContent && { 204: { description: rest.noContent } }
  const fresh =
    rest.tag === 'metadata' ? { 304: { description: 'Unchanged since the ETag in If-None-Match' } } : {}
  return { ...success, ...empty, ...fresh, ...failures(codesOf(operation, rest)) }
}

function failures(codes: readonly ProblemCode[]): Json {
  const byStatus = Map.groupBy(codes, code => problems[code][0])
  const content = { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } }
  return Object.fromEntries(
    [...byStatus].map(([status, all]) => [status, { description: all.join(', '), content }]),
  )
}

const withoutDialect = ({ $schema: _, ...schema }: Json): Json => schema

const bytes = { schema: { type: 'string' } }

/** Routes written by hand. */
const byHand: Record<string, Json> = {
  '/v1/artifacts/{id}/content': {
    get: {
      operationId: 'content',
      tags: ['artifacts'],
      summary: 'Read the exact bytes of a version.',
      security: [{}, { key: [] }, { session: [] }],
      parameters: [
        parameter(
          'path',
          'id',
          { type: 'string', description: 'Short ID of the artifact, or its full address' },
          true,
        ),
        parameter('query', 'version', { type: 'integer', minimum: 1 }, false),
      ],
      responses: {
        200: { description: 'The file', content: { 'text/html': bytes, 'text/markdown': bytes } },
        206: { description: 'The range asked for', content: { 'text/html': bytes, 'text/markdown': bytes } },
        304: { description: 'Unchanged since the ETag in If-None-Match' },
        ...failures([
          'unauthorized',
          'insufficient_scope',
          'taken_down',
          'not_found',
          'range_not_satisfiable',
          'rate_limited',
          'content_damaged',
        ]),
      },
    },
  },
  '/v1/events/stream': {
    get: {
      operationId: 'streamEvents',
      tags: ['events'],
      summary: 'Follow the events as server-sent events, from now on or after Last-Event-ID.',
      parameters: [
        parameter('query', 'after', { type: 'string', description: 'As in GET /v1/events' }, false),
        parameter(
          'query',
          'artifact',
          { type: 'string', description: 'Only events of this artifact' },
          false,
        ),
        parameter('header', 'Last-Event-ID', { type: 'string', description: 'The last id received' }, false),
      ],
      responses: {
        200: {
          description: 'Each message is an event as in GET /v1/events',
          content: { 'text/event-stream': { schema: { type: 'string' } } },
        },
        ...failures([
          'unauthorized',
          'forbidden',
          'insufficient_scope',
          'not_found',
          'invalid_input',
          'rate_limited',
        ]),
      },
    },
  },
  '/v1/uploads/{uploadId}': {
    put: {
      operationId: 'takeBytes',
      tags: ['uploads'],
      summary: 'Send the bytes of an announced upload; the token in the address is the credential.',
      security: [{}],
      parameters: [
        parameter('path', 'uploadId', { type: 'string' }, true),
        parameter(
          'query',
          't',
          { type: 'string', description: 'Token from the address that create upload gave' },
          true,
        ),
      ],
      requestBody: { required: true, content: { 'application/octet-stream': bytes } },
      responses: {
        200: {
          description: 'The bytes are stored',
          content: {
            'application/json': {
              schema: {
                type: 'object',
                properties: {
                  uploadId: { type: 'string' },
                  size: { type: 'integer' },
                  sha256: { type: 'string' },
                },
              },
            },
          },
        },
        ...failures([
          'not_found',
          'upload_expired',
          'upload_mismatch',
          'file_too_large',
          'empty_file',
          'not_utf8',
          'single_file_only',
        ]),
      },
    },
  },
}
