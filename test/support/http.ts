// HTTP as it is on the wire: every header counts, nothing is followed, nothing is added.
import { Agent, type ClientRequest, type IncomingHttpHeaders, request } from 'node:http'
import { Agent as SecureAgent, request as secureRequest } from 'node:https'
import { buffer } from 'node:stream/consumers'

export interface Sent {
  method?: string
  headers?: Record<string, string | readonly string[]>
  body?: string | Uint8Array | undefined
  /** Goes once a success has begun: a stream has no end to wait for. */
  leaves?: boolean
  /** The address of this machine it is sent from, such as 127.0.0.2. */
  from?: string
  /** The certificate that an https address is trusted for. */
  trusted?: string
}

export interface Received {
  status: number
  headers: IncomingHttpHeaders
  body: Buffer
  text: string
  /** The body as JSON; undefined where it is none. */
  // biome-ignore lint/suspicious/noExplicitAny: what a test reads it asserts
  json: any
}

const agent = new Agent({ keepAlive: true, maxSockets: 100 })
const secureAgent = new SecureAgent({ keepAlive: true, maxSockets: 100 })

/** Sends one request and reads the whole answer. */
export async function send(
  url: string,
  { method = 'GET', headers = {}, body, leaves = false, from, trusted }: Sent = {},
): Promise<Received> {
  const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
  const sent = open(url, method, { ...length, ...headers }, from, trusted)
  sent.on('error', () => undefined)
  const answer = new Promise<import('node:http').IncomingMessage>((resolve, reject) => {
    sent.once('response', resolve)
    sent.once('error', reject)
  })
  sent.end(body)
  const message = await answer
  const endless = leaves && message.statusCode === 200
  if (endless) message.destroy()
  const bytes = endless ? Buffer.alloc(0) : await buffer(message)
  const text = bytes.toString('utf8')
  return { status: message.statusCode!, headers: message.headers, body: bytes, text, json: parsed(text) }
}

/** A request whose body the test writes itself. */
export function open(
  url: string,
  method: string,
  headers: Sent['headers'] = {},
  from?: string,
  trusted?: string,
): ClientRequest {
  const given = headers as Record<string, string | string[]>
  const options = { method, headers: given, ...(from !== undefined && { localAddress: from }) }
  return trusted === undefined
    ? request(url, { ...options, agent })
    : secureRequest(url, { ...options, agent: secureAgent, ca: trusted })
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

export interface Part {
  name: string
  value: string | Uint8Array
  filename?: string
  type?: string
}

/** A multipart/form-data body (RFC 7578). */
export function multipart(parts: readonly Part[], boundary = 'the-boundary-of-the-test') {
  const pieces = parts.flatMap(part => [
    Buffer.from(headOf(part, boundary)),
    Buffer.from(part.value),
    newline,
  ])
  const body = Buffer.concat([...pieces, Buffer.from(`--${boundary}--\r\n`)])
  return { headers: { 'content-type': `multipart/form-data; boundary=${boundary}` }, body }
}

const newline = Buffer.from('\r\n')

function headOf({ name, filename, type }: Part, boundary: string): string {
  const file = filename === undefined ? '' : `; filename="${filename}"`
  const media = type === undefined ? '' : `\r\nContent-Type: ${type}`
  return `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${file}${media}\r\n\r\n`
}

/** Closes idle connections, so that a test's process can end. */
export function closeConnections(): void {
  agent.destroy()
  secureAgent.destroy()
}
