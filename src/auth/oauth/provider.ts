// The library that speaks OAuth, set up for us: codes with PKCE for programs without secrets, and tokens that mean nothing by themselves.
import Provider, {
  type Configuration,
  errors,
  type Grant,
  interactionPolicy,
  type KoaContextWithOIDC,
} from 'oidc-provider'
import { hmac, keyringsOf, signingKey } from '../../crypto.ts'
import { scopes } from '../../domain/actor.ts'
import { issuerOf, resourcesOf } from '../../domain/grant.ts'
import type { Context } from '../../operations/kernel/context.ts'
import { newToken } from '../../operations/kernel/key-format.ts'
import { OutboundError } from '../../outbound.ts'
import { type ClientDocuments, documentLife } from './client-documents.ts'
import { deviceTimes, shownCode } from './device-codes.ts'
import { devicePage, endpoints, type StandIn } from './oauth-request.ts'
import { BusyError } from './places.ts'
import { recordsAdapter } from './records-adapter.ts'
import { isLoopback, ownClient } from './registration.ts'

/** Seconds. */
const life = { accessToken: 3600, code: 60, consent: 3600 }

export interface ProviderParts {
  /** Null where programs cannot name themselves by a document. */
  documents: ClientDocuments | null
  /** Receives errors that nobody expected. */
  failed(error: Error): void
}

export function createProvider(context: Context, { documents, failed }: ProviderParts): Provider {
  const provider = new Provider(issuerOf(context.url), configurationOf(context, documents))
  // The scheme is that of the settings, which the request is given (`StandIn`).
  provider.proxy = true
  valuesBy(provider.AccessToken.prototype, () => newToken('a'))
  valuesBy(provider.RefreshToken.prototype, () => newToken('r'))
  valuesBy(provider.DeviceCode.prototype, () => newToken('d'))
  provider.on('server_error', (_ctx, error) => failed(error))
  // Otherwise Koa prints the error to standard error.
  const koa: NodeJS.EventEmitter = provider
  koa.on('error', (error: Error, ctx: KoaContextWithOIDC) => isOfClient(error, ctx) || failed(error))
  provider.on('authorization.error', sayBusy)
  provider.on('device_authorization.error', sayBusy)
  provider.on('grant.error', sayBusy)
  provider.use(async (ctx, next) => {
    await next()
    if (ctx.path === endpoints.metadata)
      ctx.body = { ...withoutIdentity(ctx.body as object), ...(await offersOf(documents)) }
    else keepFromOtherSites(ctx.res)
    if (ctx.path === endpoints.device && ctx.status === 200)
      ctx.body = withoutCodeInLink(context.url, ctx.body as Record<string, unknown>)
    dropSession(ctx.res)
    refuseHere(ctx)
  })
  return provider
}

/** Tells whether the client broke its connection, which is no failure of ours. */
const isOfClient = (error: Error, ctx: KoaContextWithOIDC): boolean => ctx.req.socket.errored === error

/** Answers 503 where a document was not fetched because others were: the program comes again and is not refused. */
function sayBusy(ctx: KoaContextWithOIDC, error: Error): void {
  if (!(error.cause instanceof BusyError) || ctx.respond === false) return
  ctx.status = 503
  ctx.set('retry-after', '5')
  ctx.body = { error: 'temporarily_unavailable', error_description: error.cause.message }
}

/** Our tokens are known by how they begin. What the library does beside making a value stays. */
function valuesBy(model: object, make: () => string): void {
  const { generateTokenId: generate } = model as { generateTokenId(): string }
  Object.assign(model, {
    generateTokenId(this: object) {
      generate.call(this)
      return make()
    },
  })
}

/** Leaves out OpenID Connect, which we do not offer, and ways of answering that we do not use. */
const withoutIdentity = (metadata: object): object => ({
  ...metadata,
  scopes_supported: scopes,
  response_modes_supported: ['query'],
})

/** Tells programs whether we take documents, which changes while the server runs. */
const offersOf = (documents: ClientDocuments | null): object => ({
  client_id_metadata_document_supported: documents?.isOffered() ?? false,
})

/** People type the code, so that nobody can send them a link that holds one (RFC 8628 section 5.4). */
const withoutCodeInLink = (
  url: string,
  { verification_uri_complete: _, ...answer }: Record<string, unknown>,
): Record<string, unknown> => ({
  ...answer,
  verification_uri: url + devicePage,
  interval: deviceTimes.interval,
})

/** Pages of other sites connect through their own server; they may read only what is not ours alone. */
function keepFromOtherSites(response: KoaContextWithOIDC['res']): void {
  for (const name of response.getHeaderNames())
    if (name.startsWith('access-control-')) response.removeHeader(name)
}

/** Nobody agreed yet to be led anywhere (RFC 9700 section 4.11.2): what is wrong with a request is told to programs on this machine, and to people otherwise. */
function refuseHere(ctx: Parameters<Parameters<Provider['use']>[0]>[0]): void {
  if (ctx.path !== endpoints.authorization) return
  const error = errorLedTo(ctx.response.get('location'))
  if (error === null) return
  ctx.body = null
  ctx.remove('location')
  ctx.respond = false
  ;(ctx.req as unknown as StandIn).refused(400, error)
}

/** Returns the error that an address of another machine would be told; null for this machine, and for pages of ours. */
function errorLedTo(location: string): string | null {
  const address = URL.parse(location)
  if (address === null || isLoopback(address)) return null
  const said = new URLSearchParams(address.hash.slice(1) || address.search)
  return said.get('error_description') ?? said.get('error')
}

const sessionCookie = 'oauth-session'

