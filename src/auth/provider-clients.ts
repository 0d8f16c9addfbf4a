// The OpenID Connect clients of the sign-in providers: loaded and discovered when first needed, kept for an hour.
import type * as oidc from 'openid-client'
import { type ProviderName, providerNames } from '../domain/sign-in.ts'
import { outbound, outboundAddress } from '../outbound.ts'
import type { ProviderSettings } from '../settings.ts'
import { fetchBy, keepAnHour, PATIENCE, type Reach } from './issuer-requests.ts'

export interface ProviderClient {
  name: ProviderName
  settings: ProviderSettings
  /** Returns the answer of discovery with the client's own part; throws if the provider does not answer as it must. */
  configuration(): Promise<oidc.Configuration>
}

export type ProviderClients = Partial<Record<ProviderName, ProviderClient>>

export function providerClients(
  settings: Partial<Record<ProviderName, ProviderSettings | null>>,
  clock: () => number,
  reach: Reach = outbound,
): ProviderClients {
  const clients: ProviderClients = {}
  for (const name of providerNames) {
    const own = settings[name]
    if (own)
      clients[name] = { name, settings: own, configuration: keepAnHour(() => discover(own, reach), clock) }
  }
  return clients
}

async function discover(
  { issuer, clientId, clientSecret }: ProviderSettings,
  reach: Reach,
): Promise<oidc.Configuration> {
  const oidc = await import('openid-client')
  const { origin, protocol } = new URL(issuer)
  const proof: oidc.ClientAuth = (server, ...rest) =>
    (takesHeader(issuer, server) ? oidc.ClientSecretBasic : oidc.ClientSecretPost)(clientSecret)(
      server,
      ...rest,
    )
  const client = await oidc.discovery(new URL(issuer), clientId, clientSecret, proof, {
    [oidc.customFetch]: fetchBy(reach, origin) as oidc.CustomFetch,
    execute: [oidc.enableNonRepudiationChecks, ...(protocol === 'http:' ? [oidc.allowInsecureRequests] : [])],
    timeout: PATIENCE / 1000,
  })
  const { authorization_endpoint, token_endpoint, jwks_uri } = client.serverMetadata()
  for (const endpoint of [authorization_endpoint, token_endpoint, jwks_uri])
    outboundAddress(endpoint ?? '', origin)
  return client
}

/** Issuers that are the providers' own: what they document holds for them. */
export const isOwnIssuer = (issuer: string): boolean =>
  /^https:\/\/(accounts\.google\.com|login\.microsoftonline\.com)(\/|$)/.test(issuer)

/** Both providers document the secret in the body; for others a client may rely on the header (OpenID Connect Core section 9). */
const takesHeader = (issuer: string, server: oidc.ServerMetadata): boolean =>
  !isOwnIssuer(issuer) &&
  (server.token_endpoint_auth_methods_supported ?? ['client_secret_basic']).includes('client_secret_basic')
