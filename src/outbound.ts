// Fetches from addresses that others chose: never from private networks, never for long, never much.
import { type IncomingMessage, request as plainRequest, type RequestOptions } from 'node:http'
import { request as secureRequest } from 'node:https'
import { isPrivateHost, OutboundError, publicLookup } from './public-lookup.ts'

export { isPrivateHost, OutboundError }

export interface OutboundLimits {
  /** Milliseconds until the whole answer must be there. */
  patience: number
  /** Bytes of the longest answer. */
  size: number
  /** An origin the operator named: it alone may be plain http or stand on a private network. */
  trusted?: string
  /** Name servers, `address:port`; without any the system's are asked. */
  nameServers?: readonly string[]
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

/** The address as a URL; throws an OutboundError for one that is never asked, before any name is looked up. */
export function outboundAddress(address: string, trustedOrigin?: string): URL {
  const url = URL.parse(address)
  if (!url) throw new OutboundError('the address is malformed')
  if (url.username !== '' || url.password !== '') throw new OutboundError('the address names a user')
  const trusted = url.origin === trustedOrigin
  if (url.protocol !== 'https:' && !(trusted && url.protocol === 'http:'))
    throw new OutboundError('the address is not https')
  if (!trusted && isPrivateHost(url.hostname)) throw new OutboundError('the address is not public')
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
  const lookup = publicLookup(signal, limits.nameServers ?? [])
  const guard = url.origin === limits.trusted ? {} : { lookup }
  return exchange(url, { ...options, ...guard }, sent.body, limits.size)
}

/** The same with name servers that the operator named, `address:port`. */
export const outboundBy =
  (nameServers: readonly string[]): typeof outbound =>
  (address, sent, limits) =>
    outbound(address, sent, { ...limits, nameServers })

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
    sending.on('error', error => reject(asOutboundError(error)))
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
  return new OutboundError(tookTooLong ? 'the answer took too long' : 'the connection failed')
}
