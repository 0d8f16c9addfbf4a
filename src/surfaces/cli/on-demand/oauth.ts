// OAuth for `recto login`: codes with PKCE by way of the browser, codes for devices, renewal under a lock, revocation. Loaded on demand.
import { dirname } from 'node:path'
import * as oidc from 'openid-client'
import { Failure, usage } from '../failure.ts'
import type { Io } from '../io.ts'
import { makeFolder } from '../make-folder.ts'
import { type Place, type Resource, signedOut, tokenIn } from '../server/credential.ts'
import { waitForRedirect } from '../server/redirect-listener.ts'
import {
  findSignIn,
  removeSignIn,
  type SignIn,
  saveSignIn,
  signInsPath,
  updateSignIn,
} from '../server/stored-sign-ins.ts'
import { whileLocked } from './lock.ts'

/** The client that every server knows. */
const CLIENT = 'recto-cli'

const scopes =
  'artifacts:read artifacts:write artifacts:delete comments:read comments:write sharing:write org:read'

const resources: readonly Resource[] = ['/v1', '/v1/mcp']

/** The messages to a person who signs in. */
export interface Telling {
  /** Shows the address to open. */
  open(url: string): void | Promise<void>
  /** Shows the code to type there. */
  code(code: string, url: string): void | Promise<void>
  /** Waits for an answer of the server. */
  wait<T>(send: () => Promise<T>): Promise<T>
}

type Tokens = oidc.TokenEndpointResponse

/** Signs in by way of the browser on this machine. */
export async function signInWithBrowser({ server }: Place, telling: Telling): Promise<Tokens> {
  const config = await discover(server, telling)
  const verifier = oidc.randomPKCECodeVerifier()
  const state = oidc.randomState()
  const listener = await waitForRedirect(state)
  try {
    const query = new URLSearchParams({
      redirect_uri: listener.address,
      scope: scopes,
      state,
      code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    })
    for (const [name, value] of resourceFields(server)) query.append(name, value)
    const url = oidc.buildAuthorizationUrl(config, query)
    await telling.open(url.href)
    const answered = await listener.answered
    return await oidc.authorizationCodeGrant(
      config,
      answered,
      { pkceCodeVerifier: verifier, expectedState: state },
      { resource: server + resources[0] },
    )
  } catch (error) {
    throw explained(error, server)
  } finally {
    listener.close()
  }
}

/** Signs in with a code that a person types into a browser anywhere. */
export async function signInWithDevice({ server }: Place, telling: Telling): Promise<Tokens> {
  const config = await discover(server, telling)
  try {
    const fields = new URLSearchParams([['scope', scopes], ...resourceFields(server)])
    const asked = await oidc.initiateDeviceAuthorization(config, fields)
    await telling.code(asked.user_code, asked.verification_uri)
    return await oidc.pollDeviceAuthorizationGrant(config, asked, { resource: server + resources[0] })
  } catch (error) {
    throw explained(error, server)
  }
}

const resourceFields = (server: string): [string, string][] =>
  resources.map((resource): [string, string] => ['resource', server + resource])

/** Keeps what was signed in, in place of what was kept for the same server and profile. */
export async function keepSignIn(
  io: Io,
  place: Place,
  tokens: Tokens,
  { person, storage }: { person: string; storage: 'keychain' | 'file' },
): Promise<void> {
  const signIn = {
    ...place,
    person,
    scope: tokens.scope ?? scopes,
    refreshToken: String(tokens.refresh_token),
    accessTokens: { [resources[0]!]: accessToken(tokens) },
  }
  await locked(io, () => saveSignIn(io, signIn, storage))
}

/**
 * A token for a resource: the one that another process fetched meanwhile, else a new one. One process at a time spends the
 * refresh token, and the next one is on disk before anything is done with what came with it.
 */
export async function renewToken(
  io: Io,
  place: Place,
  { resource, refused }: { resource: Resource; refused?: string | undefined },
): Promise<string> {
  return locked(io, async () => {
    const signIn = await findSignIn(io, place)
    if (!signIn) throw signedOut()
    const found = tokenIn(signIn, resource)
    if (found !== null && found !== refused) return found
    const tokens = await refresh(io, signIn, resource)
    await updateSignIn(io, {
      ...signIn,
      refreshToken: tokens.refresh_token ?? signIn.refreshToken,
      accessTokens: { ...signIn.accessTokens, [resource]: accessToken(tokens) },
    })
    return tokens.access_token
  })
}

