// An OpenID provider made by hand that answers as a test wants it to, with real keys and real signatures.
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { type CryptoKey, exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose'
import { outbound } from '../../src/outbound.ts'

export interface Told {
  claims: Record<string, unknown>
  header: Record<string, unknown>
  /** Signs the token instead of the provider's own key. */
  key?: CryptoKey | Uint8Array
  /** The token itself, instead of one that is signed. */
  token?: string
}

export interface Lies {
  /** Changes what discovery answers. */
  discovery?: (metadata: Record<string, unknown>) => Record<string, unknown>
  /** Changes what the ID token says and how it is signed. */
  told?: (told: Told) => Told | Promise<Told>
  /** Changes the answer of the token endpoint. */
  tokens?: (answer: Record<string, unknown>) => Record<string, unknown>
  /** Answers in the place of an endpoint: `discovery`, `token` or `keys`. */
  instead?: Partial<Record<Endpoint, (response: ServerResponse) => void>>
}

type Endpoint = 'discovery' | 'token' | 'keys'

export interface LyingProvider {
  lies: Lies
  /** Claims of ID tokens beside `iss`, `aud`, `nonce` and times. */
  claims: Record<string, unknown>
  /** Forms that came to the token endpoint. */
  exchanges: URLSearchParams[]
  /** Every ID token that was given out. */
  tokens: string[]
  /** Reaches the provider under the names of the real ones, and everything else as the product does. */
  reach: typeof outbound
  /** The address of the provider under a name of its own. */
  issuer: string
  /** A code for what was asked at the authorization endpoint. */
  allow(asked: URL): string
  stop(): Promise<void>
}

const names = /^https:\/\/(accounts\.google\.com|login\.microsoftonline\.com)\//

export async function startLyingProvider(): Promise<LyingProvider> {
  const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true })
  const jwk = { ...(await exportJWK(publicKey)), kid: 'one', use: 'sig', alg: 'RS256' }
  const server = createServer((request, response) => {
    answer(provider, { privateKey, jwk, asked }, request, response).catch(error => response.destroy(error))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const origin = `http://localhost:${(server.address() as AddressInfo).port}`
  const asked = new Map<string, URL>()
  const provider: LyingProvider = {
    lies: {},
    claims: {},
    exchanges: [],
    tokens: [],
    issuer: `${origin}/own`,
    reach: (address, sent, limits) =>
      names.test(address)
        ? outbound(address.replace('https:/', origin), sent, { ...limits, trusted: origin })
        : outbound(address, sent, limits),
    allow(request) {
      const code = `code-${asked.size}-7Hq2kZk81mWb5TcY`
      asked.set(code, request)
      return code
    },
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  return provider
}

interface Inside {
  privateKey: CryptoKey
  jwk: JWK
  asked: Map<string, URL>
}

/** Paths are `/{name of the issuer}/…/{endpoint}`. */
async function answer(
  { lies, ...provider }: LyingProvider,
  inside: Inside,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const base = baseOf(provider.issuer, request.url ?? '')
  const form = await text(request)
  const endpoint = endpointOf(request.url ?? '')
  const instead = lies.instead?.[endpoint]
  if (endpoint === 'token') provider.exchanges.push(new URLSearchParams(form))
  if (instead) return instead(response)
  if (endpoint === 'discovery')
    return send(response, { ...metadata(base), ...lies.discovery?.(metadata(base)) })
  if (endpoint === 'keys') return send(response, { keys: [inside.jwk] })
  const token = await idToken({ ...provider, lies }, inside, base, new URLSearchParams(form))
  provider.tokens.push(token)
  const tokens = { access_token: 'access-7Hq2kZk81mWb5TcY', token_type: 'Bearer', id_token: token }
  send(response, lies.tokens?.(tokens) ?? tokens)
}

const endpointOf = (path: string): Endpoint =>
  path.endsWith('openid-configuration') ? 'discovery' : path.endsWith('/keys') ? 'keys' : 'token'

/** Returns the address that the product takes for the issuer. */
function baseOf(own: string, path: string): string {
  const name = path.split('/')[1] ?? ''
  if (name === 'own') return own
  const rest = /^\/[^/]+\/([\w-]+\/v2\.0)\//.exec(path)?.[1]
  return rest ? `https://${name}/${rest}` : `https://${name}`
}

const metadata = (base: string): Record<string, unknown> => ({
  issuer: base.replace('/common/', '/{tenantid}/'),
  authorization_endpoint: `${base}/authorize`,
  token_endpoint: `${base}/token`,
  jwks_uri: `${base}/keys`,
  response_types_supported: ['code'],
  subject_types_supported: ['public'],
  id_token_signing_alg_values_supported: ['RS256'],
  token_endpoint_auth_methods_supported: ['client_secret_post', 'client_secret_basic'],
})

async function idToken(
  { lies, claims }: LyingProvider,
  { privateKey, asked }: Inside,
  base: string,
  form: URLSearchParams,
): Promise<string> {
  const { searchParams } = asked.get(form.get('code') ?? '') ?? new URL(base)
  const now = Math.floor(Date.now() / 1000)
  const tenant = typeof claims.tid === 'string' ? claims.tid : 'none'
  const honest: Told = {
    claims: {
      iss: base.replace('/common/', `/${tenant}/`),
      aud: searchParams.get('client_id'),
      nonce: searchParams.get('nonce'),
      iat: now,
      exp: now + 300,
      ...claims,
    },
    header: { alg: 'RS256', kid: 'one', typ: 'JWT' },
  }
  const told = (await lies.told?.(honest)) ?? honest
  if (told.token !== undefined) return told.token
  const unsigned = new SignJWT(told.claims).setProtectedHeader(told.header as { alg: string })
  return unsigned.sign(told.key ?? privateKey)
}

function send(response: ServerResponse, body: object): void {
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}
