// The exact bytes of a version: validators, ranges and raw headers, written by hand for speed.
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { LRUCache } from 'lru-cache'
import type { Actor } from '../../domain/actor.ts'
import { parseIfMatch } from '../../domain/precondition.ts'
import { Problem } from '../../domain/problem.ts'
import type { Content } from '../../operations/artifacts/read-artifacts.ts'
import { operations } from '../../operations/index.ts'
import type { Call } from '../../operations/kernel/call.ts'
import { perform } from '../../operations/kernel/perform.ts'
import { performAtOnce } from '../../operations/kernel/perform-at-once.ts'
import type { ByteRange, StoredBlob } from '../../storage/blobs.ts'
import type { HeaderTable, RawContent } from '../viewer/headers.ts'
import { callerOf, report } from './caller.ts'
import { encodeProblem, isFresh } from './encode.ts'
import { fromTexts } from './fields.ts'
import { claimOf, clientOf, type Early, type HttpExchange, header, surfaceOf } from './http-exchange.ts'
import { readKept } from './kept-read.ts'
import type { Site } from './site.ts'

export interface Wanted {
  id: string
  /** The version as it was asked for; the operation judges it. Undefined stands for the current one. */
  version?: unknown
  /** The answer was chosen by Accept and Sec-Fetch-Mode. */
  negotiated?: boolean
}

/** Answers `/v1/artifacts/{id}/content` before the router where the address is plain. */
export const restEarly =
  (site: Site): Early =>
  exchange => {
    const { method, url = '' } = exchange.request
    const id = /^\/v1\/artifacts\/([1-9A-HJ-NP-Za-km-z]{10})\/content$/.exec(url)?.[1]
    if (!id || (method !== 'GET' && method !== 'HEAD')) return false
    sendCurrent(site, exchange, id, error => sendContentProblem(site, exchange, error))
    return true
  }

/** The version that a query asks for, right or wrong; undefined where it names none. */
export function versionIn(query: URLSearchParams): unknown {
  const texts = query.getAll('version')
  return texts.length > 0 ? fromTexts('integer', texts) : undefined
}

/** Answers the caller of the API with the file, or with the problem. */
export async function showContent(site: Site, exchange: HttpExchange, wanted: Wanted): Promise<void> {
  try {
    const actor = await readerWithin(site, exchange)
    await sendContent(site, exchange, actor, wanted)
  } catch (error) {
    sendContentProblem(site, exchange, error)
  }
}

/** The caller of a read, who has not asked too often. */
export async function readerWithin(site: Site, exchange: HttpExchange): Promise<Actor> {
  const actor = await callerOf(site, exchange, 'read')
  await site.limits.count(actor, 'read')
  return actor
}

/** Answers GET and HEAD with the current file; `failed` shows why there is none. */
export function sendCurrent(
  site: Site,
  exchange: HttpExchange,
  id: string,
  failed: (error: unknown) => void,
): void {
  readKept(site, exchange, operations.content, id, {
    async answer(content, actor) {
      await site.limits.count(actor, 'read')
      await write(site, exchange, content, false)
    },
    otherwise: () => findAndSend(site, exchange, id),
    failed,
  })
}

async function findAndSend(site: Site, exchange: HttpExchange, id: string): Promise<void> {
  const { value } = await performAtOnce(site.context, operations.content, {
    input: { id },
    actor: readerWithin(site, exchange),
    callOf: actor => readBy(exchange, actor),
  })
  await write(site, exchange, value, false)
}

/** Answers GET and HEAD with the file as it was published. */
export async function sendContent(
  site: Site,
  exchange: HttpExchange,
  actor: Actor,
  wanted: Wanted,
): Promise<void> {
  const input = { id: wanted.id, ...(wanted.version !== undefined && { version: wanted.version }) }
  const call = Object.assign(readBy(exchange, actor), { input })
  const { value } = await perform(site.context, operations.content, call)
  await write(site, exchange, value, wanted.negotiated ?? false)
}

/** A read through the API or by a page. The program is named only where somebody asks for it. */
export const readBy = ({ request, requestId, network }: HttpExchange, actor: Actor): Omit<Call, 'input'> => ({
  actor,
  surface: surfaceOf(request),
  requestId,
  network,
  claim: claimOf(request, 'read'),
  get client() {
    return clientOf(request)
  },
})

