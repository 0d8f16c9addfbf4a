// Server-sent events on Node's own response (WHATWG HTML, section 9.2).

import type { HeaderSet } from '../viewer/headers.ts'
import { send } from './encode.ts'
import type { HttpExchange } from './http-exchange.ts'

/** Milliseconds between two signs of life; proxies cut connections on which nothing moves. */
export const BEAT = 15_000

export interface StreamEvent {
  /** Id that a client sends as Last-Event-ID when it comes back. */
  id?: string
  /** Name of the event; without one it is a message. */
  event?: string
  data?: unknown
}

export interface EventStream {
  /** Writes; resolves when the client has taken what was written before. */
  send(event: StreamEvent): Promise<void>
  end(): void
}

/** Aborted when the client goes or the connection breaks. */
export function departure({ response }: HttpExchange): AbortSignal {
  const gone = new AbortController()
  if (response.destroyed) gone.abort()
  else response.once('close', () => gone.abort())
  return gone.signal
}

/** Begins the stream; HEAD gets its headers and no stream, null. */
export function startStream(
  exchange: HttpExchange,
  headers: HeaderSet,
  gone: AbortSignal,
): EventStream | null {
  const { request, response, requestId } = exchange
  if (request.method === 'HEAD') {
    send(exchange, 200, headers, null)
    return null
  }
  response.writeHead(200, { ...headers, 'X-Request-Id': requestId })
  response.flushHeaders()
  return {
    async send(event) {
      if (gone.aborted || response.write(written(event))) return
      await new Promise<void>(resolve => {
        response.once('drain', resolve)
        gone.addEventListener('abort', () => resolve(), { once: true })
      })
    },
    end: () => response.end(),
  }
}

/** Writes one block; without data it only moves the id, and says that the server is there. */
function written({ id, event, data }: StreamEvent): string {
  const lines = [
    ...(id === undefined ? [] : [`id: ${id}`]),
    ...(event === undefined ? [] : [`event: ${event}`]),
    data === undefined ? ':' : `data: ${JSON.stringify(data)}`,
  ]
  return `${lines.join('\n')}\n\n`
}
