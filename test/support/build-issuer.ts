// A real OpenID provider that gives tokens to builds, as GitHub and GitLab do, and whose own key a test may misuse.
import { once } from 'node:events'
import { createServer } from 'node:http'
import { type CryptoKey, exportJWK, exportSPKI, generateKeyPair, type JWTPayload, SignJWT } from 'jose'
import Provider from 'oidc-provider'
import { answering } from './answering.ts'
import { freePort } from './free-port.ts'

export interface BuildIssuer {
  issuer: string
  /** A token as the provider gives it to a build that asks for one for `audience`. */
  token(audience: string, claims: Record<string, unknown>): Promise<string>
  /** A token that says just this, signed with the provider's own key unless told otherwise. */
  forge(claims: JWTPayload, header?: Record<string, unknown>, key?: CryptoKey | Uint8Array): Promise<string>
  /** The provider's public key as its PEM text, which some libraries took for a shared secret. */
  publicPem: string
  stop(): Promise<void>
}

const client = { client_id: 'runner', client_secret: 'a-secret-of-the-runner-7Hq2kZ' }

export async function startBuildIssuer(): Promise<BuildIssuer> {
  const port = await freePort()
  const issuer = `http://localhost:${port}`
  const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true })
  let claims: Record<string, unknown> = {}
  const provider = new Provider(issuer, {
    clients: [{ ...client, grant_types: ['client_credentials'], redirect_uris: [], response_types: [] }],
    jwks: { keys: [{ ...(await exportJWK(privateKey)), use: 'sig', alg: 'RS256', kid: 'one' }] },
    cookies: { keys: ['cookies of the provider'] },
    extraTokenClaims: () => claims as never,
    features: {
      devInteractions: { enabled: false },
      clientCredentials: { enabled: true },
      resourceIndicators: {
        enabled: true,
        getResourceServerInfo: (_, resource) => ({
          ...{ scope: '', audience: resource, accessTokenTTL: 300 },
          ...{ accessTokenFormat: 'jwt', jwt: { sign: { alg: 'RS256' } } },
        }),
      },
    },
  })
  const server = createServer(answering(provider.callback())).listen(port, '127.0.0.1')
  await once(server, 'listening')
  const ask = async (audience: string, said: Record<string, unknown>): Promise<string> => {
    claims = said
    const answer = await fetch(`${issuer}/token`, {
      method: 'POST',
      headers: { authorization: `Basic ${btoa(`${client.client_id}:${client.client_secret}`)}` },
      body: new URLSearchParams({ grant_type: 'client_credentials', resource: audience }),
    })
    const { access_token: token } = (await answer.json()) as { access_token?: string }
    if (!token) throw new Error(`the provider gave no token: ${answer.status}`)
    return token
  }
  // One token at a time: what the provider says of a build is set beside the request.
  let busy: Promise<unknown> = Promise.resolve()
  return {
    issuer,
    token: (audience, said) => {
      const asked = busy.then(() => ask(audience, said))
      busy = asked.catch(() => undefined)
      return asked
    },
    forge: (payload, header = {}, key = privateKey) =>
      new SignJWT(payload).setProtectedHeader({ alg: 'RS256', kid: 'one', ...header }).sign(key),
    publicPem: await exportSPKI(publicKey),
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
