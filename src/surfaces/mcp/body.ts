// The body of a request: read once, within its limit, as JSON.
import type { IncomingMessage } from 'node:http'
import { Problem } from '../../domain/problem.ts'
import type { Wire } from '../rest/wire.ts'

/** Largest body in bytes: room for a file of 10 MB as JSON text. */
export const bodyLimit = 16 * 1_048_576

/** The body's JSON; `malformed_json` where it is none, `request_too_large` above the limit. */
export async function readBody({ request, response }: Wire): Promise<unknown> {
  requireJson(request)
  if (Number(request.headers['content-length'] ?? 0) > bodyLimit) throw tooLarge()
  if (/^100-continue$/i.test(request.headers.expect ?? '')) response.writeContinue()
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > bodyLimit) throw tooLarge()
    chunks.push(chunk)
  }
  return parsed(Buffer.concat(chunks))
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

function parsed(bytes: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    throw new Problem('malformed_json', 'The body is not valid JSON in UTF-8.')
  }
}
