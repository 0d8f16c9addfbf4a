// Finds the addresses of names that others chose: without the threads that files and the store share, and public ones only.
import { Resolver } from 'node:dns/promises'
import { BlockList, isIP, type LookupFunction } from 'node:net'

/** An answer that was not given, or not as it must be; the message names no address. */
export class OutboundError extends Error {}

/** Networks that are nobody's on the internet (RFC 6890, RFC 6598, RFC 4193, RFC 6052). */
const closed = new BlockList()
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  closed.addSubnet(network, prefix, 'ipv4')
/** Of IPv6 only global unicast is open (RFC 4291), without what carries an IPv4 address or is for documents. */
const open = new BlockList()
open.addSubnet('2000::', 3, 'ipv6')
for (const [network, prefix] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
] as const)
  closed.addSubnet(network, prefix, 'ipv6')

/** Tells whether an IP address is one of the internet. */
export function isPublicAddress(ip: string): boolean {
  if (isIP(ip) === 4) return !closed.check(ip, 'ipv4')
  return isIP(ip) === 6 && open.check(ip, 'ipv6') && !closed.check(ip, 'ipv6')
}

/** Milliseconds a name server has for its first answer; it is asked twice. */
const patience = { timeout: 1_000, tries: 2 }

/**
 * Names of this machine and of a network at home or in a company, which no name server is asked for (RFC 6761, 6762, 8375):
 * one label alone, such as `intranet` or `ip6-localhost`, is one of these too. Dots at the end make no other name of it.
 */
const local = /^[^.]+\.*$|(^|\.)(localhost|localdomain6?|local|internal|home\.arpa)\.*$/i

/** True where the host can be no one's on the internet, by its spelling alone: `URL` has made 127.0.0.1 of `0x7f.1` before. */
export function isPrivateHost(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '')
  const ip = host.replace(/(?<!\.)\.+$/, '')
  return isIP(ip) > 0 ? !isPublicAddress(ip) : local.test(host)
}

/**
 * Looks a name up once and hands on what it found only if all of it is public: the connection goes there and nowhere else.
 * The system's own lookup would hold a thread until the last name server answered. Ends with the signal.
 * `servers` are `address:port`; without any the system's are asked.
 */
export const publicLookup =
  (signal: AbortSignal, servers: readonly string[]): LookupFunction =>
  (hostname, options, done) => {
    publicAddresses(hostname, signal, servers).then(
      ([first, ...others]) => {
        if (options.all) done(null, [first, ...others])
        else done(null, first.address, first.family)
      },
      (error: OutboundError) => done(error, ''),
    )
  }

interface Address {
  address: string
  family: 4 | 6
}

async function publicAddresses(
  name: string,
  signal: AbortSignal,
  servers: readonly string[],
): Promise<[Address, ...Address[]]> {
  if (local.test(name)) throw new OutboundError('the address is not public')
  const [first, ...others] = await addressesOf(name, signal, servers)
  if (first === undefined) throw new OutboundError('the name is not known')
  const all: [Address, ...Address[]] = [first, ...others]
  if (!all.every(({ address }) => isPublicAddress(address)))
    throw new OutboundError('the address is not public')
  return all
}

async function addressesOf(
  name: string,
  signal: AbortSignal,
  servers: readonly string[],
): Promise<Address[]> {
  const resolver = new Resolver(patience)
  if (servers.length > 0) resolver.setServers(servers)
  const cancel = () => resolver.cancel()
  signal.addEventListener('abort', cancel)
  try {
    const [ipv4, ipv6] = await Promise.all([
      resolver.resolve4(name).catch(() => []),
      resolver.resolve6(name).catch(() => []),
    ])
    return [
      ...ipv4.map(address => ({ address, family: 4 as const })),
      ...ipv6.map(address => ({ address, family: 6 as const })),
    ]
  } finally {
    signal.removeEventListener('abort', cancel)
  }
}
