// `recto mcp`: messages of a client on stdin and stdout, passed to the MCP endpoint of the server with the credential of this machine.
import { createReadStream, realpathSync, statSync } from 'node:fs'
import { basename, resolve, sep } from 'node:path'
import { SdkError, SdkErrorCode, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio'
import type { Manifest } from '../command-line/manifest.ts'
import { Failure } from '../failure.ts'
import { misshapen } from '../server/answer-shape.ts'
import type { Client } from '../server/client.ts'
import { readMessages } from './stdio/message-lines.ts'
import { adviseSpelling, objectFrom } from './stdio/publish-arguments.ts'

export interface Bridge {
  client: Client
  manifest: Manifest
  /** Folder whose files may be published; null for none. */
  root: string | null
}

type Message = Parameters<StdioServerTransport['send']>[0]
type Fields = Record<string, unknown>

interface Request {
  id?: string | number
  method?: string
  params?: { name?: string; arguments?: unknown }
  result?: { tools?: Tool[]; protocolVersion?: string }
}

interface Tool {
  name: string
  description?: string
  inputSchema: { properties?: Fields }
}

/** Runs until the client closes its side. */
export async function bridge(settings: Bridge): Promise<void> {
  // Each refusal goes out through the transport, so that it never comes within another line.
  const lines = readMessages(process.stdin, refusal => void near.send(refusal as Message).catch(leave))
  const near = new StdioServerTransport(lines, process.stdout, { maxBufferSize: Number.POSITIVE_INFINITY })
  const far = new StreamableHTTPClientTransport(new URL(`${settings.client.url}/v1/mcp`), {
    fetch: signed(settings.client),
  })
  const listing = new Set<string | number>()
  const ended = new Promise<void>(resolve => {
    near.onclose = resolve
  })
  // A client that cannot be told anything any more has closed its side.
  const leave = () => near.onclose?.()
  far.onmessage = message => void near.send(fromServer(message, listing, far, settings)).catch(leave)
  near.onmessage = message => void toServer(message, { settings, near, far, listing }).catch(leave)
  await far.start()
  await near.start()
  await ended
  await far.close()
}

/** Every request with the token for MCP, which is renewed where the server does not know it any more; answers of Recto alone. */
function signed(client: Client): typeof fetch {
  const { credential } = client
  return async (input, init) => {
    const send = (token: string) => {
      const headers = new Headers(init?.headers)
      headers.set('Authorization', `Bearer ${token}`)
      return fetch(input, { ...init, headers }).catch(error => {
        throw init?.signal?.aborted ? error : client.unreachable(reasonOf(error))
      })
    }
    const token = await credential!.token('/v1/mcp')
    const answer = await send(token)
    const renewed = answer.status === 401 ? credential!.renew('/v1/mcp', token) : null
    return fromRecto(client, renewed ? await send(await renewed) : answer)
  }
}

/** Node says of a fetch that failed why it did, in the error behind it. */
const reasonOf = ({ message, cause }: Error): string =>
  (cause as NodeJS.ErrnoException | undefined)?.message ||
  (cause as NodeJS.ErrnoException | undefined)?.code ||
  message

/** @throws Failure in the words of every command where another program answered, or Recto with a problem */
async function fromRecto(client: Client, answer: Response): Promise<Response> {
  try {
    client.refuseForeign({ statusCode: answer.status, headers: Object.fromEntries(answer.headers) })
  } catch (error) {
    await answer.body?.cancel()
    throw error
  }
  const isProblem = answer.headers.get('content-type')?.startsWith('application/problem+json')
  if (isProblem) throw client.refusal(answer.status, Buffer.from(await answer.arrayBuffer()))
  return answer
}

interface Ends {
  settings: Bridge
  near: StdioServerTransport
  far: StreamableHTTPClientTransport
  listing: Set<string | number>
}

async function toServer(message: Message, { settings, near, far, listing }: Ends): Promise<void> {
  const { id, method } = message as Request
  try {
    if (method === 'tools/list' && id !== undefined) listing.add(id)
    await far.send(method === 'tools/call' ? await withFile(message, settings) : message)
  } catch (given) {
    if (id === undefined) return
    const error = isMisread(given) ? misshapen() : given
    const text = error instanceof Error ? error.message : String(error)
    await near.send(
      error instanceof Failure && method === 'tools/call'
        ? ({ jsonrpc: '2.0', id, result: toolError(error) } as Message)
        : ({ jsonrpc: '2.0', id, error: { code: -32603, message: text } } as Message),
    )
  }
}

/** Tells whether the answer was no message of the protocol. */
const isMisread = (error: unknown): boolean =>
  error instanceof SyntaxError ||
  (error as Error).name === 'ZodError' ||
  (error instanceof SdkError && error.code === SdkErrorCode.ClientHttpUnexpectedContent)

const toolError = ({ document }: Failure) => ({
  isError: true,
  resultType: 'complete',
  content: [{ type: 'text', text: `${document.code}: ${document.detail}` }],
  structuredContent: { error: { code: document.code, message: document.detail, retryable: false } },
})

/** Answers of the server as they came; the tool publish also takes a path of this machine. */
function fromServer(
  message: Message,
  listing: Set<string | number>,
  far: StreamableHTTPClientTransport,
  { root }: Bridge,
): Message {
  const { id, result } = message as Request
  if (result?.protocolVersion !== undefined) far.setProtocolVersion(result.protocolVersion)
  if (id === undefined || !listing.delete(id) || !result?.tools) return message
  const tools = result.tools.map(tool => (tool.name === 'publish' ? withFilePath(tool, root) : tool))
  return { ...message, result: { ...result, tools } } as Message
}

const filePath = {
  type: 'string',
  description:
    'A file on this machine in place of content, relative to the folder that recto mcp was started in, and never outside it',
}

const noFiles =
  'Files of this machine are not offered: recto mcp was started at the top of a disk or in the home folder, without --root FOLDER.'

const withFilePath = (tool: Tool, root: string | null): Tool =>
  root === null
    ? { ...tool, description: `${tool.description ?? ''} ${noFiles}`.trim() }
    : {
        ...tool,
        inputSchema: {
          ...tool.inputSchema,
          properties: { ...tool.inputSchema.properties, file_path: filePath },
        },
      }

/** The call with the file sent ahead: its exact bytes, whatever their size. */
async function withFile(message: Message, settings: Bridge): Promise<Message> {
  const { params } = message as Request
  if (params?.name !== 'publish') return message
  const fields = objectFrom(params.arguments)
  if (fields === null) return message
  const mistake = adviseSpelling('file_path', fields)
  if (mistake !== null) throw refusal(settings.root === null ? noFiles : mistake)
  // An argument of null counts as absent, as on the server.
  const { file_path: given, ...rest } = fields
  if ((given ?? null) === null) return { ...message, params: { ...params, arguments: rest } } as Message
  if ((rest.content ?? rest.upload_id ?? null) !== null)
    throw refusal('Give one of file_path, content and upload_id.')
  if (settings.root === null) throw refusal(noFiles)
  if (typeof given !== 'string') throw refusal('file_path must be text: the path of a file.')
  const path = fileBelow(settings.root, given)
  const uploadId = await upload(settings, path)
  return { ...message, params: { ...params, arguments: { ...rest, upload_id: uploadId } } } as Message
}

/** The file, links followed, only where that is below the root. */
function fileBelow(root: string, given: string): string {
  const home = realpathSync(root)
  const path = attempt(given, () => realpathSync(resolve(home, given)))
  if (path !== home && !path.startsWith(home.endsWith(sep) ? home : home + sep))
    throw refusal(`${given} is outside ${root}. Start recto mcp with --root for another folder.`)
  if (!statSync(path).isFile()) throw refusal(`${given} is no file.`)
  return path
}

function attempt<T>(given: string, work: () => T): T {
  try {
    return work()
  } catch (error) {
    throw refusal(`${given} cannot be read: ${(error as NodeJS.ErrnoException).code}`)
  }
}

const refusal = (detail: string): Failure => new Failure(2, { code: 'invalid_input', detail })

async function upload({ client, manifest }: Bridge, path: string): Promise<string> {
  const { size } = statSync(path)
  if (size === 0) throw refusal('The file is empty.')
  const input = { sizeBytes: size, filename: basename(path) }
  const staged = (await client.call({ route: manifest.routes.createUpload!, input })) as {
    uploadId: string
    url: string
    headers: Record<string, string>
  }
  const { ReadableStream } = await import('node:stream/web')
  const body = ReadableStream.from(createReadStream(path)) as unknown as BodyInit
  const headers = { ...staged.headers, 'Content-Length': String(size) }
  const sent = await fetch(staged.url, { method: 'PUT', headers, body, duplex: 'half' } as RequestInit)
  if (sent.ok) return staged.uploadId
  throw new Failure(1, { code: 'upload_failed', detail: `The file did not arrive: ${await sent.text()}` })
}
