// Clients of the MCP endpoints for tests: the current revision and that of June 2025, as they are on the wire.
import { type Received, send } from './http.ts'

/** The result of a call: structured content in snake_case, or the error in it. */
export interface Called {
  // biome-ignore lint/suspicious/noExplicitAny: what a test reads it asserts
  value?: any
  /** The same with the words that stand in the text alone. */
  // biome-ignore lint/suspicious/noExplicitAny: what a test reads it asserts
  told?: any
  // biome-ignore lint/suspicious/noExplicitAny: what a test reads it asserts
  problem?: { code: string; message: string; retryable: boolean; [fact: string]: any }
  /** The first block of text. */
  text: string
}

interface ListedTool {
  name: string
  title: string
  description: string
  inputSchema: { type: string; properties: Record<string, unknown>; required?: string[] }
  outputSchema: { type: string; properties: Record<string, unknown> }
  annotations: Record<string, unknown>
}

export interface McpClient {
  /** Calls a tool; what is no result of a tool fails. */
  call(tool: string, given?: Record<string, unknown>): Promise<Called>
  list(): Promise<ListedTool[]>
  /** One request of the protocol, and the whole answer of HTTP. */
  request(method: string, params?: Record<string, unknown>): Promise<Received>
}

export interface McpOptions {
  /** Further headers of every request. */
  headers?: Record<string, string>
  /** The name and the version that the client gives itself. */
  client?: { name: string; version: string }
  /** Further members of `_meta`. */
  meta?: Record<string, unknown>
  /** Of the address. */
  query?: string
}

const revision = '2026-07-28'
const accept = 'application/json, text/event-stream'
const program = { name: 'recto-test', version: '1.0.0' }

/** Speaks the current revision with `{url}/v1/mcp`, or without a key with `{url}/v1/public/mcp`. */
export function mcpClient(
  url: string,
  key?: string,
  { headers = {}, client = program, meta: further, query }: McpOptions = {},
): McpClient {
  const meta = {
    'io.modelcontextprotocol/protocolVersion': revision,
    'io.modelcontextprotocol/clientCapabilities': {},
    'io.modelcontextprotocol/clientInfo': client,
    ...further,
  }
  return clientOver((method, params) =>
    post(
      url,
      key,
      { method, params: { ...params, _meta: meta } },
      {
        'mcp-protocol-version': revision,
        'mcp-method': method,
        ...(typeof params.name === 'string' && { 'mcp-name': params.name }),
        ...(typeof params.uri === 'string' && { 'mcp-name': params.uri }),
        ...headers,
      },
      query,
    ),
  )
}

/** Speaks the revision of June 2025: greets with `initialize`, then asks. */
export async function mcpClientOf2025(
  url: string,
  key?: string,
  { headers = {}, client = program }: McpOptions = {},
): Promise<McpClient> {
  const version = '2025-06-18'
  const greeting = { protocolVersion: version, capabilities: {}, clientInfo: client }
  const greeted = await post(url, key, { method: 'initialize', params: greeting }, headers)
  if (messageOf(greeted)?.result?.protocolVersion !== version) throw new Error(`not greeted: ${greeted.text}`)
  return clientOver((method, params) =>
    post(url, key, { method, params }, { 'mcp-protocol-version': version, ...headers }),
  )
}

type Request = (method: string, params: Record<string, unknown>) => Promise<Received>

function clientOver(request: Request): McpClient {
  return {
    request: (method, params = {}) => request(method, params),
    async list() {
      return resultIn(await request('tools/list', {})).tools
    },
    async call(tool, given = {}) {
      const result = resultIn(await request('tools/call', { name: tool, arguments: given }))
      const text = result.content[0]?.text ?? ''
      const { structuredContent: facts } = result
      return result.isError ? { problem: facts.error, text } : { value: facts, told: toldIn(result), text }
    },
  }
}

/** Reads the text of a result: facts as JSON, and a text between its two marks (`text` or `diff`). */
// biome-ignore lint/suspicious/noExplicitAny: the result is whatever the server sent
export function toldIn({ content, structuredContent }: any): Record<string, unknown> {
  const text: string = content[0].text
  const inside = /^<data ([0-9a-f]{16})>\n([\s\S]*)\n<\/data \1>$/m.exec(text)?.[2]
  const [first = ''] = text.split('\n')
  if (inside === undefined) return JSON.parse(first)
  if (!first.startsWith('{')) return JSON.parse(inside)
  const { matches } = structuredContent
  return {
    ...structuredContent,
    ...(!matches && { ['from' in structuredContent ? 'diff' : 'text']: inside }),
  }
}

function post(
  url: string,
  key: string | undefined,
  message: object,
  headers: Record<string, string>,
  query?: string,
): Promise<Received> {
  const path = key === undefined ? '/v1/public/mcp' : '/v1/mcp'
  return send(`${url}${path}${query ? `?${query}` : ''}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept,
      ...(key !== undefined && { authorization: `Bearer ${key}` }),
      ...headers,
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, ...message }),
  })
}

/** The JSON-RPC message of an answer, sent as JSON or as the one event of a stream. */
// biome-ignore lint/suspicious/noExplicitAny: what a test reads it asserts
export function messageOf({ json, text }: Received): any {
  const data = text.split('\n').find(line => line.startsWith('data: '))
  return json ?? JSON.parse(data?.slice('data: '.length) ?? 'null')
}

// biome-ignore lint/suspicious/noExplicitAny: what a test reads it asserts
function resultIn(answer: Received): any {
  const message = messageOf(answer)
  if (!message?.result) throw new Error(`${answer.status} without a result: ${answer.text}`)
  return message.result
}
