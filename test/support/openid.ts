// A real OpenID provider on a port of its own, where a test says who is signed in and what is known of them.
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { exportJWK, generateKeyPair } from 'jose'
import Provider from 'oidc-provider'
import { freePort } from './free-port.ts'

export interface OpenIdProvider {
  issuer: string
  clientId: string
  clientSecret: string
  /** The claims of each account, by its subject. */
  accounts: Map<string, Record<string, unknown>>
  /** The subject who uses the provider's pages from now on; null calls the sign-in off. */
  visitor: string | null
  stop(): Promise<void>
}

/** A provider with one client that may return to `redirectUris`. On another host it is another site. */
export async function startOpenId(redirectUris: string[], host = 'localhost'): Promise<OpenIdProvider> {
  const port = await freePort()
  const issuer = `http://${host}:${port}`
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  const accounts: OpenIdProvider['accounts'] = new Map()
  const client = { client_id: 'recto', client_secret: 'a-secret-of-the-client-7Hq2kZ' }
  const provider = new Provider(issuer, {
    clients: [{ ...client, redirect_uris: redirectUris }],
    jwks: { keys: [{ ...(await exportJWK(privateKey)), use: 'sig', alg: 'RS256', kid: 'one' }] },
    cookies: { keys: ['cookies of the provider'] },
    claims: { openid: ['sub'], email: ['email', 'email_verified', 'xms_edov'], profile: ['name'] },
    conformIdTokenClaims: false,
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false } },
    ttl: { Interaction: 600, Session: 600, Grant: 600, IdToken: 600, AccessToken: 600 },
    interactions: { url: (_, interaction) => `/choose/${interaction.uid}` },
    findAccount: (_, sub) => ({ accountId: sub, claims: () => ({ sub, ...accounts.get(sub) }) }),
    async loadExistingGrant(ctx) {
      const { client: asking, session } = ctx.oidc
      const grant = new ctx.oidc.provider.Grant({
        clientId: asking!.clientId,
        accountId: session!.accountId!,
      })
      grant.addOIDCScope('openid email profile')
      await grant.save()
      return grant
    },
  })
  const self = { issuer, clientId: client.client_id, clientSecret: client.client_secret, accounts }
  const running: OpenIdProvider = { ...self, visitor: null, stop: async () => undefined }
  const answer = provider.callback()
  const server = createServer((request, response) => {
    const chosen = choice(provider, running, request, response)
    if (!chosen) answer(request, response).catch(error => response.destroy(error))
  }).listen(port, '127.0.0.1')
  await once(server, 'listening')
  running.stop = async () => {
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  }
  return running
}

/** The page where an account is chosen, and the choice: by a button in a browser, at once for a program. */
function choice(
  provider: Provider,
  { visitor, issuer }: Pick<OpenIdProvider, 'visitor' | 'issuer'>,
  request: IncomingMessage,
  response: ServerResponse,
): boolean {
  if (!request.url?.startsWith('/choose/')) return false
  const inBrowser = request.headers['sec-fetch-mode'] !== undefined && request.method === 'GET'
  if (inBrowser) {
    response.writeHead(200, { 'content-type': 'text/html' })
    response.end(
      `<!doctype html><title>Provider</title><form method="post" action="${issuer}${request.url}"><button>Continue as ${visitor}</button></form>`,
    )
    return true
  }
  const result = visitor === null ? { error: 'access_denied' } : { login: { accountId: visitor } }
  provider
    .interactionFinished(request, response, result, { mergeWithLastSubmission: false })
    .catch(error => response.destroy(error))
  return true
}