/** Sessions are our own; the library's is over with its request, and no browser needs to know of it. */
function dropSession(response: KoaContextWithOIDC['res']): void {
  const cookies = response.getHeader('set-cookie')
  if (!Array.isArray(cookies)) return
  const kept = cookies.filter(cookie => !cookie.startsWith(sessionCookie))
  if (kept.length === 0) response.removeHeader('set-cookie')
  else response.setHeader('set-cookie', kept)
}

/** Says why the document of a program was not fetched, and what to do: after two failures in a row programs register instead. */
const documentUnread = (why: string): string =>
  `This server could not read the app’s description on its own site: ${why}. Connect again from the app. If that fails too, ask whoever runs this server.`

const configurationOf = (context: Context, documents: ClientDocuments | null): Configuration => ({
  adapter: kind => recordsAdapter(context, kind),
  findAccount: (_ctx, accountId) => ({ accountId, claims: () => ({ sub: accountId }) }),
  ...protocol,
  jwks: { keys: keyringsOf(context).map(each => signingKey(each, 'oauth-signing')) },
  cookies: cookiesOf(context),
  interactions: {
    policy: [consent],
    url: (_ctx, { uid }) => `/oauth/consent/${uid}`,
  },
  loadExistingGrant: grantOf,
  ttl: {
    AccessToken: ctx => Math.min(life.accessToken, leftOf(ctx)),
    RefreshToken: leftOf,
    AuthorizationCode: life.code,
    DeviceCode: deviceTimes.life,
    Interaction: life.consent,
    Session: life.consent,
    Grant: life.consent,
  },
  features: featuresOf(context, documents),
  ...(documents && { fetch: address => documents.fetch(String(address)) }),
  renderError: (ctx, { error, error_description: description = error }, { cause }) => {
    ctx.respond = false
    const { refused } = ctx.req as unknown as StandIn
    if (cause instanceof BusyError) refused(503, cause.message)
    else if (cause instanceof OutboundError) refused(ctx.status, documentUnread(cause.message))
    else refused(ctx.status, description)
  },
})

/** The settings that never change: public programs, codes, PKCE with S256, and a new pair of tokens at each refresh. */
const protocol: Configuration = {
  scopes: [...scopes],
  responseTypes: ['code'],
  clientAuthMethods: ['none'],
  enabledJWA: { idTokenSigningAlgValues: ['EdDSA'] },
  clientDefaults: { id_token_signed_response_alg: 'EdDSA' },
  pkce: { required: () => true },
  clients: [ownClient],
  issueRefreshToken: async () => true,
  rotateRefreshToken: () => true,
  expiresWithSession: async () => false,
  routes: {
    authorization: endpoints.authorization,
    token: endpoints.token,
    registration: endpoints.registration,
    revocation: endpoints.revocation,
    device_authorization: endpoints.device,
    jwks: endpoints.keys,
  },
}

const cookiesOf = (context: Context): NonNullable<Configuration['cookies']> => {
  const shared = { httpOnly: true, sameSite: 'lax', signed: true } as const
  return {
    keys: keyringsOf(context).map(each => hmac(each, 'oauth-cookies', '')),
    names: { session: sessionCookie, interaction: 'oauth-consent', resume: 'oauth-resume' },
    long: shared,
    short: shared,
  }
}

/** Asked each time, and answered for one authorization only. */
const consent = new interactionPolicy.Prompt(
  { name: 'consent', requestable: true },
  new interactionPolicy.Check('consent_missing', 'a person has to agree', 'interaction_required', ctx =>
    grantIdOf(ctx) === undefined
      ? interactionPolicy.Check.REQUEST_PROMPT
      : interactionPolicy.Check.NO_NEED_TO_PROMPT,
  ),
)

const grantIdOf = (ctx: KoaContextWithOIDC): string | undefined => ctx.oidc.result?.consent?.grantId

async function grantOf(ctx: KoaContextWithOIDC): Promise<Grant | undefined> {
  const id = grantIdOf(ctx)
  return id === undefined ? undefined : ctx.oidc.provider.Grant.find(id)
}

/** Seconds until the grant ends, after which nothing of it lives. */
function leftOf(ctx: KoaContextWithOIDC): number {
  const { exp = 0 } = ctx.oidc.entities.Grant ?? {}
  return Math.max(1, exp - Math.floor(Date.now() / 1000))
}

const featuresOf = (
  { url }: Context,
  documents: ClientDocuments | null,
): NonNullable<Configuration['features']> => {
  const resources = resourcesOf(url)
  return {
    devInteractions: { enabled: false },
    userinfo: { enabled: false },
    rpInitiatedLogout: { enabled: false },
    pushedAuthorizationRequests: { enabled: false },
    dPoP: { enabled: false },
    clientIdMetadataDocument: {
      enabled: documents !== null,
      ack: 'draft-02',
      cacheDuration: documentLife,
      allowFetch: async (ctx, address) =>
        documents?.mayFetch(address, (ctx.req as unknown as StandIn).network) ?? false,
    },
    deviceFlow: { enabled: true, ...shownCode },
    registration: { enabled: true, issueRegistrationAccessToken: false },
    revocation: {
      enabled: true,
      allowedPolicy: (_ctx, client, token) => token.clientId === client.clientId,
    },
    resourceIndicators: {
      enabled: true,
      // A grant of both means MCP where nothing is said; a request for both at once is refused.
      defaultResource: ({ oidc }, _client, several) =>
        several && oidc.params?.resource ? [...several] : resources.mcp,
      useGrantedResource: () => true,
      getResourceServerInfo(_ctx, resource) {
        if (!Object.values(resources).includes(resource)) throw new errors.InvalidTarget()
        return { scope: scopes.join(' '), audience: resource, accessTokenFormat: 'opaque' }
      },
    },
  }
}
