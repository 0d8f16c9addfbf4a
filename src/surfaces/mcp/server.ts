// The protocol: tools, prompts and resources, and what one request for them comes to.
import {
  type CallToolResult,
  createMcpHandler,
  type McpHttpHandler,
  type McpServerFactory,
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  Server,
  type ServerContext,
} from '@modelcontextprotocol/server'
import { skillAddress } from '../../domain/agent-skill.ts'
import { invalidInput, type Problem } from '../../domain/problem.ts'
import { CallerGone } from '../../operations/kernel/caller-gone.ts'
import { report } from '../http/caller.ts'
import { asProblem } from '../http/problem.ts'
import type { Occasion } from './advice.ts'
import { nameErrors, rightName, toolsElsewhere } from './arguments.ts'
import { complete } from './completion.ts'
import { toSnake } from './names.ts'
import type { Extra, ToolSet } from './offer.ts'
import { paramsRefusal } from './params-refusal.ts'
import { problemResult } from './problem.ts'
import { filledPrompt, promptsFor } from './prompts.ts'
import { isShortId } from './request-ids.ts'
import { listResources, readResource, templatesOf } from './resources.ts'
import type { JsonSchema } from './schema.ts'
import { addSkills, skillContents, skillsCapability } from './skills.ts'
import type { Arguments, Tool } from './tool.ts'
import { type McpCaller, type ToolCall, toToolCall } from './tool-call.ts'

export interface Endpoint {
  /** True for an endpoint without sign-in: lists are the same for everybody, and only public artifacts are resources. */
  public: boolean
  /** Returns what a model is told of the tools it has. */
  instructions(tools: ToolSet): string
  /** `{base_url}`. */
  url: string
  version: string
  /** The agent skill with this server's address. */
  skill: string
}

/** Serves the current revision and those of 2025, each request by itself. */
export const protocolOf = (endpoint: Endpoint): McpHttpHandler =>
  handlerOf(({ authInfo }) => serverFor(endpoint, authInfo?.extra as unknown as Extra))

function serverFor(endpoint: Endpoint, { caller, tools, refusals }: Extra): Server {
  const server = newServer(endpoint, tools)
  const begin = (effect: 'read' | 'write', { mcpReq }: ServerContext): ToolCall => ({
    ...toToolCall(caller, server.getClientVersion(), effect),
    ...progressOf(mcpReq),
    ...endOf(mcpReq),
  })
  server.setRequestHandler('tools/list', () => ({
    tools: [...tools.values()].map(({ definition }) => definition),
  }))
  const requireAccepted = ({ mcpReq: { id } }: ServerContext) => {
    const refusal = refusals.get(id)
    if (refusal !== undefined) throw new ProtocolError(ProtocolErrorCode.InvalidParams, refusal)
  }
  server.setRequestHandler('tools/call', async ({ params }, context) => {
    const tool = tools.get(params.name)
    if (!tool) throw unknownTool(params.name, tools)
    if (refusals.has(context.mcpReq.id))
      await orProtocolError(caller, tools, {}, () => caller.site.limits.count(caller.actor, tool.effect))
    requireAccepted(context)
    return callTool(tool, begin(tool.effect, context), params.arguments ?? {}, tools)
  })
  addPrompts(server, endpoint, { caller, tools, requireAccepted })
  addResources(server, endpoint, context => begin('read', context), tools)
  addSkills(server, endpoint.skill)
  return server
}

