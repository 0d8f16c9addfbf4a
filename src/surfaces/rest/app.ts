// The REST surface: a route for every operation that has one, derived from its definition.
import type { HttpBindings } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import type { Hono, Context as HonoContext } from 'hono'
import type { Actor } from '../../domain/actor.ts'
import { notFound, Problem } from '../../domain/problem.ts'
import { openUpload, takeBytes } from '../../operations/artifacts/uploads.ts'
import { allOperations, operations } from '../../operations/index.ts'
import type { Call } from '../../operations/kernel/call.ts'
import type { Operation, RestMapping } from '../../operations/kernel/operation.ts'
import { type Answer, perform } from '../../operations/kernel/perform.ts'
import { invite } from '../http/body.ts'
import { callerOf, keepSession, report, requireNoOtherSite } from '../http/caller.ts'
import { requireConnection } from '../http/connection-limit.ts'
import { readBy, readerWithin, showContent, versionIn } from '../http/content.ts'
import { encode, encodeProblem, isFresh, send } from '../http/encode.ts'
import { departure } from '../http/event-stream.ts'
import { fieldsOf, restOf } from '../http/fields.ts'
import type { HttpExchange } from '../http/http-exchange.ts'
import { previewHolder } from '../http/preview-holder.ts'
import { refuseMethod } from '../http/problem.ts'
import { noteCaller } from '../http/request-log.ts'
import type { Site } from '../http/site.ts'
import { requireUtf8Escapes } from '../http/utf8.ts'
import { decode } from './decode.ts'
import { streamFeed } from './feed-stream.ts'
import { openapi } from './openapi.ts'

export type Env = { Bindings: HttpBindings & { exchange: HttpExchange } }

type Handle = (exchange: HttpExchange, c: HonoContext<Env>) => Promise<void>

/** Adds every REST route to the app. */
export function addRest(app: Hono<Env>, site: Site): void {
  const methods = new Map<string, string[]>()
  const route = (method: string, path: string, handle: Handle): void => {
    const pattern = path.replace(/\{(\w+)\}/g, ':$1')
    methods.set(pattern, [
      ...(methods.get(pattern) ?? []),
      ...(method === 'GET' ? ['GET', 'HEAD'] : [method]),
    ])
    app.on(method, pattern, c => guarded(site, c, handle))
  }
  for (const operation of allOperations) addOperation(site, operation, route)
  addByHand(site, route)
  for (const [pattern, allowed] of methods)
    app.all(pattern, c => guarded(site, c, async exchange => refuseMethod(exchange, allowed)))
}

/** Answers every other path below /v1 as missing; added after all routes. */
export function addUnknownPaths(app: Hono<Env>, site: Site): void {
  app.all('/v1/*', c => guarded(site, c, unknownPath))
}

function addOperation(
  site: Site,
  operation: Operation,
  route: (method: string, path: string, handle: Handle) => void,
): void {
  const rest = restOf(operation)
  if (!rest) return
  const fields = fieldsOf(operation, rest)
  for (const path of [rest.path, ...(rest.also ?? [])]) {
    route(rest.method, path, async (exchange, c) => {
      const actor = await actorOf(site, exchange, operation.effect, rest, c)
      const located = { path: c.req.param() as Record<string, string>, query: queryOf(c.req.url) }
      const call = decode(operation, rest, fields, exchange, located, actor)
      if (site.stopping() && rest.body === 'multipart') throw stopping()
      const answer = operation.waits
        ? await waiting(site, exchange, operation, call)
        : await perform(site.context, operation, call)
      keepSession(site, exchange, answer)
      encode(operation, rest, answer, exchange, site.headers)
    })
  }
}

function queryOf(url: string): URLSearchParams {
  const { search, searchParams } = new URL(url)
  requireUtf8Escapes(search, 'The query')
  return searchParams
}

/** Performs an operation that may wait: within the connection limit, and only while the caller stays and is authorized. */
async function waiting(
  site: Site,
  exchange: HttpExchange,
  operation: Operation,
  call: Call,
): Promise<Answer> {
  const leave = call.input.wait ? requireConnection(site.connections, call.actor.credential) : () => undefined
  try {
    const recheck = () => callerOf(site, exchange, operation.effect)
    return await perform(site.context, operation, { ...call, signal: departure(exchange), recheck })
  } finally {
    leave()
  }
}

const stopping = (): Problem =>
  new Problem('shutting_down', 'The server is stopping and takes no new upload. Send it again in a moment.')

/** Returns the caller; an edit token counts only on the addresses of public previews. */
async function actorOf(
  site: Site,
  exchange: HttpExchange,
  effect: 'read' | 'write',
  rest: RestMapping,
  c: HonoContext<Env>,
): Promise<Actor> {
  const actor = rest.path.startsWith('/v1/public/artifacts/')
    ? noteCaller(exchange, await previewHolder(site.context, exchange, c.req.param('id') ?? ''))
    : await callerOf(site, exchange, effect)
  await site.limits.count(actor, effect)
  return actor
}

function addByHand(site: Site, route: (method: string, path: string, handle: Handle) => void): void {
  route('GET', '/v1/artifacts/{id}/content', async (exchange, c) => {
    const version = versionIn(new URL(c.req.url).searchParams)
    await showContent(site, exchange, { id: c.req.param('id')!, version })
  })
  route('GET', '/v1/artifacts/{id}/drawing', (exchange, c) => showDrawing(site, exchange, c.req.param('id')!))
  route('PUT', '/v1/uploads/{uploadId}', async (exchange, c) => {
    requireNoOtherSite(site, exchange)
    const upload = await openUpload(site.context, c.req.param('uploadId')!, c.req.query('t') ?? '')
    invite(exchange)
    const bytes = exchange.request.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>
    const taken = await takeBytes(site.context, upload, bytes)
    send(exchange, 200, site.headers.api(), JSON.stringify(taken))
  })
  route('GET', '/v1/events/stream', async (exchange, c) => {
    await streamFeed(site, exchange, new URL(c.req.url).searchParams)
  })
  const document = Buffer.from(JSON.stringify(openapi(site.context.url)))
  route('GET', '/v1/openapi.json', async exchange => send(exchange, 200, site.headers.api(), document))
}

async function showDrawing(site: Site, exchange: HttpExchange, id: string): Promise<void> {
  const actor = await readerWithin(site, exchange)
  const call = { ...readBy(exchange, actor), client: null, input: { id } }
  const { value } = await perform(site.context, operations.drawing, call)
  const tag = `W/"d${value.version}"`
  const headers = site.headers.madeImage('image/svg+xml', tag)
  if (isFresh(exchange, tag)) send(exchange, 304, headers, null)
  else send(exchange, 200, headers, value.svg)
}

const unknownPath: Handle = async () => {
  throw notFound()
}

/** Runs a handler on Node's own response and turns whatever it throws into a problem. */
async function guarded(site: Site, c: HonoContext<Env>, handle: Handle): Promise<Response> {
  const { exchange } = c.env
  try {
    await handle(exchange, c)
  } catch (error) {
    const problem = encodeProblem(error, exchange, site.headers, site.context.url)
    report(site, exchange, problem, error)
  }
  return RESPONSE_ALREADY_SENT
}
