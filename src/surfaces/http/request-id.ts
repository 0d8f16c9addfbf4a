// The name of a request in logs and answers: that of a trusted proxy, or one of our own.
import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

const start = randomBytes(6).toString('hex')
let count = 0

/** A name that no other request of any process has. */
export function nextId(): string {
  count += 1
  return `${start}-${count.toString(36)}`
}

/** The proxy's X-Request-Id, else the trace of its traceparent (W3C Trace Context), where proxies are trusted. */
export function requestIdOf({ headers }: IncomingMessage, proxies: number): string {
  if (proxies === 0) return nextId()
  return known(headers['x-request-id']) ?? traceIn(headers.traceparent) ?? nextId()
}

const known = (text: string | string[] | undefined): string | null =>
  typeof text === 'string' && /^[\w.:-]{8,128}$/.test(text) ? text : null

const traceIn = (text: string | string[] | undefined): string | null =>
  (typeof text === 'string' && /^[\da-f]{2}-([\da-f]{32})-[\da-f]{16}-[\da-f]{2}/.exec(text)?.[1]) || null
