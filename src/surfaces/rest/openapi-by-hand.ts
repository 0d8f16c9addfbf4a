// Routes in the OpenAPI description that are written by hand: bytes, streams, and what the service says of itself.

import { operations } from '../../operations/index.ts'
import type { Operation } from '../../operations/kernel/operation.ts'
import { headersOf, parameterRef } from './openapi-headers.ts'
import { codesOf, failures } from './openapi-problems.ts'

type Json = Record<string, unknown>

const bytes = { schema: { type: 'string', contentMediaType: 'application/octet-stream' } }
const text = { type: 'string' }
const object = { type: 'object' }
const anyone = { security: [{}, { key: [] }, { session: [] }] }

/** The codes of an operation that is read at `path`. */
const codesOfRead = (operation: unknown, path: string) =>
  codesOf(operation as Operation, { method: 'GET', path, success: 200 })

const fileHeaders = headersOf('ETag', 'Cache-Control', 'Accept-Ranges', 'Content-Disposition')
const files = { 'text/html': bytes, 'text/markdown': bytes }

const contentPath = '/v1/artifacts/{id}/content'

const idInPath: Json = {
  name: 'id',
  in: 'path',
  required: true,
  description: 'Short ID or address of the artifact',
  schema: text,
}

const readContent = (operationId: string, summary: string): Json => ({
  operationId,
  tags: ['artifacts'],
  summary,
  ...anyone,
  parameters: [
    idInPath,
    { name: 'version', in: 'query', schema: { type: 'integer', minimum: 1 } },
    ...(['ifMatchOnRead', 'ifNoneMatch', 'range', 'ifRange'] as const).map(parameterRef),
  ],
  responses: {
    200: { description: 'The file', headers: fileHeaders, content: files },
    206: {
      description: 'The range asked for',
      headers: { ...fileHeaders, ...headersOf('Content-Range') },
      content: files,
    },
    304: {
      description: 'Unchanged since the ETag in If-None-Match',
      headers: headersOf('ETag', 'Cache-Control'),
    },
    ...failures([...codesOfRead(operations.content, contentPath), 'version_conflict']),
  },
})

const drawingPath = '/v1/artifacts/{id}/drawing'

const readDrawing: Json = {
  operationId: 'drawing',
  tags: ['artifacts'],
  summary: operations.drawing.summary,
  ...anyone,
  parameters: [idInPath, parameterRef('ifNoneMatch')],
  responses: {
    200: {
      description: 'Shapes of a sheet of 40 by 52, without text; under 1 KB',
      headers: headersOf('ETag', 'Cache-Control'),
      content: { 'image/svg+xml': { schema: text } },
    },
    304: {
      description: 'Unchanged since the ETag in If-None-Match',
      headers: headersOf('ETag', 'Cache-Control'),
    },
    ...failures(codesOfRead(operations.drawing, drawingPath)),
  },
}

const streamEvents: Json = {
  operationId: 'streamEvents',
  tags: ['events'],
  summary: 'Follow the events as server-sent events, from now on or after Last-Event-ID.',
  parameters: [
    { name: 'after', in: 'query', description: 'As in GET /v1/events', schema: text },
    { name: 'artifact', in: 'query', description: 'Only events of this artifact', schema: text },
    parameterRef('lastEventId'),
  ],
  responses: {
    200: {
      description: 'Each message is an event as in GET /v1/events',
      headers: headersOf(),
      content: { 'text/event-stream': { schema: text } },
    },
    ...failures(codesOfRead(operations.events, '/v1/events/stream')),
  },
}

const takeBytes: Json = {
  operationId: 'takeBytes',
  tags: ['uploads'],
  summary: 'Send the bytes of an announced upload; the token in the address is the credential.',
  security: [{}],
  parameters: [
    { name: 'uploadId', in: 'path', required: true, schema: text },
    {
      name: 't',
      in: 'query',
      required: true,
      description: 'Token from the address that create upload gave',
      schema: text,
    },
  ],
  requestBody: { required: true, content: { 'application/octet-stream': bytes } },
  responses: {
    200: {
      description: 'The bytes are stored',
      headers: headersOf(),
      content: {
        'application/json': {
          schema: {
            ...object,
            required: ['uploadId', 'size', 'sha256'],
            properties: { uploadId: text, size: { type: 'integer' }, sha256: text },
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
      'storage_full',
    ]),
  },
}

/** A route that says how the service is, without a credential. */
const ofService = (operationId: string, summary: string, schema: Json): Json => ({
  operationId,
  tags: ['service'],
  summary,
  security: [{}],
  responses: {
    200: { description: summary, headers: headersOf(), content: { 'application/json': { schema } } },
    ...failures([]),
  },
})

const status = (word: string): Json => ({
  ...object,
  required: ['status'],
  properties: { status: { const: word } },
})

/** Routes that no operation describes, by path and method. */
export const byHand: Record<string, Record<string, Json>> = {
  [contentPath]: {
    get: readContent('content', operations.content.summary),
    head: readContent('contentHeaders', 'Ask for the headers of a version without its bytes.'),
  },
  [drawingPath]: { get: readDrawing },
  '/v1/events/stream': { get: streamEvents },
  '/v1/uploads/{uploadId}': { put: takeBytes },
  '/v1/openapi.json': { get: ofService('openapi', 'Read this description.', object) },
  '/healthz': { get: ofService('healthz', 'Ask whether the process lives.', status('alive')) },
  '/readyz': { get: ofService('readyz', 'Ask whether the stores answer.', status('ready')) },
}
