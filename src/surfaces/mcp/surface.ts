// The two MCP endpoints over HTTP: who may come in, and what is answered before the protocol is spoken.
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import type { McpHttpHandler } from '@modelcontextprotocol/server'
import type { Hono, Context as HonoContext } from 'hono'
import { authenticate } from '../../auth/credentials.ts'
import type { Actor } from '../../domain/actor.ts'
import { resourcesOf } from '../../domain/grant.ts'
import { atFirstUse } from '../../domain/memoize.ts'
import { requireCredential } from '../../domain/policy.ts'
import { Problem } from '../../domain/problem.ts'
import { packageVersion } from '../../program-files.ts'
import { agentSkill } from '../http/agent-skills.ts'
import { report } from '../http/caller.ts'
import { encodeProblem, send } from '../http/encode.ts'
import { clientOf, type HttpExchange, header } from '../http/http-exchange.ts'
import { noteCaller } from '../http/request-log.ts'
import type { Surface } from '../http/server.ts'
import type { Site } from '../http/site.ts'
import type { Env } from '../rest/app.ts'
import { answerAs, answerType, bothTypes, emptyAnswer, shortenError } from './accept.ts'
import { openBatch } from './batch.ts'
import { withJson } from './body.ts'
import { publicInstructions, signedInInstructions } from './instructions.ts'
import { normalizeMessages } from './messages.ts'
import { authInfoOf, selectTools, type ToolSet, toolSet } from './offer.ts'
import { listens, otherThanCalls, requireScopes } from './step-up.ts'
import type { McpCaller } from './tool-call.ts'
import { publicTools, signedInTools } from './tools.ts'

/** One endpoint, and the parts that it shares with the other. */
export interface Door {
  site: Site
  /** Loaded at the first request: most servers at rest never heard one. */
  protocol(): Promise<McpHttpHandler>
  tools: ToolSet
  /** True without sign-in. */
  open: boolean
  /** Ends the streams of clients that only listen. */
  stop: AbortSignal
}

/** The routes of both endpoints; `close` ends the streams of clients that only listen. */
export function mcpSurface(site: Site): { routes: Surface; close(): void } {
  const { url } = site.context
  const version = packageVersion()
  const skill = agentSkill(url)
  const stop = new AbortController()
  const door = (open: boolean): Door => {
    const tools = open ? publicTools() : signedInTools()
    const instructionsFor = open ? publicInstructions : signedInInstructions
    const endpoint = {
      instructions: (offer: ToolSet) => instructionsFor(url, offer),
      public: open,
      url,
      version,
      skill,
    }
    const protocol = atFirstUse(async () => (await import('./server.ts')).protocolOf(endpoint))
    return { site, protocol, tools: toolSet(tools), open, stop: stop.signal }
  }
  const [signedIn, open] = [door(false), door(true)]
  return {
    routes(app) {
      mountEndpoint(app, '/v1/mcp', signedIn)
      mountEndpoint(app, '/v1/public/mcp', open)
    },
    close: () => stop.abort(),
  }
}

/** Answers at one path, with a slash at its end or without, whatever the protocol behind it serves. */
export function mountEndpoint(app: Hono<Env>, path: string, door: Door): void {
  for (const each of [path, `${path}/`]) app.all(each, c => answerRequest(door, c))
}

async function serve(door: Door, c: HonoContext<Env>): Promise<Response> {
  const { site, open } = door
  const { exchange } = c.env
  requirePost(exchange)
  requireOwnOrigin(site, exchange)
  const actor = open ? anonymousActor(exchange) : await findActor(site, exchange)
  const caller = { site, exchange, actor, client: clientOf(exchange.request) }
  const tools = selectTools(door.tools, new URL(c.req.url).searchParams)
  return withJson(exchange, body => answerMessages({ ...door, tools }, caller, c.req.raw, body))
}

