// Whom to tell of a weakness (RFC 9116).
import { DAY } from '../../domain/artifact.ts'
import { iso } from '../../operations/kernel/time.ts'
import { send } from './encode.ts'
import type { Early } from './http-exchange.ts'
import type { Site } from './site.ts'

const PATH = '/.well-known/security.txt'

/** Days after which a copy should be read again; the RFC asks for less than a year. */
const LIFE = 180 * DAY

/** `Name <address>` or the address alone. */
const addressIn = (sender: string): string =>
  sender.endsWith('>') ? sender.slice(sender.lastIndexOf('<') + 1, -1) : sender

/** Answers the address where finders look; `sender` is MAIL_FROM, where mail to the operator arrives. */
export const securityText =
  (site: Site, sender: string): Early =>
  exchange => {
    const { method, url } = exchange.request
    if (url !== PATH || (method !== 'GET' && method !== 'HEAD')) return false
    const lines = [
      `Contact: mailto:${addressIn(sender)}`,
      `Expires: ${iso(site.context.clock() + LIFE)}`,
      `Canonical: ${site.context.url}${PATH}`,
      'Preferred-Languages: en',
    ]
    const headers = { ...site.headers.api(), 'Content-Type': 'text/plain; charset=utf-8' }
    send(exchange, 200, headers, `${lines.join('\n')}\n`)
    return true
  }
