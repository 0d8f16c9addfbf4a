// The authorization server over HTTP: exactly the addresses of the contract, each freed from the wire and handed to the library.
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { completedQuery } from '../../auth/oauth/authorization-server.ts'
import { endpoints, type OAuthRequest } from '../../auth/oauth/oauth-request.ts'
import { countRegistration, normalized } from '../../auth/oauth/registration.ts'
import { notFound, Problem } from '../../domain/problem.ts'
import { requireWellFormed } from '../../operations/kernel/parse-input.ts'
import { gather } from '../http/body.ts'
import { report } from '../http/caller.ts'
import { encodeProblem, send } from '../http/encode.ts'
import type { HttpExchange } from '../http/http-exchange.ts'
import { refuseMethod } from '../http/problem.ts'
import type { Surface } from '../http/server.ts'
import type { Site } from '../http/site.ts'
import { textOf } from '../http/utf8.ts'
import type { HeaderSet } from '../viewer/headers.ts'
import { forAnySite, resourceDocuments } from './resource-documents.ts'

/** Shows a person, in a browser, why a program's request cannot be answered. */
export type ShowRefusal = (exchange: HttpExchange, status: number, detail: string) => void

/** Handles the requests to one address. */
type Handle = (exchange: HttpExchange) => Promise<void> | void

/** Handlers by method. */
type Handles = Partial<Record<string, Handle>>

/** The way a request counts against the share of its network. Devices ask for their tokens every few seconds. */
type Cost = 'read' | 'write'

/** The routes below `/oauth` and the documents about them. */
export const oauthSurface =
  (showRefusal: ShowRefusal): Surface =>
  (app, site) => {
    const route = (path: string, handles: Handles, cost?: Cost): void => {
      app.all(path, async c => {
        await guarded(site, c.env.exchange, handles, cost)
        return RESPONSE_ALREADY_SENT
      })
    }
    // Programs that look there take any other answer for a refusal.
    app.post('/register', async c => {
      await guarded(site, c.env.exchange, { POST: nothingHere })
      return RESPONSE_ALREADY_SENT
    })
    for (const [path, document] of Object.entries(resourceDocuments(site.context.url)))
      route(
        path,
        open(exchange => sendDocument(site, exchange, document)),
      )
    const metadata = open(exchange => answer(site, exchange, endpoints.metadata, showRefusal))
    route('/.well-known/oauth-authorization-server/oauth', metadata)
    route(`/oauth${endpoints.metadata}`, metadata)
    route(`/oauth${endpoints.keys}`, { GET: each => answer(site, each, endpoints.keys, showRefusal) })
    route(`/oauth${endpoints.authorization}`, { GET: each => authorize(site, each, showRefusal) })
    route(`/oauth${endpoints.authorization}/:uid`, { GET: each => resume(site, each, showRefusal) })
    for (const path of [endpoints.token, endpoints.revocation])
      route(`/oauth${path}`, { POST: each => answer(site, each, path, showRefusal) }, 'read')
    route(`/oauth${endpoints.device}`, { POST: each => askForDevice(site, each, showRefusal) })
    route(`/oauth${endpoints.registration}`, { POST: each => register(site, each, showRefusal) })
  }

const nothingHere: Handle = () => {
  throw notFound()
}

/** A document that pages of other sites may read. */
const open = (handle: Handle): Handles => ({
  GET: exchange => {
    allowAnySite(exchange)
    return handle(exchange)
  },
  OPTIONS: exchange => {
    allowAnySite(exchange)
    send(exchange, 204, {}, null)
  },
})

function allowAnySite({ response }: HttpExchange): void {
  for (const [name, value] of Object.entries(forAnySite)) response.setHeader(name, value)
}

function sendDocument(site: Site, exchange: HttpExchange, document: object): void {
  send(exchange, 200, { ...site.headers.api(), ...forAnySite }, JSON.stringify(document))
}

