// The tools, prompts and resources that the official conformance suite asks for, behind our own HTTP server and endpoint.
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  acceptedContent,
  type CallToolResult,
  CLIENT_CAPABILITIES_META_KEY,
  type ClientCapabilities,
  createRequestStateCodec,
  type InputRequiredResult,
  inputRequired,
  MissingRequiredClientCapabilityError,
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  Server,
  type ServerContext,
} from '@modelcontextprotocol/server'
import { noLimits } from '../../src/surfaces/http/limits.ts'
import { createHttpServer } from '../../src/surfaces/http/server.ts'
import type { Site } from '../../src/surfaces/http/site.ts'
import { handlerOf } from '../../src/surfaces/mcp/server.ts'
import { mountEndpoint } from '../../src/surfaces/mcp/surface.ts'
import { headerTable } from '../../src/surfaces/viewer/headers.ts'
import { freePort } from './free-port.ts'
import type { Running } from './service.ts'

const image =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg=='
const audio = 'UklGRiYAAABXQVZFZm10IBAAAAABAAEAQB8AAAB9AAACABAAZGF0YQIAAAA='

type Answer = CallToolResult | InputRequiredResult
type Envelope = { [CLIENT_CAPABILITIES_META_KEY]?: ClientCapabilities }
type Run = (context: ServerContext) => Answer | Promise<Answer>

const text = (words: string): CallToolResult => ({ content: [{ type: 'text', text: words }] })
const resource = (uri: string, words: string, mimeType = 'text/plain') =>
  ({ type: 'resource', resource: { uri, mimeType, text: words } }) as const

const ask = (message: string, field: string) =>
  inputRequired.elicit({
    message,
    requestedSchema: { type: 'object', properties: { [field]: { type: 'string' } }, required: [field] },
  })

const sample = (words: string, maxTokens: number) => ({
  method: 'sampling/createMessage' as const,
  params: {
    messages: [{ role: 'user' as const, content: { type: 'text' as const, text: words } }],
    maxTokens,
  },
})

const roots = { method: 'roots/list' as const, params: {} }

const codec = createRequestStateCodec<{ round: number }>({ key: randomBytes(32) })
const stateOf = (round: number) => codec.mint({ round })

const responses = ({ mcpReq }: ServerContext): Record<string, unknown> => mcpReq.inputResponses ?? {}

/** Asks with a sealed state until an answer comes back. */
const confirmed =
  (words: string): Run =>
  async context =>
    acceptedContent(responses(context), 'confirm')
      ? text(words)
      : inputRequired({
          inputRequests: { confirm: ask('Please confirm', 'ok') },
          requestState: await stateOf(1),
        })

