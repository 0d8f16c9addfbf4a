// The messages in lines of stdin: null in params is absence, as over HTTP, and a line that is no message is answered by itself.
import { Readable } from 'node:stream'
import { parseJSONRPCMessage } from '@modelcontextprotocol/client'

/** Largest message in bytes, as over HTTP. */
const LONGEST = 16 * 1_048_576

/** Characters of the longest id that an answer repeats, as over HTTP. */
const LONGEST_ID = 256

const LINE_FEED = 0x0a

export interface Refusal {
  jsonrpc: '2.0'
  id: string | number | null
  error: { code: number; message: string }
}

/** Returns a stream of the messages in the input, each a line, and hands the refusals of other lines to `refuse`. */
export const readMessages = (input: AsyncIterable<Buffer>, refuse: (refusal: Refusal) => void): Readable =>
  Readable.from(messagesIn(input, refuse))

async function* messagesIn(input: AsyncIterable<Buffer>, refuse: (refusal: Refusal) => void) {
  for await (const line of linesIn(input)) {
    const { message, refusal } = line === null ? { refusal: refusalOf(-32600, TOO_LONG) } : readLine(line)
    if (refusal) refuse(refusal)
    if (message) yield Buffer.from(`${JSON.stringify(message)}\n`)
  }
}

/** Yields each line that ends, whichever chunks it came in; null for one that is too long, which is not kept. */
async function* linesIn(input: AsyncIterable<Buffer>): AsyncGenerator<Buffer | null> {
  let parts: Buffer[] = []
  let size = 0
  const add = (part: Buffer) => {
    size += part.length
    if (size > LONGEST) parts = []
    else parts.push(part)
  }
  for await (const chunk of input) {
    let start = 0
    for (let end = chunk.indexOf(LINE_FEED); end >= 0; end = chunk.indexOf(LINE_FEED, start)) {
      add(chunk.subarray(start, end))
      yield size > LONGEST ? null : Buffer.concat(parts)
      parts = []
      size = 0
      start = end + 1
    }
    add(chunk.subarray(start))
  }
}

/** Reads a line; an empty one is neither a message nor answered. */
function readLine(line: Buffer): { message?: object; refusal?: Refusal } {
  const value = parseLine(line)
  if (value === EMPTY) return {}
  if (value === undefined) return { refusal: refusalOf(-32700, NO_JSON) }
  if (!isObject(value)) return { refusal: refusalOf(-32600, Array.isArray(value) ? BATCH : NO_MESSAGE) }
  dropNulls(value)
  const mistake = mistakeIn(value)
  return mistake === null ? { message: value } : { refusal: refusalOf(-32600, mistake, value.id) }
}

const EMPTY = Symbol('empty')

/** Returns the JSON value of a line in UTF-8, or undefined for anything else. */
function parseLine(line: Buffer): unknown {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(line)
    return text.trim() === '' ? EMPTY : JSON.parse(text)
  } catch {
    return undefined
  }
}

type Fields = Record<string, unknown>

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Drops null in the params of a request and in their `_meta`, which the protocol has not; the server does it in arguments. */
function dropNulls(message: Fields): void {
  if (!('method' in message)) return
  if (message.params === null) message.params = {}
  if (!isObject(message.params)) return
  dropNullMembers(message.params)
  if (isObject(message.params._meta)) dropNullMembers(message.params._meta)
}

function dropNullMembers(fields: Fields): void {
  for (const [name, value] of Object.entries(fields)) if (value === null) delete fields[name]
}

/** Returns the reason why a value is no message; null if it is one. */
function mistakeIn(value: Fields): string | null {
  if (value.id !== undefined && !isShort(value.id)) return LONG_ID
  if (value.id !== undefined && value.method !== undefined && !isId(value.id)) return NO_ID
  try {
    parseJSONRPCMessage(value)
    return null
  } catch {
    return NO_MESSAGE
  }
}

const isShort = (id: unknown): boolean => JSON.stringify(id).length <= LONGEST_ID

const isId = (id: unknown): boolean => typeof id === 'string' || Number.isSafeInteger(id)

// The sentences that HTTP has too are the same there (src/surfaces/mcp/request-ids.ts); a test compares them.
const NO_ID = 'Invalid Request: the id is no text and no whole number of at most 15 digits. Use one of these.'
const LONG_ID = `Invalid Request: the id has more than ${LONGEST_ID} characters. Use a number or a short text.`
const NO_JSON = 'Parse error: The line is not valid JSON. Check quotes, commas and encoding.'
const BATCH = 'Invalid Request: a batch is not taken here. Send each message in a line of its own.'
const NO_MESSAGE =
  'Invalid Request: this is no message of JSON-RPC 2.0. Send an object with "jsonrpc": "2.0", id and method. It may have params, an object, and nothing else.'
const TOO_LONG =
  'Invalid Request: the message is larger than 16 MB. Call the tool create_upload, send the file to the address it gives, and publish with upload_id.'

/** Repeats the id of a message if an answer can have it. */
const refusalOf = (code: number, message: string, id?: unknown): Refusal => ({
  jsonrpc: '2.0',
  id: (typeof id === 'string' || typeof id === 'number') && isShort(id) ? id : null,
  error: { code, message },
})