async function answerMessages(
  { site, protocol, tools, stop }: Door,
  known: Omit<McpCaller, 'size'>,
  raw: Request,
  sent: unknown,
): Promise<Response> {
  const batch = openBatch(sent, tools)
  const { accepted: body, refused } = batch
  const refusals = new Map([...batch.refusals, ...normalizeMessages(body, tools)])
  const caller = { ...known, size: batch.size }
  const type = answerType(raw.headers.get('accept') ?? undefined, listens(body))
  for (let others = otherThanCalls(tools, body) + refused.length; others > 0; others -= 1)
    await site.limits.count(caller.actor, 'read')
  await requireScopes(caller, tools, body)
  const ask = async (): Promise<Response> => {
    const signal = listens(body) ? AbortSignal.any([raw.signal, stop]) : raw.signal
    const headers = new Headers(raw.headers)
    headers.set('accept', bothTypes)
    const bare = new Request(raw.url, { method: 'POST', headers, signal })
    const authInfo = authInfoOf(caller, tools, refusals)
    return shortenError(await (await protocol()).fetch(bare, { authInfo, parsedBody: body }))
  }
  const isBatch = Array.isArray(sent)
  const answer = body !== undefined ? await ask() : isBatch ? emptyAnswer() : refusalAnswer(refused)
  const isSilent = answer.status === 202 && refused.length > 0
  return sendAnswer(
    site,
    caller.exchange,
    await answerAs(type, isSilent ? emptyAnswer() : answer, isBatch ? batch.fitAnswers : null),
  )
}

/** The answer to a single message that is refused. */
const refusalAnswer = ([refusal]: readonly object[]): Response => Response.json(refusal, { status: 400 })

/** Refuses every method but POST: there are no sessions to delete and no stream to get. */
function requirePost({ request, response }: HttpExchange): void {
  if (request.method === 'POST') return
  response.setHeader('Allow', 'POST')
  throw new Problem('method_not_allowed', 'MCP is spoken with POST at this address.', { allowed: ['POST'] })
}

/** A page of another site must not speak with the reader's network position (MCP transports, Origin). */
function requireOwnOrigin(site: Site, { request }: HttpExchange): void {
  const origin = header(request, 'origin')
  if (origin === undefined || origin === site.context.url) return
  throw new Problem(
    'cross_site_request',
    'This request came from a page of another site. Connect from a program, not from a page.',
  )
}

/** Finds the caller that the bearer credential names; a cookie counts for nothing here. */
async function findActor(site: Site, exchange: HttpExchange): Promise<Actor> {
  const { request, network } = exchange
  const authorization = header(request, 'authorization')
  const resource = resourcesOf(site.context.url).mcp
  const shown = { authorization, cookie: undefined, network, resource }
  const actor = await authenticate(site.context, shown)
  requireCredential(actor)
  return noteCaller(exchange, actor)
}

/** Returns the anonymous caller: without sign-in a credential counts for nothing. */
const anonymousActor = ({ network }: HttpExchange): Actor => ({
  kind: 'anonymous',
  credential: `network ${network}`,
})

/** Sends the protocol's answer with the headers that every answer of the API carries; a stream goes on as it comes. */
async function sendAnswer(site: Site, exchange: HttpExchange, answer: Response): Promise<Response> {
  const { response, requestId } = exchange
  const type = answer.headers.get('content-type')
  const headers = new Headers(site.headers.api())
  for (const [name, value] of answer.headers) headers.set(name, value)
  if (type === null) headers.delete('content-type')
  if (type?.startsWith('text/event-stream')) {
    headers.set('X-Request-Id', requestId)
    return new Response(answer.body, { status: answer.status, headers })
  }
  const text = type === null ? null : await answer.text()
  response.setHeaders(headers)
  send(exchange, answer.status, {}, text)
  return RESPONSE_ALREADY_SENT
}

/** Answers a request; a failure before the protocol begins is a problem document, as everywhere in the API. */
async function answerRequest(door: Door, c: HonoContext<Env>): Promise<Response> {
  try {
    return await serve(door, c)
  } catch (error) {
    const { site } = door
    const { exchange } = c.env
    if (error instanceof Problem && error.code === 'malformed_json')
      return sendAnswer(site, exchange, parseError(error))
    report(site, exchange, encodeProblem(error, exchange, site.headers, site.context.url), error)
    return RESPONSE_ALREADY_SENT
  }
}

/** JSON-RPC 2.0 has an answer of its own for what is no JSON. */
const parseError = ({ message, status }: Problem): Response =>
  Response.json(
    { jsonrpc: '2.0', error: { code: -32700, message: `Parse error: ${message}` }, id: null },
    { status },
  )
