// The sender of a request, and the handling of a failure: shared by every route of every surface over HTTP.
import { anonymousFrom, authenticate, peekVisitor, requireSameOrigin } from '../../auth/credentials.ts'
import { sessionCookie } from '../../auth/sessions.ts'
import type { Actor } from '../../domain/actor.ts'
import { resourcesOf } from '../../domain/grant.ts'
import { Problem } from '../../domain/problem.ts'
import type { Answer } from '../../operations/kernel/perform.ts'
import type { KeptReading } from '../../operations/kernel/perform-kept.ts'
import { type HttpExchange, header } from './http-exchange.ts'
import { noteCaller } from './request-log.ts'
import type { Site } from './site.ts'

/** The caller of an API request; without a bearer, a browser sends anything unsafe from our own pages only. */
export async function callerOf(site: Site, exchange: HttpExchange, effect: 'read' | 'write'): Promise<Actor> {
  const { request, network } = exchange
  const authorization = header(request, 'authorization')
  const { cookie } = request.headers
  const resource = resourcesOf(site.context.url).rest
  const shown = { authorization, cookie, network, resource }
  const actor = noteCaller(exchange, await authenticate(site.context, shown))
  if (effect === 'write' && authorization === undefined) {
    if (actor.kind === 'anonymous') requireNoOtherSite(site, exchange)
    else requireOwnPage(site, exchange)
  }
  return actor
}

/** The caller of a read without a bearer, in work that the store confirmed; undefined where that takes a read. */
export function peekCaller({ context }: Site, exchange: HttpExchange, kept: KeptReading): Actor | undefined {
  const visitor = peekVisitor(context, kept, exchange.request.headers.cookie)
  return visitor === null ? anonymousFrom(exchange.network) : visitor
}

/** A request without a cookie: a program sends it as it likes, a browser from our own pages only (contract 6, CSRF). */
export function requireNoOtherSite(site: Site, exchange: HttpExchange): void {
  if (header(exchange.request, 'sec-fetch-site') !== undefined) requireOwnPage(site, exchange)
}

export function requireOwnPage(site: Site, { request }: HttpExchange, bare = false): void {
  const headers = { site: header(request, 'sec-fetch-site'), origin: header(request, 'origin') }
  requireSameOrigin(headers, site.context.url, bare)
}

/** Sends the browser the new token of a renewed session. */
export function keepSession({ context }: Site, { response }: HttpExchange, { session }: Answer): void {
  if (session !== null) response.setHeader('Set-Cookie', sessionCookie(context, session))
}

/**
 * Logs an unexpected failure with its stack, and reports it to the code that decides whether the process goes on. A 503
 * of ours is a state of the service, not a fault: one line without a stack.
 */
export function report(site: Site, exchange: HttpExchange, problem: Problem, error: unknown): void {
  if (problem.status < 500) return
  if (exchange.request.destroyed && !exchange.request.complete) {
    site.log.info({ requestId: exchange.requestId }, 'the client left before its request was whole')
    return
  }
  if (error instanceof Problem && problem.status === 503) {
    const { message: cause, code: causeCode } = (error.cause ?? {}) as NodeJS.ErrnoException
    site.log.warn({ requestId: exchange.requestId, code: problem.code, cause, causeCode }, 'request refused')
    return
  }
  site.log.error({ requestId: exchange.requestId, code: problem.code, err: error }, 'request failed')
  site.failed(error)
}
