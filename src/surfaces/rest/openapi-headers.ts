// The headers of requests and answers in the OpenAPI description: each is described once and referred to by name.

type Json = Record<string, unknown>

const text = { type: 'string' }
const count = { type: 'integer', minimum: 0 }

/** Headers of requests, by the key under which the description keeps them. */
export const requestHeaders = {
  ifMatch: {
    name: 'If-Match',
    in: 'header',
    required: true,
    description: 'The version edited from, for example "v3" (RFC 9110 section 13.1.1)',
    schema: text,
  },
  ifMatchOnRead: {
    name: 'If-Match',
    in: 'header',
    description: 'The version wanted, for example "v3"; 412 where another one is current',
    schema: text,
  },
  ifNoneMatch: {
    name: 'If-None-Match',
    in: 'header',
    description: 'The ETag of the answer that is at hand; 304 where it is still right',
    schema: text,
  },
  ifNoneMatchOnWrite: {
    name: 'If-None-Match',
    in: 'header',
    description: 'Versions that must not be current (RFC 9110 section 13.1.2); 412 where one is',
    schema: text,
  },
  range: {
    name: 'Range',
    in: 'header',
    description: 'One range of bytes, for example bytes=0-1023',
    schema: text,
  },
  ifRange: {
    name: 'If-Range',
    in: 'header',
    description: 'The ETag for which the range is meant; the whole file where it is another',
    schema: text,
  },
  idempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description:
      'The same key and parts answer the same for 24 hours; without a credential at least 22 characters',
    schema: { type: 'string', minLength: 1, maxLength: 255 },
  },
  actorType: {
    name: 'X-Actor-Type',
    in: 'header',
    description: 'Who acts with the credential: human or agent; other values count as absent',
    schema: text,
  },
  actorName: {
    name: 'X-Actor-Name',
    in: 'header',
    description: 'Name of the agent or program, up to 100 characters; a claim beside the credential',
    schema: text,
  },
  lastEventId: { name: 'Last-Event-ID', in: 'header', description: 'The last id received', schema: text },
} as const satisfies Record<string, Json>

/** Headers of answers, by their name; `required` where every answer that is described with it carries it. */
export const answerHeaders = {
  'X-Request-Id': { required: true, description: 'Names this request to the operator', schema: text },
  ETag: {
    required: true,
    description: 'Strong "v<n>" for a version, weak W/"m…" for metadata',
    schema: text,
  },
  Location: { required: true, description: 'Where the thing that was made can be read', schema: text },
  'Idempotent-Replay': { description: 'true where this answer was given before', schema: text },
  Link: { description: 'The next page of a list that is no JSON (RFC 8288)', schema: text },
  'Accept-Ranges': { required: true, description: 'bytes', schema: text },
  'Content-Range': { required: true, description: 'Which bytes of how many', schema: text },
  'Content-Disposition': {
    required: true,
    description: 'attachment, with a name for the file',
    schema: text,
  },
  'Cache-Control': { required: true, description: 'public, no-cache or private, no-store', schema: text },
  'WWW-Authenticate': { description: 'Which credential is asked for, or which scope lacks', schema: text },
  'Retry-After': { description: 'Seconds to wait, where waiting helps', schema: count },
  RateLimit: { required: true, description: 'What is left, and seconds until there is more', schema: text },
  'RateLimit-Policy': { required: true, description: 'How many in how many seconds', schema: text },
} as const satisfies Record<string, Json>

export type RequestHeader = keyof typeof requestHeaders
export type AnswerHeader = keyof typeof answerHeaders

export const parameterRef = (name: RequestHeader): Json => ({ $ref: `#/components/parameters/${name}` })

/** The headers of an answer, with the id that every answer has. */
export const headersOf = (...names: AnswerHeader[]): Json =>
  Object.fromEntries(
    (['X-Request-Id', ...names] as const).map(name => [name, { $ref: `#/components/headers/${name}` }]),
  )

const byStatus: Readonly<Record<number, readonly AnswerHeader[]>> = {
  401: ['WWW-Authenticate'],
  403: ['WWW-Authenticate'],
  409: ['Retry-After'],
  416: ['Content-Range'],
  429: ['Retry-After', 'RateLimit', 'RateLimit-Policy'],
  503: ['Retry-After'],
  507: ['Retry-After'],
}

export const problemHeaders = (status: number): Json => headersOf(...(byStatus[status] ?? []))
