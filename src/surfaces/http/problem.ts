// Problems as HTTP answers: problem+json by RFC 9457, with the headers some codes call for.
import { everydayScopes, resourceMetadataPath, resourcesOf } from '../../domain/grant.ts'
import { Problem } from '../../domain/problem.ts'
import type { HttpExchange } from './http-exchange.ts'

export interface ProblemAnswer {
  status: number
  headers: Record<string, string>
  body: Record<string, unknown>
}

/** The catalogue's problem of any failure; what nobody expected is a 500 that says nothing. */
export function asProblem(error: unknown): Problem {
  if (error instanceof Problem) return error
  return new Problem(
    'internal_error',
    'The server failed. Try again; if it stays, give the request id to the operator.',
  )
}

/** The document and headers of a problem; `message` is for clients that look there for the `detail`. `url` is `{base_url}`. */
export function problemAnswer(
  problem: Problem,
  url: string,
  requestId: string,
  challenged: Challenged = { path: '', presented: false },
): ProblemAnswer {
  const { retryAfter, ...extras } = problem.extras
  return {
    status: problem.status,
    headers: headersOf(problem, url, challenged),
    body: {
      type: `${url}/docs/problems/${problem.code}`,
      title: problem.title,
      status: problem.status,
      detail: problem.message,
      message: problem.message,
      code: problem.code,
      requestId,
      ...extras,
      ...(retryAfter !== undefined && { retryAfter }),
    },
  }
}

function headersOf(problem: Problem, url: string, challenged: Challenged): Record<string, string> {
  const { code, extras } = problem
  const headers = retryHeaders(problem)
  const challenge = (facts: Record<string, unknown>) =>
    `Bearer ${Object.entries({ realm: url, ...facts, ...whereToSignIn(url, challenged) })
      .map(([name, value]) => `${name}="${value}"`)
      .join(', ')}`
  if (code === 'unauthorized')
    headers['www-authenticate'] = challenge({
      ...(challenged.presented && { error: 'invalid_token' }),
      ...(isApi(challenged) && { scope: everydayScopes.join(' ') }),
    })
  if (code === 'insufficient_scope')
    headers['www-authenticate'] = challenge({ error: 'insufficient_scope', scope: extras.scope })
  return headers
}

/** The facts about a request that its challenge needs. */
export interface Challenged {
  path: string
  /** True where the request showed a credential. */
  presented: boolean
}

const isApi = ({ path }: Challenged): boolean => /^\/v1(?=[/?]|$)/.test(path)

/** Returns the address at which programs read how to sign in to what was asked (RFC 9728 section 5.1). */
function whereToSignIn(url: string, challenged: Challenged): Record<string, string> {
  if (!isApi(challenged)) return {}
  const { rest, mcp } = resourcesOf(url)
  const resource = /^\/v1\/mcp(?=[/?]|$)/.test(challenged.path) ? mcp : rest
  return { resource_metadata: `${url}${resourceMetadataPath(resource)}` }
}

/** When to come again, in seconds (RFC 9110 section 10.2.3), for a page as for a program; nothing if no wait helps. */
export function retryHeaders({ code, extras }: Problem): Record<string, string> {
  if (code === 'rate_limited') return limited(extras)
  if (code === 'overloaded' || code === 'idempotency_in_progress')
    return { 'retry-after': `${extras.retryAfter}` }
  if (code === 'storage_full') return { 'retry-after': '60' }
  if (code === 'shutting_down' || code === 'storage_unavailable' || code === 'not_ready')
    return { 'retry-after': '2' }
  return {}
}

/** `RateLimit` and `RateLimit-Policy` by draft-ietf-httpapi-ratelimit-headers. */
const limited = ({ retryAfter, limit, window }: Problem['extras']): Record<string, string> => ({
  'retry-after': `${retryAfter}`,
  ratelimit: `"default";r=0;t=${retryAfter}`,
  'ratelimit-policy': `"default";q=${limit};w=${window}`,
})

/** 405, which names the methods an address takes (RFC 9110 section 15.5.6). */
export function refuseMethod(
  { response }: Pick<HttpExchange, 'response'>,
  allowed: readonly string[],
): never {
  response.setHeader('Allow', allowed.join(', '))
  throw new Problem('method_not_allowed', `This address takes ${allowed.join(', ')}.`, { allowed })
}
