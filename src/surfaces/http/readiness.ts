// `/healthz` says that the process lives, `/readyz` that it can serve, or every reason why it cannot; both on any host.
import { Problem } from '../../domain/problem.ts'
import { storesReady } from '../../operations/kernel/stores-ready.ts'
import { encodeProblem, send } from './encode.ts'
import { framedRefusal } from './framed-request.ts'
import type { HttpExchange } from './http-exchange.ts'
import type { Site } from './site.ts'

/** Answers the two addresses; false leaves the exchange to the others, as it does where a frame asks. */
export function answerHealth(site: Site, exchange: HttpExchange): boolean {
  const { url = '', method } = exchange.request
  const path = /^\/(?:healthz|readyz)(?=\?|$)/.exec(url)?.[0]
  if (!path || (method !== 'GET' && method !== 'HEAD') || framedRefusal(exchange.request)) return false
  if (path === '/healthz') send(exchange, 200, site.headers.api(), '{"status":"alive"}')
  else
    answerReadiness(site, exchange).catch(error =>
      encodeProblem(error, exchange, site.headers, site.context.url),
    )
  return true
}

async function answerReadiness(site: Site, exchange: HttpExchange): Promise<void> {
  if (site.draining()) throw new Problem('shutting_down', 'The server is stopping.')
  const reasons = await unreadyReasons(site)
  if (reasons.length > 0) throw new Problem('not_ready', reasons.join(' '), { reasons })
  send(exchange, 200, site.headers.api(), '{"status":"ready"}')
}

/** Why this process, or another one behind its port, should get no requests; each reason is a sentence that names no address and no secret. */
async function unreadyReasons(site: Site): Promise<string[]> {
  const { database, files } = storesReady(site.context)
  const reasons = await Promise.all([
    reasonOf(site, 'The database does not answer.', database),
    reasonOf(site, 'The store of files does not answer.', files),
  ])
  const own = [...reasons, stuckJobs(site), skewReason(site)].filter(reason => reason !== null)
  return [...own, ...site.unreadyElsewhere()]
}

/** The cause goes into the log; it may name addresses. */
async function reasonOf(site: Site, reason: string, ready: Promise<void>): Promise<string | null> {
  try {
    await ready
    return null
  } catch (error) {
    site.log.warn({ err: error, reason }, 'not ready')
    return reason
  }
}

function stuckJobs(site: Site): string | null {
  const names = site.stuckJobs()
  return names.length === 0 ? null : `Jobs that should have ended long ago still run: ${names.join(', ')}.`
}

/** Seconds that this machine's clock may differ from the database's. */
const MOST_SKEW = 5

function skewReason(site: Site): string | null {
  const seconds = site.clockSkew() / 1000
  if (Math.abs(seconds) <= MOST_SKEW) return null
  const direction = seconds > 0 ? 'ahead of' : 'behind'
  return `The clock of this machine is ${Math.abs(seconds).toFixed(0)} seconds ${direction} the database's. Let NTP set it.`
}
