// The bodies of requests to tools: JSON with room for a file.
import type { IncomingMessage } from 'node:http'
import { Problem } from '../../domain/problem.ts'
import { gather, parseJson } from '../http/body.ts'
import type { HttpExchange } from '../http/http-exchange.ts'

/** Largest body in bytes: room for a file of 10 MB as JSON text. */
export const bodyLimit = 16 * 1_048_576

/**
 * Reads the body, hands its JSON to `use`, and lets go of it. Throws `malformed_json`, `unsupported_media_type`,
 * `request_too_large` above the limit, and `rate_limited` while too many large ones are held.
 */
export async function withJson<T>(exchange: HttpExchange, use: (json: unknown) => Promise<T>): Promise<T> {
  requireJson(exchange.request)
  const { bytes, letGo } = await gather(exchange, bodyLimit, tooLarge)
  try {
    return await use(messageIn(bytes))
  } finally {
    letGo()
  }
}

/** Bytes that are no UTF-8 are no JSON for JSON-RPC, which knows one error for both (JSON-RPC 2.0 section 5.1). */
function messageIn(bytes: Buffer): unknown {
  try {
    return parseJson(bytes)
  } catch (error) {
    if (error instanceof Problem && error.code === 'not_utf8')
      throw new Problem('malformed_json', error.message)
    throw error
  }
}

function requireJson({ headers }: IncomingMessage): void {
  const type = headers['content-type']?.split(';')[0]?.trim().toLowerCase()
  const encoding = headers['content-encoding'] ?? 'identity'
  if (type === 'application/json' && encoding === 'identity') return
  throw new Problem('unsupported_media_type', 'Send the body as application/json, without Content-Encoding.')
}

const tooLarge = (): Problem =>
  new Problem(
    'request_too_large',
    'The request is larger than 16 MB. Call the tool create_upload, send the file to the address it gives, and publish with upload_id.',
    { limit: bodyLimit },
  )
