// The OpenID Connect clients of the sign-in providers: discovered when first needed, kept for an hour.
import * as oidc from 'openid-client'
import { type ProviderName, providerNames } from '../domain/sign-in.ts'
import { OutboundError, outbound, outboundAddress } from '../outbound.ts'
import type { ProviderSettings } from '../settings.ts'

/** Reaches a provider; tests lead the providers' own names to a server of theirs. */
export type Reach = typeof outbound

export interface ProviderClient {
  name: ProviderName
  settings: ProviderSettings
  /** What discovery answered, with the client's own part; throws if the provider does not answer as it must. */
  configuration(): Promise<oidc.Configuration>
}

export type ProviderClients = Partial<Record<ProviderName, ProviderClient>>

/** Milliseconds for one answer of a provider, and bytes of the longest. */
const PATIENCE = 5_000
const LONGEST = 262_144

const KEPT = 3_600_000

export function providerClients(
  settings: Partial<Record<ProviderName, ProviderSettings | null>>,
  clock: () => number,
  reach: Reach = outbound,
): ProviderClients {
  const clients: ProviderClients = {}
  for (const name of providerNames) {
    const own = settings[name]
    if (own) clients[name] = { name, settings: own, configuration: kept(() => discover(own, reach), clock) }
  }
  return clients
}

/** One discovery at a time; a failed one is not kept. */
function kept(discoverNow: () => Promise<oidc.Configuration>, clock: () => number) {
  let known: { made: Promise<oidc.Configuration>; until: number } | null = null
  return () => {
    if (known && clock() < known.until) return known.made
    const mine = { made: discoverNow(), until: clock() + KEPT }
    known = mine
    mine.made.catch(() => {
      if (known === mine) known = null
    })
    return mine.made
  }
}

async function discover(
  { issuer, clientId, clientSecret }: ProviderSettings,
  reach: Reach,
): Promise<oidc.Configuration> {
  const { origin, protocol } = new URL(issuer)
  const proof: oidc.ClientAuth = (server, ...rest) =>
    (takesHeader(issuer, server) ? oidc.ClientSecretBasic : oidc.ClientSecretPost)(clientSecret)(
      server,
      ...rest,
    )
  const client = await oidc.discovery(new URL(issuer), clientId, clientSecret, proof, {
    [oidc.customFetch]: reaching(reach, origin),
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

/** Both providers document the secret in the body; elsewhere the header is what a client may count on (OpenID Connect Core section 9). */
const takesHeader = (issuer: string, server: oidc.ServerMetadata): boolean =>
  !isOwnIssuer(issuer) &&
  (server.token_endpoint_auth_methods_supported ?? ['client_secret_basic']).includes('client_secret_basic')

const reaching =
  (reach: Reach, trusted: string): oidc.CustomFetch =>
  async (url, { method, headers, body }) => {
    const request = { method, headers: { ...headers }, ...(body != null && { body: String(body) }) }
    const answer = await reach(url, request, { patience: PATIENCE, size: LONGEST, trusted })
    if (answer.status < 200 || answer.status > 599) throw new OutboundError('the status is malformed')
    return new Response(bodiless.has(answer.status) ? null : answer.body, answer)
  }

const bodiless = new Set([204, 205, 304])
