// The bodies of requests: gathered in memory, each within its limit, all within one budget, or dropped where nobody wants them.
import type { IncomingMessage, ServerResponse } from 'node:http'
import { Problem } from '../../domain/problem.ts'
import { rateLimited } from '../../operations/kernel/limits.ts'
import { textOf } from './utf8.ts'

interface Wire {
  request: IncomingMessage
  response: ServerResponse
}

/** Bytes of bodies that the process holds at once; what is above waits for its sender to come again. */
const budget = 128 * 1_048_576

/** Bodies up to this size are always taken. */
const small = 262_144

let held = 0

export interface Gathered {
  bytes: Buffer
  /** Says that the body is not needed any more: its room in the budget is free again. */
  letGo(): void
}

/** Asks a client that waits for it (Expect: 100-continue, RFC 9110 section 10.1.1) for its body, now that it is wanted. */
export function invite({ request, response }: Wire): void {
  if (/^100-continue$/i.test(request.headers.expect ?? '') && !response.headersSent) response.writeContinue()
}

/**
 * Reads a body of at most `limit` bytes. Throws `tooLarge()` above it, `rate_limited` while too many large ones are held,
 * and `malformed_request` where the sender goes away.
 */
export async function gather(exchange: Wire, limit: number, tooLarge: () => Problem): Promise<Gathered> {
  if (announced(exchange) > limit) throw tooLarge()
  let size = 0
  const letGo = (): void => {
    held -= size
    size = 0
  }
  const take = (bytes: number): void => {
    size += bytes
    held += bytes
    if (size > limit) throw tooLarge()
    if (size > small && held > budget) throw rateLimited('large requests at once', 5_000, 8, 5_000)
  }
  try {
    return { bytes: await read(exchange, take), letGo }
  } catch (error) {
    letGo()
    throw error instanceof Problem ? error : cutShort()
  }
}

async function read(exchange: Wire, take: (bytes: number) => void): Promise<Buffer> {
  invite(exchange)
  const chunks: Uint8Array[] = []
  for await (const chunk of exchange.request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    take(chunk.length)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** Bytes of an unwanted body that are taken, above every file that is; whoever sends more is cut off. */
const mostDropped = 128 * 1_048_576

/** Milliseconds between two looks at an unwanted body; a sender of whom nothing came since the last is cut off. */
const betweenLooks = 5000

/**
 * Takes what is left of a body that nobody reads: closing on a sender resets the connection and takes the answer with it (RFC 9112
 * section 9.6). Node drops the bytes of an answered request unread, so that only its socket can count them.
 */
export function dropBody(request: IncomingMessage): void {
  if (request.complete) return
  const { socket } = request
  const begin = socket.bytesRead
  let last = begin
  const looking = setInterval(() => {
    const now = socket.bytesRead
    const isOver = now === last || now - begin > mostDropped
    last = now
    if (request.complete || isOver) clearInterval(looking)
    if (!request.complete && isOver) request.destroy()
  }, betweenLooks)
  request.once('close', () => clearInterval(looking))
  request.resume()
}

/** The length that the request says its body has, in bytes; 0 where it says none. */
export const announced = ({ request }: Pick<Wire, 'request'>): number =>
  Number(request.headers['content-length'] ?? 0)

/** The sender went away; that is no failure of the server. */
const cutShort = (): Problem =>
  new Problem('malformed_request', 'The connection ended before the body did. Send it again.')

/** Objects and arrays within each other; no field needs more than a few. */
const depth = 32

/** Members of all objects and arrays together; the longest list that a field takes is far shorter. */
const members = 20_000

/** The JSON value of a body (RFC 8259). Throws `not_utf8` and `malformed_json`; what is nested or divided without end is refused before it is built. */
export function parseJson(bytes: Buffer): unknown {
  const text = textOf(bytes, 'The body')
  requireModest(bytes)
  try {
    return JSON.parse(text)
  } catch {
    throw new Problem('malformed_json', 'The body is not valid JSON. Check quotes, commas and encoding.')
  }
}

/** One look at every byte: what is in quotes is passed over, the rest is counted. */
function requireModest(bytes: Buffer): void {
  let [level, commas, quoted] = [0, 0, false]
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]
    if (byte === QUOTE) quoted = !quoted
    else if (quoted) at += byte === BACKSLASH ? 1 : 0
    else if (byte === COMMA) commas++
    else if (byte === BRACE || byte === BRACKET) level++
    else if (byte === BRACE + 2 || byte === BRACKET + 2) level--
    if (level > depth || commas > members) throw tooComplex()
  }
}

const [QUOTE, COMMA, BRACKET, BACKSLASH, BRACE] = [0x22, 0x2c, 0x5b, 0x5c, 0x7b]

const tooComplex = (): Problem =>
  new Problem(
    'malformed_json',
    `The body is nested deeper than ${depth} levels or has more than ${members} members, which no field needs.`,
  )
