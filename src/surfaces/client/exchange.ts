// One HTTP request and its answer, on Node's own client: loaded only when something is sent.
import type { ClientRequest, IncomingMessage, RequestOptions } from 'node:http'
import { createRequire } from 'node:module'
import type { Payload } from './bodies.ts'

export interface Sent {
  method: string
  /** Path and query. */
  path: string
  headers: Readonly<Record<string, string>>
  payload?: Payload | undefined
  /** Gets the number of bytes sent so far. */
  progress?(sent: number): void
  /** Called when the answer begins. */
  answered?(): void
}

/** The connection ended before the answer was complete; whether the server did anything is not known. */
export class Broken extends Error {}

/** No connection came about; the server saw nothing. */
export class Unreachable extends Error {}

/** The answer is larger than any there is. */
export class Oversized extends Error {}

/** Bytes of an answer that is taken whole; files are streamed. */
const largest = 268_435_456

/** Without any byte in either direction for this long, in milliseconds, a connection counts as broken. */
const patience = 300_000

/** Bodies above this size wait until the server says it wants them (Expect: 100-continue). */
const askFirst = 65_536

/** Milliseconds to wait for that word from a server that never gives it. */
const askFor = 1_000

/** Sends one request; the answer's body is still to be read. */
export async function exchange(server: URL, sent: Sent): Promise<IncomingMessage> {
  if (server.hostname !== 'localhost') return exchangeWith(server, {}, sent)
  try {
    return await exchangeWith(server, { hostname: '127.0.0.1' }, sent)
  } catch (error) {
    if (!(error instanceof Unreachable)) throw error
    return exchangeWith(server, {}, sent)
  }
}

/** `place` is where the server is when its address is not asked: localhost is looked up only where nobody listens on 127.0.0.1. */
async function exchangeWith(server: URL, place: { hostname?: string }, sent: Sent): Promise<IncomingMessage> {
  const { request } = clientFor(server)
  const waits = (sent.payload?.length ?? 0) > askFirst
  const options: RequestOptions = {
    method: sent.method,
    agent: false,
    ...place,
    headers: {
      ...sent.headers,
      Host: server.host,
      ...bodyHeaders(sent.payload),
      ...(waits && { Expect: '100-continue' }),
    },
  }
  const outgoing = request(new URL(sent.path, server), options)
  outgoing.setTimeout(patience, () => outgoing.destroy(new Error('nothing was heard for five minutes')))
  const ready = server.protocol === 'https:' ? 'secureConnect' : 'connect'
  const answer = answerOf(outgoing, ready, sent)
  const delivered = wanted(outgoing, waits).then(() => deliver(outgoing, sent, answer))
  delivered.catch(() => undefined)
  await Promise.race([answer, delivered])
  return answer
}

/** Required, not imported: an import reads every export of node:http, which in newer Node loads all of fetch (35 ms). */
function clientFor({ protocol }: URL): Pick<typeof import('node:http'), 'request'> {
  return createRequire(import.meta.url)(protocol === 'https:' ? 'node:https' : 'node:http')
}

const bodyHeaders = (payload: Payload | undefined): Record<string, string> =>
  payload ? { 'Content-Type': payload.type, 'Content-Length': String(payload.length) } : {}

function answerOf(
  outgoing: ClientRequest,
  ready: 'connect' | 'secureConnect',
  { answered }: Sent,
): Promise<IncomingMessage> {
  let connected = false
  outgoing.once('socket', socket => {
    socket.once(ready, () => {
      connected = true
    })
  })
  const answer = new Promise<IncomingMessage>((resolve, reject) => {
    outgoing.once('response', message => {
      answered?.()
      resolve(message)
    })
    outgoing.on('error', error =>
      reject(connected ? new Broken(error.message) : new Unreachable(error.message, { cause: error })),
    )
  })
  answer.catch(() => undefined)
  return answer
}

/** Resolves when the body may be sent. */
function wanted(outgoing: ClientRequest, waits: boolean): Promise<void> {
  if (!waits) return Promise.resolve()
  outgoing.flushHeaders()
  return new Promise(resolve => {
    const timer = setTimeout(resolve, askFor)
    const go = () => {
      clearTimeout(timer)
      resolve()
    }
    for (const event of ['continue', 'response', 'error']) outgoing.once(event, go)
  })
}

/** Writes the body as fast as it is taken, and stops when the server has answered already. */
async function deliver(
  outgoing: ClientRequest,
  { payload, progress }: Sent,
  answer: Promise<unknown>,
): Promise<void> {
  let answered = false
  const done = () => {
    answered = true
  }
  answer.then(done, done)
  let count = 0
  try {
    for await (const chunk of payload?.open() ?? []) {
      if (answered || outgoing.destroyed) return
      if (!outgoing.write(chunk)) await Promise.race([drained(outgoing), answer.catch(() => undefined)])
      count += chunk.length
      progress?.(count)
    }
    outgoing.end()
  } catch (error) {
    outgoing.destroy()
    throw error
  }
}

const drained = (outgoing: ClientRequest): Promise<void> =>
  new Promise(resolve => {
    const go = () => {
      outgoing.off('drain', go).off('close', go)
      resolve()
    }
    outgoing.on('drain', go).on('close', go)
  })

/** The whole body; Broken where it ends early, Oversized where it does not end. The connection is over then, also where the request was not sent to its end. */
export async function bodyOf(message: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of message) {
      size += (chunk as Buffer).length
      if (size > largest) break
      chunks.push(chunk as Buffer)
    }
  } catch (error) {
    throw new Broken(error instanceof Error ? error.message : String(error))
  } finally {
    message.destroy()
  }
  if (size > largest) throw new Oversized(`The answer is larger than ${largest / 1_048_576} MB.`)
  return Buffer.concat(chunks)
}
