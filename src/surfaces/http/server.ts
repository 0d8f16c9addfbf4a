// The HTTP server: one place where requests arrive, get their id, and find their surface.
import { randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { getRequestListener } from '@hono/node-server'
import { Hono } from 'hono'
import { notFound, Problem } from '../../domain/problem.ts'
import { storesReady } from '../../operations/kernel/stores-ready.ts'
import type { Env } from '../rest/app.ts'
import { type ClientNetwork, clientNetwork } from './client-network.ts'
import { encodeProblem, send } from './encode.ts'
import type { Early, HttpExchange } from './http-exchange.ts'
import { problemAnswer } from './problem.ts'
import type { Site } from './site.ts'

/** Adds its routes to the app. */
export type Surface = (app: Hono<Env>, site: Site) => void

export interface Surfaces {
  routes: readonly Surface[]
  /** Asked first, on every host: what stands on hosts of its own. */
  frames: readonly Early[]
  /** Asked before the router, on the own host. */
  early: readonly Early[]
}

/** The server over the surfaces given, of which the first that knows an address answers; it does not listen yet. */
export function createHttpServer(site: Site, surfaces: Surfaces): Server {
  const app = new Hono<Env>()
  for (const add of surfaces.routes) add(app, site)
  const host = new URL(site.context.url).host
  const networkOf = clientNetwork(site.proxies, message => site.log.warn({}, message))
  const listener = getRequestListener((request, env) => app.fetch(request, withWire(env)), {
    overrideGlobalObjects: false,
  })
  const route = (exchange: HttpExchange): void => {
    ;(exchange.request as Wired)[wireOfRequest] = exchange
    listener(exchange.request, exchange.response)
  }
  const answer = (request: IncomingMessage, response: ServerResponse): void => {
    const exchange = new Exchange(request, response, networkOf)
    if (health(site, exchange) || surfaces.frames.some(answers => answers(exchange))) return
    const problem = misaddressed(request, host)
    if (problem) encodeProblem(problem, exchange, site.headers, site.context.url)
    else if (!surfaces.early.some(answers => answers(exchange))) route(exchange)
  }
  const server = createServer(limits, answer)
  server.on('checkContinue', answer)
  server.on('checkExpectation', answer)
  server.on('clientError', (error, socket) => refuseBytes(site, error, socket))
  return server
}

/** Answers what is no HTTP, for which there is no request and no response, and closes. */
function refuseBytes(site: Site, error: NodeJS.ErrnoException, socket: Duplex): void {
  const begun = (socket as { _httpMessage?: ServerResponse })._httpMessage?.headersSent
  if (error.code === 'ECONNRESET' || !socket.writable || begun) {
    socket.destroy()
    return
  }
  const { body, headers } = problemAnswer(unreadable(error.code), site.context.url, nextId())
  const text = JSON.stringify(body)
  const fields = {
    ...site.headers.api('application/problem+json'),
    ...headers,
    'Content-Length': `${Buffer.byteLength(text)}`,
    'X-Request-Id': body.requestId as string,
    Connection: 'close',
  }
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.end(`HTTP/1.1 ${body.status} ${STATUS_CODES[body.status as number]}\r\n${lines.join('')}\r\n${text}`)
}

function unreadable(code: string | undefined): Problem {
  if (code === 'HPE_HEADER_OVERFLOW')
    return new Problem('headers_too_large', 'The headers are larger than 32 KB. Send fewer or shorter ones.')
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT')
    return new Problem(
      'request_timeout',
      'The request did not arrive in time. Send it again on a new connection.',
    )
  return new Problem(
    'malformed_request',
    'These bytes are no valid HTTP request (RFC 9112). Check method, headers and framing.',
  )
}

/** Time-outs in milliseconds: slow headers and slow bodies end, uploads of 50 MB on thin lines do not. */
const limits = {
  // Answered here, as every other mistake is.
  requireHostHeader: false,
  headersTimeout: 20_000,
  requestTimeout: 900_000,
  keepAliveTimeout: 65_000,
  connectionsCheckingInterval: 5_000,
  maxHeaderSize: 32_768,
}

/** Where a request carries its exchange through the framework; a WeakMap would cost as much as the rest of a read. */
const wireOfRequest = Symbol('wire')
type Wired = IncomingMessage & { [wireOfRequest]?: HttpExchange }

function withWire(env: unknown): Env['Bindings'] {
  const bindings = env as Env['Bindings']
  return { ...bindings, exchange: (bindings.incoming as Wired)[wireOfRequest]! }
}

const start = randomBytes(6).toString('hex')
let count = 0

function nextId(): string {
  count += 1
  return `${start}-${count.toString(36)}`
}

class Exchange implements HttpExchange {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly requestId: string
  readonly #networkOf: ClientNetwork

  constructor(request: IncomingMessage, response: ServerResponse, networkOf: ClientNetwork) {
    this.request = request
    this.response = response
    this.requestId = nextId()
    this.#networkOf = networkOf
  }

  get network(): string {
    return this.#networkOf(this.request)
  }
}

/** Why the request is not for this server, or not plainly (RFC 9112 section 3.2). */
function misaddressed({ headers, rawHeaders, url = '' }: IncomingMessage, host: string): Problem | null {
  if (hostsIn(rawHeaders) !== 1 || !url.startsWith('/'))
    return new Problem(
      'malformed_request',
      'Name the host once, in Host, and begin the address with a slash.',
    )
  if (headers.host?.toLowerCase() !== host)
    return new Problem(
      'misdirected_request',
      'This server does not answer for that host. Use the address it was set up with.',
    )
  return winding.test(url) ? notFound() : null
}

/** How often Host is named. */
function hostsIn(rawHeaders: readonly string[]): number {
  let hosts = 0
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]!
    if (name.length === 4 && name.toLowerCase() === 'host') hosts += 1
  }
  return hosts
}

/** Dot segments and backslashes: what one program on the way reads as one path, the next reads as another. */
const winding = /^[^?]*(?:\\|\/(?:\.|%2e){1,2}(?:[/?#]|$))/i

/** `/healthz` says the process lives, `/readyz` that its stores answer; both on any host. */
function health(site: Site, exchange: HttpExchange): boolean {
  const { url = '', method } = exchange.request
  const path = /^\/(?:healthz|readyz)(?=\?|$)/.exec(url)?.[0]
  if (!path || (method !== 'GET' && method !== 'HEAD')) return false
  if (path === '/healthz') send(exchange, 200, site.headers.api(), '{"status":"alive"}')
  else void readiness(site, exchange)
  return true
}

function refuseStuck(jobs: readonly string[]): void {
  if (jobs.length === 0) return
  const names = jobs.join(', ')
  throw new Problem('overloaded', `Jobs that should have ended long ago still run: ${names}.`, {
    retryAfter: 30,
  })
}

async function readiness(site: Site, exchange: HttpExchange): Promise<void> {
  try {
    if (site.stopping()) throw new Problem('shutting_down', 'The server is stopping.')
    refuseStuck(site.stuckJobs())
    await storesReady(site.context)
    send(exchange, 200, site.headers.api(), '{"status":"ready"}')
  } catch (error) {
    const problem =
      error instanceof Problem
        ? error
        : new Problem('storage_unavailable', 'A store does not answer. Try again in a moment.')
    encodeProblem(problem, exchange, site.headers, site.context.url)
  }
}
