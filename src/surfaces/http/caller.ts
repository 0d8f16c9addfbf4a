// Who sent a request, and what to make of a failure: shared by every route of every surface over HTTP.
import { authenticate, requireSameOrigin } from '../../auth/credentials.ts'
import { sessionCookie } from '../../auth/sessions.ts'
import type { Actor } from '../../domain/actor.ts'
import { Problem } from '../../domain/problem.ts'
import type { Answer } from '../../operations/kernel/perform.ts'
import { header, type Wire } from './exchange.ts'
import type { Site } from './site.ts'

/** The caller of an API request; cookies need a same-origin request for anything unsafe. */
export async function callerOf(site: Site, wire: Wire, effect: 'read' | 'write'): Promise<Actor> {
  const { request, network } = wire
  const authorization = header(request, 'authorization')
  const actor = await authenticate(site.context, { authorization, cookie: request.headers.cookie, network })
  if (effect === 'write' && authorization === undefined && actor.kind !== 'anonymous')
    requireOwnPage(site, wire)
  return actor
}

export function requireOwnPage(site: Site, { request }: Wire, bare = false): void {
  const headers = { site: header(request, 'sec-fetch-site'), origin: header(request, 'origin') }
  requireSameOrigin(headers, site.context.url, bare)
}

/** A session that goes on under another token tells the browser. */
export function keepSession({ context }: Site, { response }: Wire, { session }: Answer): void {
  if (session !== null) response.setHeader('Set-Cookie', sessionCookie(context, session))
}

/**
 * What nobody expected is logged with its stack, and told to whoever decides whether the process may go on. A 503 that we
 * give is a state of the service, not a fault in it: one line without a stack.
 */
export function report(site: Site, wire: Wire, problem: Problem, error: unknown): void {
  if (problem.status < 500) return
  if (wire.request.destroyed && !wire.request.complete) {
    site.log.info({ requestId: wire.requestId }, 'the client left before its request was whole')
    return
  }
  if (error instanceof Problem && problem.status === 503) {
    const cause = error.cause instanceof Error ? error.cause.message : undefined
    site.log.warn({ requestId: wire.requestId, code: problem.code, cause }, 'request refused')
    return
  }
  site.log.error({ requestId: wire.requestId, code: problem.code, err: error }, 'request failed')
  site.failed(error)
}
