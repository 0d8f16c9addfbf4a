// A file of our own at a fixed address, the same for everybody: any site and any cache may have it.
import { createHash } from 'node:crypto'
import { forAnySite } from '../oauth/resource-documents.ts'
import { isFresh, send } from './encode.ts'
import type { HttpExchange } from './http-exchange.ts'
import type { Site } from './site.ts'

export interface PublicFile {
  /** `Content-Type`. */
  type: string
  bytes: Uint8Array
  /** `ETag`. */
  tag: string
}

export const publicFile = (type: string, bytes: Uint8Array): PublicFile => ({
  type,
  bytes,
  tag: `"${createHash('sha256').update(bytes).digest('base64url')}"`,
})

/** Seconds for which a copy is good; after them its ETag asks whether it still is. */
const LIFE = 3600

/** Answers with the file, or with 304 where the asker has it already. */
export function sendPublicFile(site: Site, exchange: HttpExchange, { type, bytes, tag }: PublicFile): void {
  const { Vary: _, ...headers } = site.headers.api()
  const fresh = isFresh(exchange, tag)
  send(
    exchange,
    fresh ? 304 : 200,
    {
      ...headers,
      ...forAnySite,
      'Content-Type': type,
      ETag: tag,
      'Cache-Control': `public, max-age=${LIFE}`,
    },
    fresh ? null : bytes,
  )
}
