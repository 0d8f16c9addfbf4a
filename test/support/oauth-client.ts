// A program that signs people in with OAuth, as libraries do it, and the person in a browser who agrees.
import * as oidc from 'openid-client'
import type { Member } from './people.ts'
import type { Running } from './service.ts'
import { newVisitor, type Step, type Visitor } from './visitor.ts'

export const redirect = 'http://127.0.0.1:3333/callback'

/** Everything that people can be asked for at once. */
export const everyday = 'artifacts:read artifacts:write comments:read comments:write org:read'

/** A service, by its address alone. */
export type Served = Pick<Running, 'url'>

/** A person, by the session alone. */
export type Signed = Pick<Member, 'session'>

export interface Program {
  configuration: oidc.Configuration
  clientId: string
}

/** Registers a program, by discovery alone. */
export async function register(
  service: Served,
  metadata: Partial<oidc.ClientMetadata> = {},
): Promise<Program> {
  const configuration = await oidc.dynamicClientRegistration(
    new URL(`${service.url}/oauth`),
    { client_name: 'Test Agent', redirect_uris: [redirect], token_endpoint_auth_method: 'none', ...metadata },
    oidc.None(),
    { algorithm: 'oauth2', execute: [oidc.allowInsecureRequests] },
  )
  return { configuration, clientId: configuration.clientMetadata().client_id }
}

export interface Asked {
  /** The consent page, before anybody answered. */
  page: Step
  visitor: Visitor
  verifier: string
  state: string
}

/** Opens the authorization in the browser of the person. */
export async function askConsent(
  service: Served,
  { configuration }: Program,
  person: Signed,
  more: Record<string, string> = {},
  resources: readonly string[] = [more.resource ?? `${service.url}/v1/mcp`],
): Promise<Asked> {
  const visitor = browserOf(service, person)
  const verifier = oidc.randomPKCECodeVerifier()
  const state = oidc.randomState()
  const address = oidc.buildAuthorizationUrl(configuration, {
    redirect_uri: redirect,
    scope: everyday,
    code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    state,
    ...more,
  })
  address.searchParams.delete('resource')
  for (const resource of resources) address.searchParams.append('resource', resource)
  const page = await visitor.open(address.href, { until: redirect })
  return { page, visitor, verifier, state }
}

/** A browser in which the person is signed in. */
export function browserOf(service: Served, person: Signed): Visitor {
  const visitor = newVisitor()
  const [name = '', value = ''] = person.session.cookie.split('=')
  visitor.cookie(service.url)
  visitor.cookies.get(service.url)!.set(name, value)
  return visitor
}

/** The person answers; gives the address the browser is led to. */
export async function answerConsent(
  { page, visitor }: Asked,
  scopes: string,
  more: Record<string, string> = {},
  until = redirect,
): Promise<Step> {
  const ticked = Object.fromEntries(
    scopes
      .split(' ')
      .filter(Boolean)
      .map(scope => [scope, 'on']),
  )
  return visitor.post(page.at, { answer: 'allow', days: '30', ...ticked, ...more }, page.at, until)
}

export type Tokens = oidc.TokenEndpointResponse

/** Exchanges the code that the browser came back with. */
export function exchange(
  { configuration }: Program,
  { verifier, state }: Asked,
  back: Step,
  more: Record<string, string> = {},
): Promise<Tokens> {
  const checks = { pkceCodeVerifier: verifier, expectedState: state }
  return oidc.authorizationCodeGrant(configuration, new URL(back.at), checks, more)
}

/** The whole sign-in, from registration to the first tokens. */
export async function connect(
  service: Served,
  person: Signed,
  { scopes = everyday, ...more }: { scopes?: string; resource?: string; organizationId?: string } = {},
): Promise<{ program: Program; tokens: Tokens }> {
  const program = await register(service)
  const { resource = `${service.url}/v1/mcp`, organizationId } = more
  const asked = await askConsent(service, program, person, { scope: scopes, resource })
  const back = await answerConsent(asked, scopes, organizationId === undefined ? {} : { organizationId })
  return { program, tokens: await exchange(program, asked, back) }
}

/** Our own command line, which needs no registration. */
export async function commandLine({ url }: Served): Promise<Program> {
  const insecure = { algorithm: 'oauth2' as const, execute: [oidc.allowInsecureRequests] }
  const clientId = 'recto-cli'
  const issuer = new URL(`${url}/oauth`)
  return { configuration: await oidc.discovery(issuer, clientId, undefined, oidc.None(), insecure), clientId }
}

/** An access token for the resource, with the everyday scopes. */
export async function appToken(service: Served, person: Signed, resource: string): Promise<string> {
  const program = await commandLine(service)
  const asked = await askConsent(service, program, person, { resource })
  return (await exchange(program, asked, await answerConsent(asked, everyday))).access_token
}

export const refresh = (
  { configuration }: Program,
  tokens: Tokens,
  more: Record<string, string> = {},
): Promise<Tokens> => oidc.refreshTokenGrant(configuration, tokens.refresh_token!, more)
