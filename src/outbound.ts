// Fetches from addresses that others chose: never from private networks, never for long, never much.
import { type LookupAddress, lookup } from 'node:dns'
import { type IncomingMessage, request as plainRequest, type RequestOptions } from 'node:http'
import { request as secureRequest } from 'node:https'
import { BlockList, isIP, type LookupFunction } from 'node:net'

export interface OutboundLimits {
  /** Milliseconds until the whole answer must be there. */
  patience: number
  /** Bytes of the longest answer. */
  size: number
  /** An origin the operator named: it alone may be plain http or stand on a private network. */
  trusted?: string
}

export interface OutboundRequest {
  method?: string
  headers?: Record<string, string>
  body?: string
}

export interface OutboundAnswer {
  status: number
  headers: Headers
  body: Buffer<ArrayBuffer>
}

/** An answer that was not given, or not as it must be; the message names no address. */
export class OutboundError extends Error {}

/** This machine has no way out: no network, or nobody whom it could ask for a name. */
export class NoWayOutError extends OutboundError {}

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

/** Whether an IP address is one of the internet. */
function isPublicAddress(ip: string): boolean {
  if (isIP(ip) === 4) return !closed.check(ip, 'ipv4')
  return isIP(ip) === 6 && open.check(ip, 'ipv6') && !closed.check(ip, 'ipv6')
}

/** Looks a name up once and hands on what it found only if all of it is public: the connection goes there and nowhere else. */
const publicLookup: LookupFunction = (hostname, options, done) => {
  lookup(hostname, { ...options, all: true }, (error, found) => {
    if (error) return done(unreached(error, 'the name is not known'), '')
    const all: LookupAddress[] = found
    const strange = all.length === 0 || all.some(({ address }) => !isPublicAddress(address))
    if (strange) done(new OutboundError('the address is not public'), '')
    else if (options.all) done(null, all)
    else done(null, all[0]!.address, all[0]!.family)
  })
}

/** The address as a URL; throws an OutboundError for one that is never asked, before any name is looked up. */
export function outboundAddress(address: string, trustedOrigin?: string): URL {
  const url = URL.parse(address)
  if (!url) throw new OutboundError('the address is malformed')
  if (url.username !== '' || url.password !== '') throw new OutboundError('the address names a user')
  const trusted = url.origin === trustedOrigin
  if (url.protocol !== 'https:' && !(trusted && url.protocol === 'http:'))
    throw new OutboundError('the address is not https')
  const host = url.hostname.replace(/^\[|\]$/g, '')
  if (!trusted && isIP(host) > 0 && !isPublicAddress(host))
    throw new OutboundError('the address is not public')
  return url
}

/** Asks once; redirects are not followed, cookies not kept. Throws an OutboundError where no whole answer came. */
export async function outbound(
  address: string,
  sent: OutboundRequest,
  limits: OutboundLimits,
): Promise<OutboundAnswer> {
  const url = outboundAddress(address, limits.trusted)
  const signal = AbortSignal.timeout(limits.patience)
  const options = { method: sent.method ?? 'GET', headers: sent.headers ?? {}, signal, agent: false as const }
  const guard = url.origin === limits.trusted ? {} : { lookup: publicLookup }
  return exchange(url, { ...options, ...guard }, sent.body, limits.size)
}

function exchange(
  url: URL,
  options: RequestOptions,
  body: string | undefined,
  size: number,
): Promise<OutboundAnswer> {
  return new Promise((resolve, reject) => {
    const start = url.protocol === 'https:' ? secureRequest : plainRequest
    const sending = start(url, options, answer => {
      collect(answer, size).then(resolve, error => {
        sending.destroy()
        reject(asOutboundError(error))
      })
    })
    sending.once('error', error => reject(asOutboundError(error)))
    sending.end(body)
  })
}

async function collect(answer: IncomingMessage, size: number): Promise<OutboundAnswer> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    length += chunk.length
    if (length > size) throw new OutboundError('the answer is too long')
    chunks.push(chunk)
  }
  const headers = new Headers()
  for (const [name, value] of Object.entries(answer.headers)) headers.set(name, String(value))
  return { status: answer.statusCode ?? 0, headers, body: Buffer.concat(chunks) }
}

function asOutboundError(error: Error): OutboundError {
  if (error instanceof OutboundError) return error
  const tookTooLong = /^(Abort|Timeout)Error$/.test(error.name)
  return unreached(error, tookTooLong ? 'the answer took too long' : 'the connection failed')
}

/** Only what our own network says counts as no way out: everything else may be the doing of whoever chose the address. */
const unreached = (error: Error, message: string): OutboundError =>
  hasNoWayOut(error) ? new NoWayOutError(message) : new OutboundError(message)

/** Where several addresses were tried, none of them had a way. */
function hasNoWayOut(error: NodeJS.ErrnoException): boolean {
  if (error instanceof AggregateError) return error.errors.every(hasNoWayOut)
  return error.code === 'ENETUNREACH' || error.code === 'EAI_AGAIN'
}
