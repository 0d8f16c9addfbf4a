// The library that speaks OAuth, set up for us: codes with PKCE for programs without secrets, and tokens that mean nothing by themselves.
import Provider, {
  type Configuration,
  errors,
  type Grant,
  interactionPolicy,
  type KoaContextWithOIDC,
} from 'oidc-provider'
import { hmac, signingKey } from '../../crypto.ts'
import { scopes } from '../../domain/actor.ts'
import { issuerOf, resourcesOf } from '../../domain/grant.ts'
import type { Context } from '../../operations/kernel/context.ts'
import { newToken } from '../../operations/kernel/key-format.ts'
import { endpoints, type StandIn } from './oauth-request.ts'
import { recordsAdapter } from './records-adapter.ts'

/** Seconds. */
const life = { accessToken: 3600, code: 60, consent: 3600 }

/** `failed` is told of what nobody expected. */
export function createProvider(context: Context, failed: (error: Error) => void): Provider {
  const provider = new Provider(issuerOf(context.url), configurationOf(context))
  // The scheme is that of the settings, which the request is given (`StandIn`).
  provider.proxy = true
  valuesBy(provider.AccessToken.prototype, () => newToken('a'))
  valuesBy(provider.RefreshToken.prototype, () => newToken('r'))
  provider.on('server_error', (_ctx, error) => failed(error))
  provider.use(async (ctx, next) => {
    await next()
    if (ctx.path === endpoints.metadata) ctx.body = withoutIdentity(ctx.body as Record<string, unknown>)
    else keepFromOtherSites(ctx.res)
    dropSession(ctx.res)
  })
  return provider
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

/** What the library would add of OpenID Connect, which is not offered here, and ways of answering that are not used. */
const withoutIdentity = (metadata: Record<string, unknown>): Record<string, unknown> => ({
  ...metadata,
  scopes_supported: scopes,
  response_modes_supported: ['query'],
})

/** Pages of other sites connect through a server of theirs: only what is not ours alone is theirs to read. */
function keepFromOtherSites(response: KoaContextWithOIDC['res']): void {
  for (const name of response.getHeaderNames())
    if (name.startsWith('access-control-')) response.removeHeader(name)
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

const configurationOf = (context: Context): Configuration => ({
  adapter: kind => recordsAdapter(context, kind),
  findAccount: (_ctx, accountId) => ({ accountId, claims: () => ({ sub: accountId }) }),
  ...protocol,
  jwks: { keys: [signingKey(context, 'oauth-signing')] },
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
    Interaction: life.consent,
    Session: life.consent,
    Grant: life.consent,
  },
  features: featuresOf(context),
  renderError: (ctx, { error, error_description: description = error }) => {
    ctx.respond = false
    ;(ctx.req as unknown as StandIn).refused(ctx.status, description)
  },
})

/** What never changes: public programs, codes, PKCE with S256, and a new pair of tokens at each refresh. */
const protocol: Configuration = {
  scopes: [...scopes],
  responseTypes: ['code'],
  clientAuthMethods: ['none'],
  enabledJWA: { idTokenSigningAlgValues: ['EdDSA'] },
  clientDefaults: { id_token_signed_response_alg: 'EdDSA' },
  pkce: { required: () => true },
  issueRefreshToken: async () => true,
  rotateRefreshToken: () => true,
  expiresWithSession: async () => false,
  routes: {
    authorization: endpoints.authorization,
    token: endpoints.token,
    registration: endpoints.registration,
    revocation: endpoints.revocation,
    jwks: endpoints.keys,
  },
}

const cookiesOf = (context: Context): NonNullable<Configuration['cookies']> => {
  const shared = { httpOnly: true, sameSite: 'lax', signed: true } as const
  return {
    keys: [hmac(context, 'oauth-cookies', '')],
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

const featuresOf = ({ url }: Context): NonNullable<Configuration['features']> => {
  const resources = resourcesOf(url)
  return {
    devInteractions: { enabled: false },
    userinfo: { enabled: false },
    rpInitiatedLogout: { enabled: false },
    pushedAuthorizationRequests: { enabled: false },
    dPoP: { enabled: false },
    registration: { enabled: true, issueRegistrationAccessToken: false },
    revocation: {
      enabled: true,
      allowedPolicy: (_ctx, client, token) => token.clientId === client.clientId,
    },
    resourceIndicators: {
      enabled: true,
      defaultResource: () => resources.mcp,
      useGrantedResource: () => true,
      getResourceServerInfo(_ctx, resource) {
        if (!Object.values(resources).includes(resource)) throw new errors.InvalidTarget()
        return { scope: scopes.join(' '), audience: resource, accessTokenFormat: 'opaque' }
      },
    },
  }
}
