// The client library `recto/client`: a method for each operation, streams for files, events that go on, and safe repeats.
import type { Route } from '../rest/request.ts'
import { once, type Source } from './bodies.ts'
import { Broken, bodyOf, Unreachable } from './exchange.ts'
import { type ProblemDocument, problemIn } from './problem.ts'
import { type Answer, type Call, Transport } from './transport.ts'

export interface Settings {
  /** Address of the server, without a path. */
  url: string
  /** An API key, or what gives a token for each request; without it requests are nobody's. */
  key?: string | (() => string | Promise<string>)
  /** Stands beside what is written: who works with the key. */
  actor?: { type?: 'human' | 'agent'; name?: string }
}

/** A file to publish: its bytes, or what streams them, each time it is called, with their length. */
export interface File {
  /** Its extension says the format. */
  name: string
  content: string | Uint8Array | { length: number; open(): AsyncIterable<Uint8Array> }
}

export interface Options {
  /** The version edited from. */
  base?: number
  file?: File
  /** Of your own, to repeat a request after a restart; else each call makes one. */
  idempotencyKey?: string
  progress?(sent: number, total: number): void
}

/** A refusal: `code` is one of the documented problems, `problem` the whole document. */
export class RectoProblem extends Error {
  readonly code: string
  readonly status: number
  readonly problem: ProblemDocument

  constructor(problem: ProblemDocument, status: number) {
    super(problem.detail)
    this.name = 'RectoProblem'
    this.code = problem.code
    this.status = status
    this.problem = problem
  }
}

/** Times a request that may be repeated is tried where the server asks to wait. */
const TRIES = 4

/** Seconds beyond which a caller is told instead of kept waiting. */
const LONGEST_WAIT = 60

type Method = (input?: Record<string, unknown>, options?: Options) => Promise<unknown>

/** The client for these routes; the package's own entry knows them. */
export function clientFor(routes: Readonly<Record<string, Route>>, settings: Settings): object {
  const transport = new Transport(new URL(settings.url).origin, headersOf(settings), identityOf(settings))
  const methods = Object.entries(routes).map(([name, route]): [string, Method] => [
    name,
    (input = {}, options = {}) => call(transport, route, input, options),
  ])
  return {
    ...Object.fromEntries(methods),
    content: (input: { id: string; version?: number }) => content(transport, input),
    follow: (input: Follow = {}) => follow(transport, routes.events!, input),
  }
}

async function call(
  transport: Transport,
  route: Route,
  input: Record<string, unknown>,
  { file, ...options }: Options,
): Promise<unknown> {
  const asked: Call = { route, input, ...options, ...(file && { source: sourceOf(file) }) }
  const isRepeatable = route.method === 'GET' || route.replayed === true
  for (let tries = 1; ; tries++) {
    const answer = await transport.call(asked).catch(error => {
      if (route.method === 'GET' && error instanceof Broken && tries < TRIES) return null
      throw error
    })
    const wait = answer ? waitOf(answer) : 0
    if (answer && (wait === null || !isRepeatable || tries === TRIES)) return answerOf(answer)
    await seconds(wait ?? 0)
  }
}

/** Seconds after which the same request may succeed; null where waiting does not help. */
function waitOf({ message }: Answer): number | null {
  if (message.statusCode !== 429 && message.statusCode !== 503) return null
  const after = Number(message.headers['retry-after'] ?? 1)
  return after <= LONGEST_WAIT ? after : null
}

const seconds = (count: number): Promise<void> => new Promise(resolve => setTimeout(resolve, count * 1000))

function answerOf({ message, body }: Answer): unknown {
  if (message.statusCode! >= 300) throw refusal(message.statusCode!, body)
  return body.length === 0 ? undefined : JSON.parse(body.toString('utf8'))
}

function refusal(status: number, body: Buffer): Error {
  const problem = problemIn(body)
  if (problem) return new RectoProblem(problem, status)
  const message = `The answer is ${status} and no problem document. Is there a Recto server at this address?`
  return Object.assign(new Error(message), { status })
}

const contentRoute: Route = {
  method: 'GET',
  path: '/v1/artifacts/{id}/content',
  fields: { path: ['id'], query: ['version'], body: [] },
}

/** The exact bytes as a stream, with their version. */
async function content(transport: Transport, input: { id: string; version?: number }) {
  const message = await transport.open({ route: contentRoute, input })
  if (message.statusCode! >= 300) throw refusal(message.statusCode!, await bodyOf(message))
  return {
    version: Number(/^"v(\d+)"$/.exec(message.headers.etag ?? '')?.[1]),
    length: Number(message.headers['content-length']),
    stream: message as AsyncIterable<Uint8Array>,
  }
}

interface Follow {
  /** The id of the last event that is known; without it, from the beginning. */
  after?: string
  /** Only of this artifact. */
  artifact?: string
  signal?: AbortSignal
}

interface Events {
  data: { id: string }[]
  nextCursor: string | null
}

/** Seconds for which the server holds a request that has nothing to tell. */
const WAIT = 55

/** Seconds between two tries while the server is away; each is twice as long as the one before. */
const PAUSES = { least: 1, most: 30 }

/**
 * Events as they come, across restarts of the server, until the signal. The first request asks for what there is, so that the
 * place to go on from is known before anything is waited for.
 */
async function* follow(transport: Transport, route: Route, { after, artifact, signal }: Follow) {
  let last = after
  let isFirst = true
  let pause = PAUSES.least
  while (!signal?.aborted) {
    const input = { ...(last !== undefined && { after: last }), ...(artifact && { artifact }) }
    const asked = isFirst ? input : { ...input, wait: WAIT }
    const page = (await call(transport, route, asked, {}).catch(nothingWhileAway)) as Events | null
    if (page === null) {
      await seconds(pause)
      pause = Math.min(PAUSES.most, pause * 2)
      continue
    }
    for (const event of page.data) {
      if (signal?.aborted) return
      yield event
      last = event.id
    }
    last = page.nextCursor ?? last
    isFirst = false
    pause = PAUSES.least
  }
}

/** A server that restarts, or a proxy before it, is there again later. */
function nothingWhileAway(error: unknown): null {
  const { status } = error as { status?: number }
  if (error instanceof Broken || error instanceof Unreachable) return null
  if (status !== undefined && (status >= 500 || status === 429)) return null
  throw error
}

function sourceOf({ name, content: given }: File): Source {
  const bytes = typeof given === 'string' ? Buffer.from(given) : given
  const common = { filename: name, mediaType: 'application/octet-stream', close: () => undefined }
  return bytes instanceof Uint8Array
    ? { ...common, length: bytes.length, open: () => once(bytes) }
    : { ...common, length: bytes.length, open: () => bytes.open() }
}

const identityOf = ({ key }: Settings) =>
  key === undefined ? null : { token: typeof key === 'string' ? () => key : key }

const headersOf = ({ actor }: Settings): Record<string, string> => ({
  'User-Agent': 'recto-client',
  Accept: 'application/json',
  ...(actor?.type && { 'X-Actor-Type': actor.type }),
  ...(actor?.name && { 'X-Actor-Name': Buffer.from(actor.name, 'utf8').toString('latin1') }),
})

export { Broken, Unreachable }
