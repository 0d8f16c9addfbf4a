// The HTTP server: one place where requests arrive, get their id, and find their surface.
import { createServer, type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { getRequestListener } from '@hono/node-server'
import { Hono } from 'hono'
import { notFound, Problem } from '../../domain/problem.ts'
import type { Env } from '../rest/app.ts'
import { dropBody } from './body.ts'
import { report } from './caller.ts'
import { type ClientNetwork, clientNetwork } from './client-network.ts'
import { encodeProblem } from './encode.ts'
import { framedRefusal } from './framed-request.ts'
import type { Early, HttpExchange } from './http-exchange.ts'
import { asProblem, problemAnswer } from './problem.ts'
import { answerHealth } from './readiness.ts'
import { nextId, requestIdOf } from './request-id.ts'
import { watchRequest } from './request-log.ts'
import type { Site } from './site.ts'

/** Adds its routes to the app. */
export type Surface = (app: Hono<Env>, site: Site) => void

export interface Surfaces {
  routes: readonly Surface[]
  /** Surfaces on hosts of their own, asked first on every host. */
  frames: readonly Early[]
  /** Surfaces on the own host, asked before the router. */
  early: readonly Early[]
}

/** The server over the surfaces given, of which the first that knows an address answers; it does not listen yet. */
export function createHttpServer(site: Site, surfaces: Surfaces): Server {
  const app = new Hono<Env>()
  for (const add of surfaces.routes) add(app, site)
  const host = new URL(site.context.url).host
  const networkOf = clientNetwork(site.proxies, message => site.log.warn({}, message))
  const listener = getRequestListener((request, env) => app.fetch(request, withExchange(env)), {
    overrideGlobalObjects: false,
    // It gives a body that nobody reads half a second and then closes on its sender, who loses the answer; `dropBody` waits.
    autoCleanupIncoming: false,
  })
  const routeOf = routesOf(app)
  const route = (exchange: HttpExchange): void => {
    ;(exchange.request as WithExchange)[exchangeOfRequest] = exchange
    listener(exchange.request, exchange.response).catch(error => {
      report(site, exchange, asProblem(error), error)
      encodeProblem(error, exchange, site.headers, site.context.url)
    })
  }
  const answer = (request: IncomingMessage, response: ServerResponse): void => {
    const exchange = new Exchange(request, response, networkOf, site.proxies)
    if (takesBody(request)) response.once('finish', () => dropBody(request))
    if (site.requestEnded) watchRequest(exchange, routeOf, site.requestEnded)
    if (site.traceRequest)
      site.traceRequest(site.proxies > 0 ? request.headers : {}, ended => {
        watchRequest(exchange, routeOf, ended)
        respond(exchange)
      })
    else respond(exchange)
  }
  const respond = (exchange: HttpExchange): void => {
    const { request, response } = exchange
    // The next request of this caller opens a connection, perhaps to another node.
    if (site.draining()) response.shouldKeepAlive = false
    if (answerHealth(site, exchange) || surfaces.frames.some(answers => answers(exchange))) return
    const problem = misaddressed(request, host) ?? framedRefusal(request)
    if (problem) encodeProblem(problem, exchange, site.headers, site.context.url)
    else if (!surfaces.early.some(answers => answers(exchange))) route(exchange)
  }
  const server = createServer(limits, answer)
  server.on('checkContinue', answer)
  server.on('checkExpectation', answer)
  server.on('clientError', (error, socket) => refuseBytes(site, error, socket))
  return server
}

const takesBody = ({ method }: IncomingMessage): boolean => method !== 'GET' && method !== 'HEAD'

/** The pattern an address fits; it holds nothing of what somebody wrote. */
const routesOf =
  (app: Hono<Env>) =>
  (method: string, url: string): string => {
    const path = /^\/(?:healthz|readyz)(?=\?|$)/.exec(url)?.[0]
    const [found] = app.router.match(method === 'HEAD' ? 'GET' : method, url.split('?')[0]!)
    return path ?? found[0]?.[0][1].path ?? 'none'
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
  // A missing Host is answered here, as every other mistake is.
  requireHostHeader: false,
  headersTimeout: 20_000,
  requestTimeout: 900_000,
  keepAliveTimeout: 65_000,
  connectionsCheckingInterval: 5_000,
  maxHeaderSize: 32_768,
}

/** Key under which a request carries its exchange through the framework; a WeakMap would cost as much as the rest of a read. */
const exchangeOfRequest = Symbol('exchange')
type WithExchange = IncomingMessage & { [exchangeOfRequest]?: HttpExchange }

function withExchange(env: unknown): Env['Bindings'] {
  const bindings = env as Env['Bindings']
  return { ...bindings, exchange: (bindings.incoming as WithExchange)[exchangeOfRequest]! }
}

class Exchange implements HttpExchange {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly requestId: string
  readonly #networkOf: ClientNetwork

  caller?: string

  constructor(request: IncomingMessage, response: ServerResponse, networkOf: ClientNetwork, proxies: number) {
    this.request = request
    this.response = response
    this.requestId = requestIdOf(request, proxies)
    this.#networkOf = networkOf
  }

  get network(): string {
    return this.#networkOf(this.request)
  }
}

/** Returns why the request is not for this server, or not plainly (RFC 9112 section 3.2). */
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

/** Counts the Host headers. */
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
