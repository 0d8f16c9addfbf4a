// Refuses API keys in addresses: addresses end up in logs, histories and referrers.
import { Problem } from '../../domain/problem.ts'
import { isKey } from '../../operations/kernel/key-format.ts'
import { encodeProblem } from './encode.ts'
import type { Early } from './http-exchange.ts'
import type { Site } from './site.ts'

/** Parameters by which other services take keys. */
const names = /^(api[-_]?key|access[-_]?token|authorization)$/i

/** Answers requests that carry a key in their query, before anything else looks at them. */
export const refuseKeyInQuery =
  (site: Site): Early =>
  exchange => {
    const { url = '' } = exchange.request
    const start = url.indexOf('?')
    if (start < 0 || !holdsKey(url.slice(start))) return false
    encodeProblem(keyInQuery(), exchange, site.headers, site.context.url)
    return true
  }

const holdsKey = (query: string): boolean =>
  [...new URLSearchParams(query)].some(
    ([name, value]) => names.test(name) || isSecret(name) || isSecret(value),
  )

const isSecret = (text: string): boolean => isKey(text.trim().replace(/^bearer\s+/i, ''))

const keyInQuery = (): Problem =>
  new Problem(
    'key_in_query',
    'An API key belongs in the header "Authorization: Bearer <key>", never in an address, which is logged on its way. Revoke the key if others may have seen it.',
  )