const tools: Record<string, Run> = {
  test_simple_text: () => text('This is a simple text response for testing.'),
  test_image_content: () => ({ content: [{ type: 'image', data: image, mimeType: 'image/png' }] }),
  test_audio_content: () => ({ content: [{ type: 'audio', data: audio, mimeType: 'audio/wav' }] }),
  test_embedded_resource: () => ({
    content: [resource('test://embedded-resource', 'This is an embedded resource content.')],
  }),
  test_multiple_content_types: () => ({
    content: [
      { type: 'text', text: 'Multiple content types test:' },
      { type: 'image', data: image, mimeType: 'image/png' },
      resource('test://mixed-content-resource', '{"test":"data","value":123}', 'application/json'),
    ],
  }),
  test_error_handling: () => ({
    ...text('This tool intentionally returns an error for testing'),
    isError: true,
  }),
  async test_tool_with_logging({ mcpReq }) {
    for (const data of ['Tool execution started', 'Tool processing data', 'Tool execution completed']) {
      await mcpReq.notify({ method: 'notifications/message', params: { level: 'info', data } })
      await sleep(10)
    }
    return text('Tool with logging executed successfully')
  },
  async test_tool_with_progress({ mcpReq }) {
    const progressToken = mcpReq._meta?.progressToken ?? 0
    for (const progress of [0, 50, 100])
      await mcpReq.notify({
        method: 'notifications/progress',
        params: { progressToken, progress, total: 100 },
      })
    return text('Done.')
  },
  async test_logging_tool({ mcpReq }) {
    await mcpReq.log('info', 'Only for those who asked for it')
    return text('Done.')
  },
  test_missing_capability() {
    throw new MissingRequiredClientCapabilityError({ requiredCapabilities: { sampling: {} } })
  },
  test_streaming_elicitation: () =>
    inputRequired({ inputRequests: { user_name: ask('What is your name?', 'name') } }),
  test_input_required_result_elicitation(context) {
    const given = acceptedContent<{ name: string }>(responses(context), 'user_name')
    return given
      ? text(`Hello, ${given.name}!`)
      : inputRequired({ inputRequests: { user_name: ask('What is your name?', 'name') } })
  },
  test_input_required_result_sampling: context =>
    responses(context).capital_question
      ? text('Thank you.')
      : inputRequired({ inputRequests: { capital_question: sample('What is the capital of France?', 100) } }),
  test_input_required_result_list_roots: context =>
    responses(context).client_roots
      ? text(JSON.stringify(responses(context).client_roots))
      : inputRequired({ inputRequests: { client_roots: roots } }),
  test_input_required_result_request_state: confirmed('state-ok'),
  test_input_required_result_tampered_state: confirmed('state-ok'),
  async test_input_required_result_multiple_inputs(context) {
    const inputRequests = {
      user_name: ask('What is your name?', 'name'),
      greeting: sample('Generate a greeting', 50),
      client_roots: roots,
    }
    return Object.keys(inputRequests).every(name => name in responses(context))
      ? text('Thank you.')
      : inputRequired({ inputRequests, requestState: await stateOf(1) })
  },
  async test_input_required_result_multi_round(context) {
    const round = context.mcpReq.requestState<{ round: number }>()?.round ?? 0
    if (round === 2) return text('Thank you.')
    const asked =
      round === 0 ? ask('Step 1: What is your name?', 'name') : ask('Step 2: Which color?', 'color')
    return inputRequired({
      inputRequests: { [`step${round + 1}`]: asked },
      requestState: await stateOf(round + 1),
    })
  },
  test_input_required_result_capabilities({ mcpReq }) {
    const can = (mcpReq.envelope as Envelope)[CLIENT_CAPABILITIES_META_KEY] ?? {}
    return inputRequired({
      inputRequests: {
        ...(can.elicitation && { user_name: ask('What is your name?', 'name') }),
        ...(can.sampling && { greeting: sample('Generate a greeting', 50) }),
      },
    })
  },
  json_schema_2020_12_tool: () => text('Done.'),
}

/** Keywords of JSON Schema 2020-12 that have to arrive as they are. */
const richSchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  $defs: {
    address: {
      $anchor: 'addressDef',
      type: 'object',
      properties: { street: { type: 'string' }, city: { type: 'string' } },
    },
  },
  properties: {
    name: { type: 'string' },
    address: { $ref: '#/$defs/address' },
    contactMethod: { type: 'string', enum: ['phone', 'email'] },
    phone: { type: 'string' },
    email: { type: 'string' },
  },
  allOf: [{ anyOf: [{ required: ['phone'] }, { required: ['email'] }] }],
  if: { properties: { contactMethod: { const: 'phone' } }, required: ['contactMethod'] },
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
  then: { required: ['phone'] },
  else: { required: ['email'] },
  additionalProperties: false,
}

const definitions = Object.keys(tools).map(name => ({
  name,
  description: `The tool ${name} of the suite`,
  inputSchema: name === 'json_schema_2020_12_tool' ? richSchema : { type: 'object' },
}))

const contents: Record<string, object> = {
  'test://static-text': { mimeType: 'text/plain', text: 'This is the content of the static text resource.' },
  'test://static-binary': { mimeType: 'image/png', blob: image },
  'test://watched-resource': { mimeType: 'text/plain', text: 'Watched resource content' },
}

function contentOf(uri: string): object {
  const id = /^test:\/\/template\/([^/]+)\/data$/.exec(uri)?.[1]
  const found = contents[uri] ?? (id && { mimeType: 'application/json', text: JSON.stringify({ id }) })
  if (!found) throw new ResourceNotFoundError(uri)
  return { uri, ...found }
}

