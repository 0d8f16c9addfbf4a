// From the wire to a call: path, query and headers at once, the body only when it is asked for.
import { isUtf8 } from 'node:buffer'
import type { Actor } from '../../domain/actor.ts'
import { parsePreconditions } from '../../domain/precondition.ts'
import { Problem } from '../../domain/problem.ts'
import { tooLarge } from '../../operations/intake.ts'
import type { Body, Call, Operation, RestMapping } from '../../operations/operation.ts'
import { type Fields, fromTexts } from './fields.ts'
import { readMultipart } from './multipart.ts'
import { claimOf, clientOf, header, type Wire } from './wire.ts'

export interface Located {
  /** Path parameters as they stand in the address, decoded. */
  path: Readonly<Record<string, string>>
  query: URLSearchParams
}

/** Room for field parts and framing beside the file itself. */
const framing = 131_072

/** Largest JSON body: edits carry passages of a file of up to 10 MB. */
const jsonLimit = 12 * 1_048_576

/** The call that a request makes. */
export function decode(
  operation: Operation,
  rest: RestMapping,
  fields: Fields,
  wire: Wire,
  located: Located,
  actor: Actor,
): Call {
  const { request } = wire
  const key = header(request, 'idempotency-key')
  return {
    actor,
    surface: 'rest',
    requestId: wire.requestId,
    network: wire.network,
    input: inputOf(fields, located),
    ...(operation.based && {
      base: parsePreconditions(header(request, 'if-match'), header(request, 'if-none-match')),
    }),
    ...(rest.body && { body: rest.body === 'json' ? jsonBody(wire) : multipartBody(wire, fields) }),
    claim: claimOf(request),
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

function multipartBody(wire: Wire, fields: Fields): Body {
  const { request } = wire
  return {
    announce(limit) {
      requireType(request.headers['content-type'], 'multipart/form-data')
      requireNoEncoding(request.headers['content-encoding'])
      if (announced(wire) > limit + framing) throw tooLarge(limit)
    },
    async read(_limit, keep) {
      invite(wire)
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

function jsonBody(wire: Wire): Body {
  const { request } = wire
  return {
    announce() {
      if (isEmpty(wire)) return
      requireType(request.headers['content-type'], 'application/json')
      requireNoEncoding(request.headers['content-encoding'])
      if (announced(wire) > jsonLimit) throw bodyTooLarge()
    },
    async read() {
      invite(wire)
      return { fields: parseJson(await readText(wire)), file: null }
    },
  }
}

const announced = ({ request }: Wire): number => Number(request.headers['content-length'] ?? 0)

const isEmpty = ({ request }: Wire): boolean =>
  request.headers['transfer-encoding'] === undefined && Number(request.headers['content-length'] ?? 0) === 0

/** Asks a client that waits (Expect: 100-continue) for its body, now that it is wanted. */
function invite({ request, response }: Wire): void {
  if (/^100-continue$/i.test(request.headers.expect ?? '') && !response.headersSent) response.writeContinue()
}

function requireType(given: string | undefined, wanted: string): void {
  if (given?.split(';')[0]?.trim().toLowerCase() === wanted) return
  throw new Problem('unsupported_media_type', `Send the body as ${wanted}.`)
}

function requireNoEncoding(given: string | undefined): void {
  if (given === undefined || given === 'identity') return
  throw new Problem('unsupported_media_type', 'Send the body without Content-Encoding.')
}

const bodyTooLarge = (): Problem =>
  new Problem('request_too_large', 'The JSON body is larger than 12 MB. Send less at once.', {
    limit: jsonLimit,
  })

async function readText({ request }: Wire): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > jsonLimit) throw bodyTooLarge()
    chunks.push(chunk)
  }
  const bytes = Buffer.concat(chunks)
  if (isUtf8(bytes)) return bytes.toString('utf8')
  throw new Problem('malformed_json', 'The body is not valid UTF-8. Send JSON as UTF-8.')
}

/** A JSON object (RFC 8259); an empty body counts as {}. */
function parseJson(text: string): Record<string, unknown> {
  if (text.trim() === '') return {}
  const value = attempt(text)
  if (isDeeper(value, depth))
    throw new Problem('malformed_json', `The body is nested deeper than ${depth} levels, which no field is.`)
  if (typeof value === 'object' && value !== null && !Array.isArray(value))
    return value as Record<string, unknown>
  throw new Problem('malformed_json', 'The body must be one JSON object.')
}

/** Objects and arrays within each other; no field needs more than a few. */
const depth = 32

const isDeeper = (value: unknown, levels: number): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (levels === 0 || Object.values(value).some(each => isDeeper(each, levels - 1)))

function attempt(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new Problem('malformed_json', 'The body is not valid JSON. Check quotes, commas and encoding.')
  }
}
