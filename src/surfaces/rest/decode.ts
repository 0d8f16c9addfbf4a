// From a request to a call: path, query and headers at once, the body only when it is asked for.
import type { Actor } from '../../domain/actor.ts'
import { tooLarge } from '../../domain/plan.ts'
import { parsePreconditions } from '../../domain/precondition.ts'
import { Problem } from '../../domain/problem.ts'
import type { Body, Call } from '../../operations/kernel/call.ts'
import type { Operation, RestMapping } from '../../operations/kernel/operation.ts'
import { announced, gather, invite, parseJson } from '../http/body.ts'
import { type Fields, fromTexts } from '../http/fields.ts'
import { claimOf, clientOf, type HttpExchange, header } from '../http/http-exchange.ts'
import { readMultipart } from '../http/multipart.ts'

export interface Located {
  /** Path parameters as they stand in the address, decoded. */
  path: Readonly<Record<string, string>>
  query: URLSearchParams
}

/** Room for field parts and framing beside the file itself. */
const framing = 131_072

/** Largest JSON body in bytes of operations that say nothing of it. */
const jsonLimit = 262_144

/** The call that a request makes. */
export function decode(
  operation: Operation,
  rest: RestMapping,
  fields: Fields,
  exchange: HttpExchange,
  located: Located,
  actor: Actor,
): Call {
  const { request } = exchange
  const key = header(request, 'idempotency-key')
  return {
    actor,
    surface: 'rest',
    requestId: exchange.requestId,
    network: exchange.network,
    input: inputOf(fields, located),
    ...(operation.based && {
      base: parsePreconditions(header(request, 'if-match'), header(request, 'if-none-match')),
    }),
    ...(rest.body && {
      body: rest.body === 'json' ? jsonBody(exchange, rest.bodyLimit) : multipartBody(exchange, fields),
    }),
    claim: claimOf(request, operation.effect),
    client: clientOf(request),
    ...(key !== undefined && rest.method === 'POST' && { idempotencyKey: idempotencyKey(key) }),
  }
}

function inputOf(fields: Fields, { path, query }: Located): Record<string, unknown> {
  const input: Record<string, unknown> = {}
  for (const name of fields.query) {
    const texts = query.getAll(name)
    if (texts.length > 0) input[name] = fromTexts(fields.types[name]!, texts)
  }
  for (const name of fields.path) input[name] = fromTexts(fields.types[name]!, [path[name] ?? ''])
  return input
}

/** A structured-field string or a bare token of at most 255 visible characters. */
function idempotencyKey(text: string): string {
  const key =
    /^"([\x20\x21\x23-\x7e]{1,255})"$/.exec(text)?.[1] ?? /^([\x21\x23-\x7e]{1,255})$/.exec(text)?.[1]
  if (key !== undefined) return key
  throw new Problem(
    'malformed_idempotency_key',
    'Write Idempotency-Key as a text of 1 to 255 visible characters, for example a UUID.',
  )
}

function multipartBody(exchange: HttpExchange, fields: Fields): Body {
  const { request } = exchange
  return {
    announce(limit) {
      requireType(request.headers['content-type'], 'multipart/form-data')
      requireNoEncoding(request.headers['content-encoding'])
      if (announced(exchange) > limit + framing) throw tooLarge(limit)
    },
    async read(_limit, keep) {
      invite(exchange)
      const parts = await readMultipart(request, keep)
      const named = Object.entries(parts.fields).filter(([name]) => !fields.query.includes(name))
      return {
        fields: Object.fromEntries(
          named.map(([name, texts]) => [name, fromTexts(fields.types[name] ?? 'string', texts)]),
        ),
        file: parts.file,
      }
    },
  }
}

function jsonBody(exchange: HttpExchange, limit = jsonLimit): Body {
  const { request } = exchange
  return {
    announce() {
      if (isEmpty(exchange)) return
      requireType(request.headers['content-type'], 'application/json')
      requireNoEncoding(request.headers['content-encoding'])
      if (announced(exchange) > limit) throw bodyTooLarge(limit)
    },
    async read() {
      const { bytes, letGo } = await gather(exchange, limit, () => bodyTooLarge(limit))
      // The values made of the body live as long as its answer is awaited.
      if (exchange.response.closed) letGo()
      else exchange.response.once('close', letGo)
      return { fields: objectIn(bytes), file: null }
    },
  }
}

const isEmpty = ({ request }: HttpExchange): boolean =>
  request.headers['transfer-encoding'] === undefined && Number(request.headers['content-length'] ?? 0) === 0

function requireType(given: string | undefined, wanted: string): void {
  if (given?.split(';')[0]?.trim().toLowerCase() === wanted) return
  throw new Problem('unsupported_media_type', `Send the body as ${wanted}.`)
}

function requireNoEncoding(given: string | undefined): void {
  if (given === undefined || given === 'identity') return
  throw new Problem('unsupported_media_type', 'Send the body without Content-Encoding.')
}

const bodyTooLarge = (limit: number): Problem =>
  new Problem('request_too_large', `The JSON body is larger than ${limit / 1024} KB. Send less at once.`, {
    limit,
  })

/** A JSON object; an empty body counts as {}. */
function objectIn(bytes: Buffer): Record<string, unknown> {
  if (/^\s*$/.test(bytes.toString('latin1', 0, 1000)) && bytes.toString('utf8').trim() === '') return {}
  const value = parseJson(bytes)
  if (typeof value === 'object' && value !== null && !Array.isArray(value))
    return value as Record<string, unknown>
  throw new Problem('malformed_json', 'The body must be one JSON object.')
}
