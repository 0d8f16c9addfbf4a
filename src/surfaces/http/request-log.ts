// One line of the log for each request, whatever became of it: what was asked, by what kind of credential, and how it ended.
import type { Actor } from '../../domain/actor.ts'
import type { HttpExchange } from './http-exchange.ts'

/** A request that has ended. No address, no text and nobody's name is in it. */
export interface EndedRequest {
  requestId: string
  method: string
  /** The pattern that the address fits, such as `/v1/artifacts/:id`. */
  route: string
  status: number
  /** Milliseconds until the last byte was handed to the system. */
  ms: number
  /** The kind of credential that was accepted; null where none was looked at or it was refused. */
  caller: string | null
  /** The client left before its answer was whole. */
  aborted?: true
}

/** Calls `ended` when the answer of the exchange has left, or its client has. */
export function watchRequest(
  exchange: HttpExchange,
  routeOf: (method: string, path: string) => string,
  ended: (request: EndedRequest) => void,
): void {
  const { request, response, requestId } = exchange
  const { method = '', url = '' } = request
  const began = performance.now()
  response.once('close', () => {
    ended({
      ...{ requestId, method, route: routeOf(method, url) },
      ...{ status: response.statusCode, ms: Math.round((performance.now() - began) * 10) / 10 },
      caller: exchange.caller ?? null,
      ...(!response.writableFinished && { aborted: true as const }),
    })
  })
}

/** Notes by what kind of credential the caller is known. */
export function noteCaller(exchange: HttpExchange, actor: Actor): Actor {
  exchange.caller = actor.kind === 'person' ? actor.proof : actor.kind
  return actor
}