type Given = Record<string, string>

const said = (content: object) => ({ messages: [{ role: 'user', content }] })
const spoken = (words: string) => said({ type: 'text', text: words })

const prompts: Record<string, (given: Given, context: ServerContext) => object> = {
  test_simple_prompt: () => spoken('This is a simple prompt for testing.'),
  test_prompt_with_arguments: ({ arg1, arg2 }) =>
    spoken(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`),
  test_prompt_with_embedded_resource: ({ resourceUri = '' }) =>
    said(resource(resourceUri, 'Embedded resource content for testing.')),
  test_prompt_with_image: () => said({ type: 'image', data: image, mimeType: 'image/png' }),
  test_input_required_result_prompt: (_, context) =>
    acceptedContent(responses(context), 'user_context')
      ? spoken('Thank you.')
      : inputRequired({
          inputRequests: { user_context: ask('What context should the prompt use?', 'context') },
        }),
}

const promptArguments: Record<string, readonly string[]> = {
  test_prompt_with_arguments: ['arg1', 'arg2'],
  test_prompt_with_embedded_resource: ['resourceUri'],
}

function found<T>(table: Record<string, T>, name: string): T {
  const entry = table[name]
  if (!entry) throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'There is nothing of that name.')
  return entry
}

function fixtureServer(): Server {
  const server = new Server(
    { name: 'fixture', version: '1.0.0' },
    {
      capabilities: {
        tools: { listChanged: false },
        resources: { subscribe: true, listChanged: false },
        prompts: { listChanged: false },
        logging: {},
        completions: {},
      },
      requestState: { verify: codec.verify },
    },
  )
  server.setRequestHandler('tools/list', () => ({ tools: definitions }) as never)
  server.setRequestHandler('tools/call', ({ params }, context) => found(tools, params.name)(context) as never)
  server.setRequestHandler('resources/list', () => ({
    resources: Object.keys(contents).map(uri => ({ uri, name: uri, description: 'Of the suite' })),
  }))
  server.setRequestHandler('resources/templates/list', () => ({
    resourceTemplates: [{ uriTemplate: 'test://template/{id}/data', name: 'template' }],
  }))
  server.setRequestHandler('resources/read', ({ params }) => ({ contents: [contentOf(params.uri)] }) as never)
  server.setRequestHandler('resources/subscribe', () => ({}))
  server.setRequestHandler('resources/unsubscribe', () => ({}))
  server.setRequestHandler('prompts/list', () => ({
    prompts: Object.keys(prompts).map(name => ({
      name,
      description: `The prompt ${name} of the suite`,
      arguments: (promptArguments[name] ?? []).map(argument => ({ name: argument, required: true })),
    })),
  }))
  server.setRequestHandler(
    'prompts/get',
    ({ params }, context) => found(prompts, params.name)(params.arguments ?? {}, context) as never,
  )
  server.setRequestHandler('completion/complete', () => ({ completion: { values: [], total: 0 } }))
  return server
}

const unused = () => undefined

/** The fixture's address, behind the same server, checks and handler as the product's endpoints. */
export async function startFixture({ context }: Running): Promise<{ url: string; stop(): Promise<void> }> {
  const port = await freePort()
  const url = `http://localhost:${port}`
  const site = {
    context: { ...context, url },
    headers: headerTable({ url, frameSources: [], inlineScripts: [] } as never),
    limits: noLimits,
    log: { info: unused, warn: unused, error: unused },
    proxies: 0,
    draining: () => false,
    stopping: () => false,
    stuckJobs: () => [],
    failed: unused,
  } as unknown as Site
  const stop = new AbortController()
  const protocol = handlerOf(fixtureServer)
  const door = { site, protocol: async () => protocol, tools: new Map(), open: true, stop: stop.signal }
  const server = createHttpServer(site, {
    routes: [app => mountEndpoint(app, '/v1/mcp', door)],
    frames: [],
    early: [],
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}/v1/mcp`,
    async stop() {
      stop.abort()
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