async function refresh(io: Io, signIn: SignIn, resource: Resource): Promise<Tokens> {
  const config = await discover(signIn.server)
  try {
    return await oidc.refreshTokenGrant(config, signIn.refreshToken, { resource: signIn.server + resource })
  } catch (error) {
    if (!(error instanceof oidc.ResponseBodyError) || error.error !== 'invalid_grant')
      throw explained(error, signIn.server)
    await removeSignIn(io, signIn)
    throw signedOut()
  }
}

/** Ends a sign-in at the server and here. Null says that there was none. */
export async function signOut(io: Io, place: Place): Promise<SignIn | null> {
  return locked(io, async () => {
    const signIn = await findSignIn(io, place)
    try {
      if (signIn) await revoke(signIn)
    } finally {
      await removeSignIn(io, place)
    }
    return signIn
  })
}

/** Ends a grant that nobody keeps. */
export async function revoke({
  server,
  refreshToken,
}: Pick<SignIn, 'server' | 'refreshToken'>): Promise<void> {
  const config = await discover(server)
  try {
    await oidc.tokenRevocation(config, refreshToken)
  } catch (error) {
    throw explained(error, server)
  }
}

const accessToken = ({ access_token: value, expires_in: seconds = 3600 }: Tokens) => ({
  value,
  endsAt: Date.now() + seconds * 1000,
})

/** Held for a request at most. */
function locked<T>(io: Io, work: () => Promise<T>): Promise<T> {
  const path = signInsPath(io.env)
  makeFolder(dirname(path), 0o700)
  return whileLocked(path, work)
}

const isLoopback = (host: string): boolean => /^(localhost|127\.0\.0\.1|\[::1\])$/.test(host)

/** Reads the server's description of its sign-in. Tokens never travel unencrypted, but on this machine. */
async function discover(server: string, telling?: Telling): Promise<oidc.Configuration> {
  const { protocol, hostname } = new URL(server)
  const isPlain = protocol === 'http:'
  if (isPlain && !isLoopback(hostname))
    throw usage(`${server} is not encrypted, and a sign-in must not travel so. Name it with https://.`)
  const options: oidc.DiscoveryRequestOptions = {
    algorithm: 'oauth2',
    ...(isPlain && { execute: [oidc.allowInsecureRequests] }),
    ...(telling && {
      [oidc.customFetch]: (url, init) => telling.wait(() => fetch(url, init as RequestInit)),
    }),
  }
  try {
    return await oidc.discovery(new URL(`${server}/oauth`), CLIENT, undefined, oidc.None(), options)
  } catch (error) {
    throw explained(error, server)
  }
}

/** A failure of the protocol in words of the command line. */
function explained(error: unknown, server: string): unknown {
  if (error instanceof Failure) return error
  if (error instanceof oidc.AuthorizationResponseError || error instanceof oidc.ResponseBodyError)
    return refused(error, server)
  const why = brokenBy(error)
  if (why) return new Failure(1, { code: 'unreachable', detail: `Nothing answers at ${server} (${why}).` })
  const { cause } = error as Error
  return new Failure(1, {
    code: 'unexpected_answer',
    ...(cause instanceof Response && !cause.ok && { status: cause.status }),
    detail: `What answers at ${server} offers no sign-in for this program (${(error as Error).message}). Is a Recto server of today at this address, and does a proxy or a sign-in page of the network stand before it? A key works in any case: RECTO_API_KEY`,
  })
}

/** The code of what broke the connection, found below what the protocol made of it; undefined where it held. */
function brokenBy(error: unknown): string | undefined {
  const { code = '', cause } = (error ?? {}) as { code?: unknown; cause?: unknown }
  if (/^(E[A-Z]+|UND_ERR|OAUTH_TIMEOUT)/.test(String(code))) return String(code)
  return cause === undefined ? undefined : brokenBy(cause)
}

const refusals: Readonly<Record<string, string>> = {
  access_denied: 'Nobody was signed in: the request was declined.',
  expired_token: 'The code ended before anybody typed it. Run recto login again.',
}

const refused = (
  { error, error_description: more }: { error: string; error_description?: string | undefined },
  server: string,
) =>
  new Failure(3, {
    code: 'not_signed_in',
    detail: refusals[error] ?? `${server} refused the sign-in: ${more ?? error}`,
  })
