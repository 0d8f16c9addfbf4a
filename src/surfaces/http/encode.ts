// From an answer or a problem to a response: status, validators, location and body.
import { createHash } from 'node:crypto'
import type { Problem } from '../../domain/problem.ts'
import type { Operation, RestMapping } from '../../operations/kernel/operation.ts'
import type { Answer } from '../../operations/kernel/perform.ts'
import type { HeaderSet, HeaderTable } from '../viewer/headers.ts'
import { type HttpExchange, header, mediaRanges } from './http-exchange.ts'
import { jsonBody } from './json-body.ts'
import { asProblem, problemAnswer } from './problem.ts'

/** Writes the answer of an operation. */
export function encode(
  operation: Operation,
  rest: RestMapping,
  answer: Answer,
  exchange: HttpExchange,
  headers: HeaderTable,
): void {
  const replayed: HeaderSet = answer.replayed ? { 'Idempotent-Replay': 'true' } : {}
  const alternate = chosenAlternate(rest, exchange)
  if (operation.output === null || isNothing(answer.value)) send(exchange, 204, replayed, null)
  else if (alternate)
    sendText(exchange, rest.success, { ...headers.api(), ...replayed }, alternate, answer.value)
  else sendJson(rest, answer.value, exchange, { ...headers.api(), ...replayed })
}

/** A replayed answer that was nothing comes back from the store as null. */
const isNothing = (value: unknown): boolean => value === undefined || value === null

interface Alternate {
  type: string
  write(value: never): string
}

function sendText(
  exchange: HttpExchange,
  status: number,
  headers: HeaderSet,
  { type, write }: Alternate,
  value: unknown,
): void {
  const set = { ...headers, ...nextOf(exchange, value), 'Content-Type': `${type}; charset=utf-8` }
  send(exchange, status, set, write(value as never))
}

/** A list that is no JSON names its next page in a header (RFC 8288). */
function nextOf({ request }: HttpExchange, value: unknown): HeaderSet {
  const cursor = (value as { nextCursor?: unknown } | null)?.nextCursor
  if (typeof cursor !== 'string') return {}
  const next = new URL(request.url ?? '', 'http://any')
  next.searchParams.set('cursor', cursor)
  return { Link: `<${next.pathname}${next.search}>; rel="next"` }
}

function sendJson(rest: RestMapping, value: unknown, exchange: HttpExchange, headers: HeaderSet): void {
  const body = jsonBody(value)
  const tag = tagOf(rest, value, body)
  const located = rest.success === 201 && { Location: locationOf(rest, value) }
  const fresh = tag !== null && rest.tag === 'metadata' && isFresh(exchange, tag)
  const set = { ...headers, ...located, ...(tag && { ETag: tag }) }
  send(exchange, fresh ? 304 : rest.success, set, fresh ? null : body)
}

/** A newly made thing lives at its address; others at the place they can be read again. */
function locationOf({ location }: RestMapping, value: unknown): string {
  const fields = value as Record<string, string>
  if (location) return location.replace(/\{(\w+)\}/g, (_, name: string) => fields[name] ?? '')
  const { shortId, id, uploadId } = fields
  if (shortId) return `/v1/artifacts/${shortId}`
  return id ? `/v1/keys/${id}` : `/v1/uploads/${uploadId}`
}

/** Strong `"v<n>"` where the answer speaks of a version, weak `W/"m…"` for metadata (contract section 3). */
function tagOf(rest: RestMapping, value: unknown, body: Body): string | null {
  if (rest.tag === 'version') return `"v${(value as { version: number }).version}"`
  if (rest.tag !== 'metadata') return null
  const hash = createHash('sha256')
  for (const piece of piecesOf(body)) hash.update(piece)
  return `W/"m${hash.digest('base64url').slice(0, 16)}"`
}

/** If-None-Match by weak comparison (RFC 9110 section 13.1.2). */
export function isFresh({ request }: Pick<HttpExchange, 'request'>, tag: string): boolean {
  const field = header(request, 'if-none-match')
  if (field === undefined) return false
  if (field === tag || field.trim() === '*') return true
  const opaque = tag.replace(/^W\//, '')
  return (field.match(/(?:W\/)?"[^"]*"/g) ?? []).some(member => member.replace(/^W\//, '') === opaque)
}

/** By `format` in the query where it is there, else by Accept. */
function chosenAlternate({ alternates }: RestMapping, exchange: HttpExchange): Alternate | null {
  if (!alternates) return null
  const format = new URL(exchange.request.url ?? '', 'http://any').searchParams.get('format')
  const ranges = mediaRanges(header(exchange.request, 'accept'))
  const wished = (name: string) => ranges.find(({ type }) => type === name)?.quality ?? 0
  const [type, write] =
    Object.entries(alternates).find(([name]) =>
      format === null
        ? wished(name) > 0 && wished(name) >= wished('application/json')
        : name.endsWith(`/${format}`),
    ) ?? []
  return type && write ? { type, write } : null
}

/** Writes a failure as problem+json. A body that nobody reads is taken and dropped, or its sender would lose the answer. */
export function encodeProblem(
  error: unknown,
  exchange: HttpExchange,
  headers: HeaderTable,
  url: string,
): Problem {
  const problem = asProblem(error)
  const answer = problemAnswer(problem, url, exchange.requestId, challengedBy(exchange))
  const set = { ...headers.api('application/problem+json'), ...answer.headers }
  if (exchange.response.headersSent) exchange.response.destroy()
  else {
    send(
      exchange,
      problem.status,
      { ...set, ...(isHeldBack(exchange) && { Connection: 'close' }) },
      jsonBody(answer.body),
    )
  }
  return problem
}

const challengedBy = ({ request }: HttpExchange) => ({
  path: request.url ?? '',
  presented: request.headers.authorization !== undefined,
})

/** Tells whether the client still waits to be asked for its body (RFC 9110 section 10.1.1), which it never will be. */
const isHeldBack = ({ request }: HttpExchange): boolean =>
  !request.complete && request.headers.expect !== undefined

/** The content of an answer, whole or in pieces. */
type Body = string | Uint8Array | readonly Uint8Array[]

const piecesOf = (body: Body): readonly Uint8Array[] =>
  typeof body === 'string' ? [Buffer.from(body)] : body instanceof Uint8Array ? [body] : body

/** Writes a whole answer; HEAD gets the headers of GET without the body. */
export function send(
  { request, response, requestId }: HttpExchange,
  status: number,
  headers: HeaderSet,
  body: Body | null,
): void {
  const pieces = body === null ? [] : piecesOf(body)
  const length = body !== null && {
    'Content-Length': String(pieces.reduce((sum, piece) => sum + piece.length, 0)),
  }
  response.writeHead(status, { ...headers, ...length, 'X-Request-Id': requestId })
  if (request.method === 'HEAD') return void response.end()
  for (const piece of pieces.slice(0, -1)) response.write(piece)
  response.end(pieces.at(-1))
}
