// One request to the authorization server, independent of how it arrived, in the form that the library takes.
import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { Readable } from 'node:stream'
import type { Context } from '../../operations/kernel/context.ts'

/** Addresses below the issuer. */
export const endpoints = {
  metadata: '/.well-known/openid-configuration',
  authorization: '/authorize',
  token: '/token',
  registration: '/register',
  revocation: '/revoke',
  device: '/device',
  keys: '/jwks',
} as const

/** The page on which a person gives the code that a device shows; it stands outside the issuer. */
export const devicePage = '/auth/device'

/** One request to the authorization server, independent of how it arrived. */
export interface OAuthRequest {
  method: string
  /** Path and query below the issuer. */
  path: string
  headers: IncomingMessage['headers']
  body: Uint8Array | null
  socket: Socket
  /** The network that the request came from. */
  network: string
  /** Shows a person why the request cannot be answered; programs are told by the library. */
  refused(status: number, description: string): void
}

/** The library takes this for Node's request: its body was read, and its address is the one that people use. */
export type StandIn = IncomingMessage & Pick<OAuthRequest, 'refused' | 'network'>

export function standIn(
  { method, path, headers, body, socket, network, refused }: OAuthRequest,
  { url }: Pick<Context, 'url'>,
): StandIn {
  const { protocol, host } = new URL(url)
  const { origin: _, 'content-length': __, ...rest } = headers
  const asked = {
    method,
    url: path,
    originalUrl: `/oauth${path}`,
    httpVersion: '1.1',
    socket,
    headers: {
      ...rest,
      ...(body && { 'content-length': String(body.length) }),
      host,
      'x-forwarded-host': host,
      'x-forwarded-proto': protocol.slice(0, -1),
    },
    network,
    refused,
  }
  return Object.assign(Readable.from(body ? [Buffer.from(body)] : []), asked) as unknown as StandIn
}
