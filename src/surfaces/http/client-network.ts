// The network a request came from, by the headers of trusted proxies only.
import type { IncomingMessage } from 'node:http'
import { isIP, isIPv4, SocketAddress } from 'node:net'

/** The network of a request's client: its IPv4 address, or the /64 of its IPv6 address, which one customer holds. */
export type ClientNetwork = (request: IncomingMessage) => string

/**
 * `proxies` is RECTO_TRUST_PROXY. `warn` is called once, at the first request whose X-Forwarded-For cannot have been
 * written by so many proxies; such a request counts as its direct peer.
 */
export function clientNetwork(proxies: number, warn: (message: string) => void): ClientNetwork {
  let hasWarned = proxies === 0
  return request => {
    const peer = request.socket.remoteAddress ?? ''
    const forwarded = forwardedAddress(request.headers['x-forwarded-for'], proxies)
    if (forwarded === null && !hasWarned) {
      hasWarned = true
      warn(untrue(proxies))
    }
    return networkOf(forwarded ?? peer)
  }
}

const untrue = (proxies: number): string =>
  `A request came with an X-Forwarded-For that ${proxies === 1 ? '1 proxy' : `${proxies} proxies`} cannot have written, so it counts as the proxy's own. RECTO_TRUST_PROXY is ${proxies}: let each of so many proxies add the address it sees (docs/guides/running.md), and let nothing else reach this port.`

/**
 * The address that the outermost trusted proxy saw: each proxy adds one entry at the end. Null without proxies, and where
 * one of their entries is missing or no address. Entries before theirs may be anybody's invention.
 */
export function forwardedAddress(chain: string | string[] | undefined, proxies: number): string | null {
  if (proxies === 0) return null
  const entries = String(chain ?? '').split(',')
  const trusted = entries.slice(-proxies).map(entry => withoutPort(entry.trim()))
  return trusted.length === proxies && trusted.every(entry => isIP(entry) !== 0) ? trusted[0]! : null
}

/** Some proxies add the port of the client: `192.0.2.1:4711`, `[2001:db8::1]:4711`. */
const withoutPort = (entry: string): string =>
  /^\[([\da-f:.]+)\](?::\d+)?$/i.exec(entry)?.[1] ?? /^([\d.]+):\d+$/.exec(entry)?.[1] ?? entry

/** The network of an address. IPv4 mapped into IPv6 (RFC 4291 section 2.5.5.2) is the IPv4 address. */
export function networkOf(address: string): string {
  const plain = address.split('%')[0]!
  if (isIP(plain) !== 6) return plain
  const { address: text } = new SocketAddress({ address: plain, family: 'ipv6' })
  const mapped = text.startsWith('::ffff:') ? text.slice('::ffff:'.length) : ''
  if (isIPv4(mapped)) return mapped
  return `${groups(text).slice(0, 4).join(':')}::/64`
}

/** The eight groups of an IPv6 address in its shortest form (RFC 5952). */
function groups(address: string): string[] {
  const [head = '', tail = ''] = address.split('::')
  const [before, after] = [head, tail].map(part => part.split(':').filter(group => group !== ''))
  const missing = 8 - before!.length - after!.length
  return [...before!, ...Array<string>(Math.max(0, missing)).fill('0'), ...after!]
}