async function authorize(site: Site, exchange: HttpExchange, showRefusal: ShowRefusal): Promise<void> {
  const query = new URL(exchange.request.url ?? '', site.context.url).searchParams
  if ((query.get('response_mode') ?? 'query') !== 'query')
    return showRefusal(exchange, 400, 'The app asked for its answer in a way that is not offered here.')
  const path = `${endpoints.authorization}?${completedQuery(query, site.context.url)}`
  await answer(site, exchange, path, showRefusal)
}

function resume(site: Site, exchange: HttpExchange, showRefusal: ShowRefusal): Promise<void> {
  const uid = (exchange.request.url ?? '').split('?')[0]!.split('/').at(-1)!
  return answer(site, exchange, `${endpoints.authorization}/${uid}`, showRefusal)
}

async function register(site: Site, exchange: HttpExchange, showRefusal: ShowRefusal): Promise<void> {
  await countRegistration(site.context, exchange.network)
  await answer(site, exchange, endpoints.registration, showRefusal, onlyKnown)
}

/** `POST /oauth/device`: the device is given a code to show. */
function askForDevice(site: Site, exchange: HttpExchange, showRefusal: ShowRefusal): Promise<void> {
  const completed = (body: Buffer) =>
    Buffer.from(completedQuery(new URLSearchParams(body.toString()), site.context.url).toString())
  return answer(site, exchange, endpoints.device, showRefusal, completed)
}

/** Keeps the fields that the library knows. A body that is no JSON object stays, as the library explains it. Throws not_utf8. */
function onlyKnown(body: Buffer): Buffer {
  const given = parsed(textOf(body, 'The body'))
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return body
  requireWellFormed(given)
  return Buffer.from(JSON.stringify(normalized(given as Record<string, unknown>)))
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** Hands the request to the library, which writes the answer. */
async function answer(
  site: Site,
  exchange: HttpExchange,
  path: string,
  showRefusal: ShowRefusal,
  rewrite: (body: Buffer) => Buffer = body => body,
): Promise<void> {
  const { request, response } = exchange
  const body = request.method === 'POST' ? rewrite(await bodyOf(exchange)) : null
  for (const [name, value] of Object.entries(headersOf(site, exchange))) response.setHeader(name, value)
  const asked: OAuthRequest = {
    method: request.method ?? 'GET',
    path,
    headers: request.headers,
    body,
    socket: request.socket,
    network: exchange.network,
    refused: (status, detail) => showRefusal(exchange, status, detail),
  }
  await site.authorization.answer(asked, response)
}

/** The library says itself what it sends. */
function headersOf(site: Site, { requestId, response }: HttpExchange): HeaderSet {
  const { 'Content-Type': _, ...headers } = site.headers.api()
  const open = response.hasHeader('Access-Control-Allow-Origin') ? forAnySite : {}
  return { ...headers, ...open, 'X-Request-Id': requestId }
}

const longest = 65_536

async function bodyOf(exchange: HttpExchange): Promise<Buffer> {
  const { bytes, letGo } = await gather(exchange, longest, tooLarge)
  letGo()
  return bytes
}

const tooLarge = (): Problem =>
  new Problem('request_too_large', 'The request is larger than 64 KB.', { limit: longest })

/** Counts the request, finds what stands there, and turns whatever is thrown into a problem. */
async function guarded(site: Site, exchange: HttpExchange, handles: Handles, cost?: Cost): Promise<void> {
  try {
    const { method = 'GET' } = exchange.request
    const handle = handles[method === 'HEAD' ? 'GET' : method]
    if (!handle) refuseMethod(exchange, Object.keys(handles))
    const credential = `network ${exchange.network}`
    await site.limits.count({ kind: 'anonymous', credential }, cost ?? (method === 'POST' ? 'write' : 'read'))
    await handle(exchange)
  } catch (error) {
    report(site, exchange, encodeProblem(error, exchange, site.headers, site.context.url), error)
  }
}
