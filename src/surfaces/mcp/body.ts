// The bodies of requests: read once, each within its limit and all together within a budget, as JSON.
import type { IncomingMessage } from 'node:http'
import { Problem } from '../../domain/problem.ts'
import { rateLimited } from '../../operations/limits.ts'
import type { Wire } from '../rest/wire.ts'

const MB = 1_048_576

/** Largest body in bytes: room for a file of 10 MB as JSON text. */
export const bodyLimit = 16 * MB

/** Bytes of bodies held at once; what is above waits for its sender to come again. */
const budget = 8 * bodyLimit

/** Bodies up to this size are always taken. */
const small = MB

export interface Bodies {
  /**
   * Reads the body, hands its JSON to `use`, and lets go of it. Throws `malformed_json`, `unsupported_media_type`,
   * `request_too_large` above the limit, and `rate_limited` while too many large ones are held.
   */
  with<T>(wire: Wire, use: (json: unknown) => Promise<T>): Promise<T>
}

/** One budget for all endpoints of the process: without it a few hundred senders could take its memory. */
export function openBodies(): Bodies {
  let held = 0
  return {
    async with(wire, use) {
      let size = 0
      const take = (bytes: number): void => {
        size += bytes
        held += bytes
        if (size > bodyLimit) throw tooLarge()
        if (size > small && held > budget) throw rateLimited('large requests at once', 5_000, 8, 5_000)
      }
      try {
        return await use(parsed(await read(wire, take)))
      } finally {
        held -= size
      }
    },
  }
}

async function read({ request, response }: Wire, take: (bytes: number) => void): Promise<Buffer> {
  requireJson(request)
  if (Number(request.headers['content-length'] ?? 0) > bodyLimit) throw tooLarge()
  if (/^100-continue$/i.test(request.headers.expect ?? '')) response.writeContinue()
  const chunks: Uint8Array[] = []
  try {
    for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      take(chunk.length)
      chunks.push(chunk)
    }
  } catch (error) {
    throw error instanceof Problem ? error : cutShort()
  }
  return Buffer.concat(chunks)
}

/** The sender went away; that is no failure of the server. */
const cutShort = (): Problem =>
  new Problem('malformed_request', 'The connection ended before the body did. Send it again.')

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
