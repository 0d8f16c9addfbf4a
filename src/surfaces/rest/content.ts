// The exact bytes of a version: validators, ranges and raw headers, written by hand for speed.
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Actor } from '../../domain/actor.ts'
import { Problem } from '../../domain/problem.ts'
import type { Operation } from '../../operations/operation.ts'
import { perform } from '../../operations/perform.ts'
import { type Content, content } from '../../operations/reading.ts'
import type { Early } from '../server.ts'
import type { Site } from '../site.ts'
import { callerOf, report } from './caller.ts'
import { encodeProblem, isFresh, send } from './encode.ts'
import { header, type Wire } from './wire.ts'

export interface Wanted {
  id: string
  version?: number | string
  /** The answer was chosen by Accept and Sec-Fetch-Mode. */
  negotiated?: boolean
}

/** Answers `/v1/artifacts/{id}/content` before the router where the address is plain. */
export const restEarly =
  (site: Site): Early =>
  wire => {
    const { method, url = '' } = wire.request
    const id = /^\/v1\/artifacts\/([1-9A-HJ-NP-Za-km-z]{10})\/content$/.exec(url)?.[1]
    if (!id || (method !== 'GET' && method !== 'HEAD')) return false
    void showContent(site, wire, { id })
    return true
  }

/** Answers the caller of the API with the file, or with the problem. */
export async function showContent(site: Site, wire: Wire, wanted: Wanted): Promise<void> {
  try {
    const actor = await callerOf(site, wire, 'read')
    site.limits.count(actor, 'read')
    await sendContent(site, wire, actor, wanted)
  } catch (error) {
    sendContentProblem(site, wire, error)
  }
}

/** Answers GET and HEAD with the file as it was published. */
export async function sendContent(site: Site, wire: Wire, actor: Actor, wanted: Wanted): Promise<void> {
  const input = { id: wanted.id, ...(wanted.version !== undefined && { version: wanted.version }) }
  const { context } = site
  const call = {
    actor,
    surface: 'rest' as const,
    requestId: wire.requestId,
    network: wire.network,
    input,
    claim: { actorType: null, actorName: null },
    client: null,
  }
  const { value } = await perform(context, content as unknown as Operation, call)
  await write(site, wire, value as Content, wanted.negotiated ?? false)
}

async function write(
  site: Site,
  wire: Wire,
  { artifact, version }: Content,
  negotiated: boolean,
): Promise<void> {
  const headers = site.headers.rawContent({
    format: version.format,
    name: artifact.name,
    version: version.number,
    public: artifact.visibility === 'public',
    preview: artifact.organization === null,
    negotiated,
  })
  if (isFresh(wire, `"v${version.number}"`)) return send(wire, 304, headers, null)
  const range = rangeOf(wire, version.number, version.size)
  const span = range ?? { start: 0, end: version.size - 1 }
  const partial = range && { 'Content-Range': `bytes ${span.start}-${span.end}/${version.size}` }
  const length = String(span.end - span.start + 1)
  const set = { ...headers, ...partial, 'Content-Length': length, 'X-Request-Id': wire.requestId }
  if (wire.request.method === 'HEAD') {
    wire.response.writeHead(range ? 206 : 200, set).end()
    return
  }
  const bytes = await site.context.contents.read(version, range ?? undefined)
  wire.response.writeHead(range ? 206 : 200, set)
  if (bytes instanceof Uint8Array) wire.response.end(bytes)
  else await stream(site, wire, bytes)
}

/** A fault in the middle of a stream can only be told by ending it early. */
async function stream(site: Site, wire: Wire, bytes: Readable): Promise<void> {
  try {
    await pipeline(bytes, wire.response)
  } catch (error) {
    if (error instanceof Problem)
      site.log.error({ requestId: wire.requestId, code: error.code }, 'stream ended early')
    wire.response.destroy()
  }
}

/** One byte range (RFC 9110 section 14.2); several or unknown ones are ignored, one outside is 416. */
function rangeOf({ request }: Wire, version: number, size: number): { start: number; end: number } | null {
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
export function sendContentProblem(site: Site, wire: Wire, error: unknown): void {
  if (error instanceof Problem && error.code === 'range_not_satisfiable') {
    wire.response.setHeader('Content-Range', `bytes */${error.extras.size}`)
  }
  const problem = encodeProblem(error, wire, site.headers, site.context.url)
  report(site, wire, problem, error)
}
