// The protocol: which tools there are, and what one call of a tool comes to.
import {
  type CallToolResult,
  createMcpHandler,
  type McpHttpHandler,
  type McpRequestContext,
  ProtocolError,
  ProtocolErrorCode,
  Server,
} from '@modelcontextprotocol/server'
import { report } from '../http/caller.ts'
import { asProblem } from '../http/problem.ts'
import { problemResult } from './problem.ts'
import type { Arguments, Tool } from './tool.ts'
import { introduced, type McpCaller, type ToolCall } from './tool-call.ts'

export interface Endpoint {
  tools: readonly Tool[]
  instructions: string
  /** Answers that list tools are the same for everybody. */
  public: boolean
  /** `{base_url}`. */
  url: string
  version: string
  /** Largest body that is read. */
  limit: number
}

/** Hands the caller to the protocol, which knows it as authentication. */
export const authInfoOf = (caller: McpCaller) => ({
  token: '',
  clientId: caller.actor.credential,
  scopes: [],
  extra: { caller },
})

/** Serves the current revision and those of 2025, each request by itself. */
export function protocolOf(endpoint: Endpoint): McpHttpHandler {
  const tools = new Map(endpoint.tools.map(tool => [tool.definition.name, tool]))
  const definitions = { tools: endpoint.tools.map(({ definition }) => definition) }
  const serve = (context: McpRequestContext): Server => {
    const server = newServer(endpoint)
    const caller = context.authInfo?.extra?.caller as McpCaller
    server.setRequestHandler('tools/list', () => definitions)
    server.setRequestHandler('tools/call', ({ params }) => {
      const tool = tools.get(params.name)
      if (!tool)
        throw new ProtocolError(
          ProtocolErrorCode.InvalidParams,
          'There is no such tool; tools/list names them.',
        )
      return called(
        tool,
        introduced(caller, server.getClientVersion(), tool.effect),
        params.arguments ?? {},
        tools,
      )
    })
    return server
  }
  return createMcpHandler(serve, { legacy: 'stateless', maxRequestBodySize: endpoint.limit })
}

function newServer({ instructions, public: open, url, version }: Endpoint): Server {
  return new Server(
    { name: 'recto', title: 'Recto', version, websiteUrl: url },
    {
      capabilities: { tools: { listChanged: false } },
      instructions,
      cacheHints: {
        'tools/list': { ttlMs: 300_000, cacheScope: open ? 'public' : 'private' },
        'server/discover': { ttlMs: 3_600_000, cacheScope: 'public' },
      },
    },
  )
}

/** Counts, runs, and turns whatever is thrown into an error result. */
async function called(
  tool: Tool,
  toolCall: ToolCall,
  given: Arguments,
  tools: ReadonlyMap<string, Tool>,
): Promise<CallToolResult> {
  const { site, exchange, actor } = toolCall
  try {
    site.limits.count(actor, tool.effect)
    return await tool.run(toolCall, given)
  } catch (error) {
    const problem = asProblem(error)
    report(site, exchange, problem, error)
    const { argumentFor } = tool
    return problemResult(problem, {
      given,
      argumentFor,
      tools,
      requestId: exchange.requestId,
      url: site.context.url,
    })
  }
}