function unknownTool(name: string, tools: ToolSet): ProtocolError {
  const right = rightName(name, [...tools.keys()], toSnake, toolsElsewhere)
  const help = right === null ? '; tools/list names them.' : `. Use \`${right}\`.`
  return new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no such tool${help}`)
}

function addPrompts(
  server: Server,
  { public: open, url }: Endpoint,
  {
    caller,
    tools,
    requireAccepted,
  }: Pick<Extra, 'caller' | 'tools'> & {
    requireAccepted(context: ServerContext): void
  },
): void {
  const prompts = promptsFor(tools, open)
  server.setRequestHandler('prompts/list', () => ({ prompts: prompts.map(({ definition }) => definition) }))
  server.setRequestHandler('prompts/get', ({ params }, context) => {
    requireAccepted(context)
    return orProtocolError(caller, tools, {}, () => filledPrompt(prompts, params, { url, tools }))
  })
}

type Begin = (context: ServerContext) => ToolCall

function addResources(server: Server, { public: open, skill }: Endpoint, begin: Begin, tools: ToolSet): void {
  const on = <T>(
    context: ServerContext,
    uri: string | undefined,
    work: (toolCall: ToolCall) => Promise<T>,
  ) => {
    const toolCall = begin(context)
    return orProtocolError(toolCall, tools, uri === undefined ? {} : { uri }, () => work(toolCall))
  }
  server.setRequestHandler('resources/templates/list', () => ({ resourceTemplates: templatesOf(open) }))
  server.setRequestHandler('resources/read', ({ params: { uri } }, context) =>
    uri === skillAddress
      ? { contents: skillContents(skill) }
      : on(context, uri, toolCall => readResource(toolCall, uri, { isPublic: open, tools })),
  )
  if (open) {
    server.setRequestHandler('resources/list', () => ({ resources: [] }))
    return
  }
  server.setRequestHandler('resources/list', ({ params }, context) =>
    on(context, undefined, toolCall => listResources(toolCall, params?.cursor)),
  )
  server.setRequestHandler('completion/complete', ({ params }, context) =>
    on(context, undefined, toolCall => complete(toolCall, params)),
  )
}

/** Tells how far a call is, to a client that asked for it with a token that is short enough to be repeated. */
function progressOf({ _meta, notify }: ServerContext['mcpReq']): Pick<ToolCall, 'progress'> {
  const progressToken = _meta?.progressToken
  if (progressToken === undefined || !isShortId(progressToken)) return {}
  return {
    progress(done, total) {
      const params = { progressToken, progress: done, total }
      notify({ method: 'notifications/progress', params }).catch(() => undefined)
    },
  }
}

/** In the revisions of 2025 a broken connection does not cancel a call, so that an answer may get lost. */
const endOf = ({ envelope, signal }: ServerContext['mcpReq']): Pick<ToolCall, 'gone'> =>
  envelope ? { gone: signal } : {}

/** Serves whatever server is made for a request, in each revision; the body was read and bounded before. */
export const handlerOf = (serve: McpServerFactory): McpHttpHandler =>
  createMcpHandler(serve, { legacy: 'stateless' })

function newServer({ instructions, public: open, url, version }: Endpoint, tools: ToolSet): Server {
  const shared = open ? 'public' : 'private'
  return new RectoServer(
    { name: 'recto', title: 'Recto', version, websiteUrl: url },
    {
      capabilities: {
        tools: { listChanged: false },
        prompts: { listChanged: false },
        resources: { listChanged: false, subscribe: false },
        ...(!open && { completions: {} }),
        extensions: skillsCapability,
      },
      instructions: instructions(tools),
      cacheHints: {
        'server/discover': { ttlMs: 3_600_000, cacheScope: 'public' },
        'tools/list': { ttlMs: 300_000, cacheScope: shared },
        'prompts/list': { ttlMs: 300_000, cacheScope: shared },
        'resources/templates/list': { ttlMs: 300_000, cacheScope: shared },
        'resources/list': { ttlMs: 30_000, cacheScope: shared },
        // A client that follows a resource asks again after this time.
        'resources/read': { ttlMs: 10_000, cacheScope: 'private' },
      },
    },
  )
}

/** The library's server, which says what is wrong with `params` in the code and the words that all our errors have. */
class RectoServer extends Server {
  protected override _wrapHandler(...given: Parameters<Server['_wrapHandler']>) {
    const handle = super._wrapHandler(...given)
    return async (...request: Parameters<typeof handle>) => {
      try {
        return await handle(...request)
      } catch (error) {
        throw paramsRefusal(error) ?? error
      }
    }
  }
}

/** Counts, runs, and turns whatever is thrown into an error result. */
async function callTool(
  tool: Tool,
  toolCall: ToolCall,
  given: Arguments,
  tools: ToolSet,
): Promise<CallToolResult> {
  try {
    await toolCall.site.limits.count(toolCall.actor, tool.effect)
    const errors = nameErrors(tool.definition.inputSchema as JsonSchema, given, tool.argumentFor)
    if (errors.length > 0) throw invalidInput(errors)
    return await tool.run(toolCall, given)
  } catch (error) {
    return problemResult(reported(toolCall, error), occasionOf(toolCall, tools, given, tool))
  }
}

/** Turns every error into one of the protocol, for requests whose results cannot be errors. */
async function orProtocolError<T>(
  caller: McpCaller,
  tools: ToolSet,
  given: { uri?: string },
  work: () => T,
): Promise<Awaited<T>> {
  try {
    return await work()
  } catch (error) {
    throw protocolError(reported(caller, error), given.uri, occasionOf(caller, tools, given))
  }
}

/** Longest address that is repeated. */
const SHOWN_URI = 500

function protocolError(problem: Problem, uri: string | undefined, occasion: Occasion): ProtocolError {
  if (problem.code === 'not_found' && uri !== undefined && uri.length <= SHOWN_URI)
    return new ResourceNotFoundError(uri)
  const { content, structuredContent } = problemResult(problem, occasion)
  const [block] = content
  const { InternalError, InvalidParams } = ProtocolErrorCode
  const isOurs = problem.status >= 500 || problem.status === 429
  return new ProtocolError(
    isOurs ? InternalError : InvalidParams,
    block?.type === 'text' ? block.text : problem.code,
    structuredContent,
  )
}

/** Reports the error, except that of a cancelled call: the library drops it. */
function reported({ site, exchange }: McpCaller, error: unknown): Problem {
  if (error instanceof CallerGone) throw error
  const problem = asProblem(error)
  report(site, exchange, problem, error)
  return problem
}

const occasionOf = (
  { site, exchange }: McpCaller,
  tools: ToolSet,
  given: Arguments,
  tool?: Tool,
): Occasion => ({
  tool: tool?.definition.name,
  given,
  argumentFor: tool?.argumentFor ?? toSnake,
  tools,
  requestId: exchange.requestId,
  url: site.context.url,
})