function write(
  site: Site,
  exchange: HttpExchange,
  content: Content,
  negotiated: boolean,
): Promise<void> | undefined {
  const { request, response } = exchange
  const { version } = content
  const { number } = version
  const headers = headersOf(site, content, negotiated)
  requireMatch(exchange, number)
  if (isFresh(exchange, headers.tag)) {
    response.writeHead(304, [...headers.unchanged, 'X-Request-Id', exchange.requestId]).end()
    return
  }
  const range = request.method === 'GET' ? rangeOf(exchange, number, version.size) : null
  const span = range ?? { start: 0, end: version.size - 1 }
  const set = [
    ...headers.whole,
    'Content-Length',
    `${span.end - span.start + 1}`,
    'X-Request-Id',
    exchange.requestId,
  ]
  if (range) set.push('Content-Range', `bytes ${span.start}-${span.end}/${version.size}`)
  const begin = () => response.writeHead(range ? 206 : 200, set)
  const whole = range ? undefined : site.context.contents.peek(version.blob)
  if (request.method === 'HEAD') begin().end()
  else if (whole) begin().end(whole)
  else return readAndSend(site, exchange, version, { range, begin })
  return
}

/** If-Match on a read (RFC 9110 section 13.1.1): the version that is wanted, or none. */
function requireMatch({ request }: HttpExchange, version: number): void {
  const field = request.headers['if-match']
  if (field === undefined) return
  const base = parseIfMatch(field)
  if (base === 'missing' || (base !== 'malformed' && base.versions.includes(version))) return
  throw new Problem(
    'version_conflict',
    `The file is at version ${version}. Ask without If-Match, or for "v${version}".`,
    {
      currentVersion: version,
    },
  )
}

interface Sending {
  range: ByteRange | null
  begin(): void
}

async function readAndSend(
  site: Site,
  exchange: HttpExchange,
  version: StoredBlob,
  { range, begin }: Sending,
): Promise<void> {
  const bytes = await site.context.contents.read(version, range ?? undefined)
  begin()
  if (bytes instanceof Uint8Array) exchange.response.end(bytes)
  else await stream(site, exchange, bytes)
}

/** Headers of a file as Node takes them fastest: names and values in turn. */
interface FileHeaders {
  facts: RawContent
  table: HeaderTable
  tag: string
  whole: readonly string[]
  /** Headers that a 304 repeats (RFC 9110 section 15.4.5); the client keeps the others. */
  unchanged: readonly string[]
}

const repeated = /^(etag|cache-control|vary|x-content-type-options|strict-transport-security)$/i
const known = new LRUCache<string, FileHeaders>({ max: 2000 })

/** The same facts always make the same headers, so those of a blob are made once. */
function headersOf(site: Site, { artifact, version }: Content, negotiated: boolean): FileHeaders {
  const facts = {
    format: version.format,
    name: artifact.name,
    version: version.number,
    public: artifact.visibility === 'public',
    preview: artifact.organization === null,
    negotiated,
  }
  const found = known.get(version.blob)
  if (found && found.table === site.headers && isSame(found.facts, facts)) return found
  const set = Object.entries(site.headers.rawContent(facts))
  const made = {
    facts,
    table: site.headers,
    tag: `"v${version.number}"`,
    whole: set.flat(),
    unchanged: set.filter(([field]) => repeated.test(field)).flat(),
  }
  known.set(version.blob, made)
  return made
}

const isSame = (a: RawContent, b: RawContent): boolean =>
  a.name === b.name &&
  a.version === b.version &&
  a.format === b.format &&
  a.public === b.public &&
  a.preview === b.preview &&
  a.negotiated === b.negotiated

/** A fault in the middle of a stream can only be told by ending it early. */
async function stream(site: Site, exchange: HttpExchange, bytes: Readable): Promise<void> {
  try {
    await pipeline(bytes, exchange.response)
  } catch (error) {
    if (error instanceof Problem)
      site.log.error({ requestId: exchange.requestId, code: error.code }, 'stream ended early')
    exchange.response.destroy()
  }
}

/** One byte range of a GET, the only method that has them (RFC 9110 section 14.2); several or unknown ones are ignored, one outside is 416. */
function rangeOf(
  { request }: HttpExchange,
  version: number,
  size: number,
): { start: number; end: number } | null {
  const field = header(request, 'range')
  const condition = header(request, 'if-range')
  const match = /^bytes=(\d*)-(\d*)$/.exec(field?.trim() ?? '')
  if (
    !match ||
    (match[1] === '' && match[2] === '') ||
    (condition !== undefined && condition !== `"v${version}"`)
  )
    return null
  const [, first, last] = match
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first)
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1)
  if (first !== '' && last !== '' && Number(last) < Number(first)) return null
  if (start >= size || (first === '' && Number(last) === 0)) {
    throw new Problem('range_not_satisfiable', `The file has ${size} bytes. Ask for a range inside it.`, {
      size,
    })
  }
  return { start, end }
}

/** 416 names the size in Content-Range. */
export function sendContentProblem(site: Site, exchange: HttpExchange, error: unknown): void {
  if (error instanceof Problem && error.code === 'range_not_satisfiable') {
    exchange.response.setHeader('Content-Range', `bytes */${error.extras.size}`)
  }
  const problem = encodeProblem(error, exchange, site.headers, site.context.url)
  report(site, exchange, problem, error)
}
