// The OpenAPI 3.1 document, derived from the operations.
import { problems } from '../../domain/problem.ts'
import { allOperations } from '../../operations/index.ts'
import { needsSession } from '../../operations/kernel/authorize.ts'
import type { Operation, RestMapping } from '../../operations/kernel/operation.ts'
import { type Fields, fieldsOf, inputSchema, outputSchema, restOf } from '../http/fields.ts'
import { byHand } from './openapi-by-hand.ts'
import {
  type AnswerHeader,
  answerHeaders,
  headersOf,
  parameterRef,
  type RequestHeader,
  requestHeaders,
} from './openapi-headers.ts'
import { codesOf, failures } from './openapi-problems.ts'

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
        'Every update names the version it was edited from. Failures are problem documents (RFC 9457) with a `code`. HEAD is answered wherever GET is.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url }],
    tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
    security: [{ key: [] }, { session: [] }],
    paths: paths(),
    components: {
      securitySchemes: {
        key: { type: 'http', scheme: 'bearer', description: 'API key' },
        session: { type: 'apiKey', in: 'cookie', name: 'sid', description: 'Session of the dashboard' },
        editToken: { type: 'http', scheme: 'bearer', description: 'Edit token of an unclaimed preview' },
      },
      schemas: { Problem: problemSchema },
      parameters: requestHeaders,
      headers: answerHeaders,
    },
  }
}

/** Subject of each group of routes. */
const tags = {
  artifacts: 'Publish, update, read, share and delete artifacts, and their history.',
  comments: 'Threads on the text and the elements of an artifact.',
  search: 'Full text over artifacts and comments.',
  events: 'What happened, in order, asked for or streamed.',
  webhooks: 'Addresses of the organization that hear what happens.',
  'ci-rules': 'Builds that get a key for an identity token.',
  ci: 'A key for a build that proves who it is.',
  uploads: 'Send a file first and publish it by its id.',
  public: 'Publish without an account, for 30 days or until claimed.',
  claims: 'Take a preview into an organization.',
  me: 'The person who is signed in.',
  keys: 'API keys of a person or of the organization.',
  sessions: 'Where a person is signed in.',
  organization: 'Members, domains, policy, audit and usage.',
  invitations: 'Join an organization.',
  service: 'Whether the service runs, and this description.',
}

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
    ...headersTaken(operation, rest).map(parameterRef),
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
  if (needsSession(access)) return { security: [{ session: [] }] }
  const isOpen =
    access === 'anyone' ||
    (typeof access === 'object' && 'artifact' in access && /^(read|comments)$/.test(access.artifact))
  return isOpen ? { security: [{}, { key: [] }, { session: [] }] } : {}
}

const parameter = (where: string, name: string, schema: Json | undefined, required: boolean): Json => {
  const { description, ...rest } = schema ?? {}
  return { name, in: where, required, ...(description ? { description } : {}), schema: rest }
}

/** The headers of a request that change what comes of it. */
function headersTaken(operation: Operation, rest: RestMapping): RequestHeader[] {
  const names: RequestHeader[] = operation.based ? ['ifMatch', 'ifNoneMatchOnWrite'] : []
  if (takesIfNoneMatch(rest)) names.push('ifNoneMatch')
  if (rest.method === 'POST' && operation.replayAnswer && operation.replayAnswer !== 'refused')
    names.push('idempotencyKey')
  if (operation.effect === 'write') names.push('actorType', 'actorName')
  return names
}

function requestBody(operation: Operation, rest: RestMapping, fields: Fields): Json {
  const { properties = {}, required = [] } = inputSchema(operation)
  const own = Object.fromEntries(fields.body.map(name => [name, properties[name]]))
  const file = operation.content && {
    file: {
      type: 'string',
      contentMediaType: 'application/octet-stream',
      description: 'The HTML or Markdown file, or uploadId in its place',
    },
  }
  const needed = required.filter(name => fields.body.includes(name))
  const schema = {
    type: 'object',
    properties: { ...file, ...own },
    additionalProperties: false,
    ...(needed.length > 0 && { required: needed }),
  }
  const type = rest.body === 'multipart' ? 'multipart/form-data' : 'application/json'
  return { required: needed.length > 0 || rest.body === 'multipart', content: { [type]: { schema } } }
}

const takesIfNoneMatch = ({ tag, method }: RestMapping): boolean => tag === 'metadata' && method === 'GET'

function headersGiven(operation: Operation, rest: RestMapping): AnswerHeader[] {
  const names: AnswerHeader[] = rest.tag ? ['ETag'] : []
  if (rest.success === 201) names.push('Location')
  if (rest.alternates) names.push('Link')
  return [...names, ...replayHeader(operation, rest)]
}

const replayHeader = ({ replayAnswer: replay }: Operation, { method }: RestMapping): AnswerHeader[] =>
  method === 'POST' && replay && replay !== 'refused' ? ['Idempotent-Replay'] : []

function responses(operation: Operation, rest: RestMapping): Json {
  const schema = outputSchema(operation)
  const alternates = Object.fromEntries(
    Object.keys(rest.alternates ?? {}).map(type => [type, { schema: { type: 'string' } }]),
  )
  const content = schema && {
    content: { 'application/json': { schema: withoutDialect(schema) }, ...alternates },
  }
  const headers = headersOf(...headersGiven(operation, rest))
  const success = { [rest.success]: { description: operation.summary, headers, ...content } }
  const empty = rest.noContent && {
    204: { description: rest.noContent, headers: headersOf(...replayHeader(operation, rest)) },
  }
  const fresh = takesIfNoneMatch(rest) && {
    304: { description: 'Unchanged since the ETag in If-None-Match', headers: headersOf('ETag') },
  }
  return { ...success, ...empty, ...fresh, ...failures(codesOf(operation, rest)) }
}

const withoutDialect = ({ $schema: _, ...schema }: Json): Json => schema
