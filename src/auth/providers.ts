// Sign-in by provider over OpenID Connect: the way there, and what comes back, checked by openid-client.
import type * as oidc from 'openid-client'
import { Problem } from '../domain/problem.ts'
import { type ProviderName, providerTitles } from '../domain/sign-in.ts'
import type { Context } from '../operations/kernel/context.ts'
import { OutboundError } from '../outbound.ts'
import { decryptOAuthState, encryptOAuthState, type OAuthState } from './oauth-state.ts'
import { verifiedAddress } from './provider-address.ts'
import { isOwnIssuer, type ProviderClient } from './provider-clients.ts'

/** A sign-in that did not succeed. `reason` is for the log: a word of a known list, never what a provider sent. */
export class SignInFailure extends Problem {
  readonly reason: string

  constructor(code: 'sign_in_failed' | 'provider_unavailable', detail: string, reason: string) {
    super(code, detail)
    this.reason = reason
  }
}

type Keeping = Pick<Context, 'secret' | 'clock' | 'url'>

const callback = (context: Keeping, name: ProviderName): string => `${context.url}/auth/${name}/callback`

/** Returns the address that the browser goes to, and the cookie that it keeps meanwhile. */
export async function beginSignIn(
  context: Keeping,
  client: ProviderClient,
  { next, artifact }: Pick<OAuthState, 'next' | 'artifact'>,
): Promise<{ location: string; encrypted: string }> {
  const oidc = await import('openid-client')
  const configuration = await client.configuration().catch(async error => {
    throw await failure(client.name, error)
  })
  const [state, nonce, verifier] = [oidc.randomState(), oidc.randomNonce(), oidc.randomPKCECodeVerifier()]
  const location = oidc.buildAuthorizationUrl(configuration, {
    redirect_uri: callback(context, client.name),
    scope: 'openid email profile',
    state,
    nonce,
    code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    ...(isOwnIssuer(client.settings.issuer) && { prompt: 'select_account' }),
  })
  const passage = { provider: client.name, state, nonce, verifier, next, artifact }
  return { location: location.href, encrypted: await encryptOAuthState(context, passage) }
}

/** The person who came back, as the provider says. */
export interface SsoIdentity {
  passage: OAuthState
  issuer: string
  subject: string
  /** Null if the provider answers for no address. */
  email: string | null
  name: string | null
}

/** Reads what the browser brought from the provider; throws a SignInFailure for everything that is not as it must be. */
export async function finishSignIn(
  context: Keeping,
  client: ProviderClient,
  { query, encrypted }: { query: string; encrypted: string | null },
): Promise<SsoIdentity> {
  const passage = encrypted === null ? null : await decryptOAuthState(context, encrypted)
  if (passage?.provider !== client.name) throw unknownCallback('no_passage')
  if (new URLSearchParams(query).get('state') !== passage.state) throw unknownCallback('state')
  try {
    const { authorizationCodeGrant } = await import('openid-client')
    const configuration = await client.configuration()
    const answer = new URL(`${callback(context, client.name)}${query}`)
    const tokens = await authorizationCodeGrant(configuration, answer, {
      expectedState: passage.state,
      expectedNonce: passage.nonce,
      pkceCodeVerifier: passage.verifier,
      idTokenExpected: true,
    })
    return { passage, ...identityFrom(client.name, tokens.claims()!) }
  } catch (error) {
    throw await failure(client.name, error)
  }
}

/** OpenID Connect Core section 2. */
const LONGEST_SUBJECT = 255

function identityFrom(provider: ProviderName, claims: oidc.IDToken): Omit<SsoIdentity, 'passage'> {
  const { iss: issuer, sub: subject, name } = claims
  if (subject.length > LONGEST_SUBJECT) throw new Error('the subject is too long')
  const email = verifiedAddress(provider, claims)
  return { issuer, subject, email, name: typeof name === 'string' ? name : null }
}

/** A callback that belongs to no sign-in of this browser, or to one that is over. */
export const unknownCallback = (reason: string): SignInFailure =>
  new SignInFailure(
    'sign_in_failed',
    'This sign-in was begun in another browser, more than ten minutes ago, or was finished already. Begin again.',
    reason,
  )

/** Says what went wrong, for a person; it repeats nothing that the provider sent. */
async function failure(provider: ProviderName, error: unknown): Promise<SignInFailure> {
  const { AuthorizationResponseError, ResponseBodyError } = await import('openid-client')
  const title = providerTitles[provider]
  const isAnswer = error instanceof AuthorizationResponseError || error instanceof ResponseBodyError
  const reason = isAnswer ? plainWord(error.error) : reasonOf(error)
  if (error instanceof SignInFailure) return error
  if (error instanceof AuthorizationResponseError)
    return new SignInFailure(
      'sign_in_failed',
      `${title} did not sign you in${error.error === 'access_denied' ? ', because it was called off' : ''}. Try again, or sign in with a code.`,
      reason,
    )
  if (isSilence(error))
    return new SignInFailure(
      'provider_unavailable',
      `${title} does not answer as it should. Try again in a moment, or sign in with a code.`,
      reason,
    )
  return new SignInFailure(
    'sign_in_failed',
    `What ${title} answered could not be confirmed, so nobody was signed in. Begin again, or sign in with a code.`,
    reason,
  )
}

/** True if there was no whole answer, or none that is OpenID Connect. */
const isSilence = (error: unknown): boolean =>
  error instanceof OutboundError ||
  (error instanceof Error &&
    (error.cause instanceof OutboundError || silent.has((error as { code?: string }).code ?? '')))

const silent = new Set([
  'OAUTH_TIMEOUT',
  'OAUTH_ABORT',
  'OAUTH_RESPONSE_IS_NOT_CONFORM',
  'OAUTH_RESPONSE_IS_NOT_JSON',
  'OAUTH_PARSE_ERROR',
])

/** Returns a word of the provider for the log, only if it is a plain word. */
const plainWord = (text: string): string => (/^[a-z_]{1,40}$/.test(text) ? text : 'error_answer')

/** A word for the log: codes of the library are its own. */
function reasonOf(error: unknown): string {
  const { code = 'unexpected', cause } = error as { code?: string; cause?: { cause?: { claim?: string } } }
  const silence = [error, cause].find(each => each instanceof OutboundError)
  if (silence) return silence.message
  return cause?.cause?.claim === undefined ? code : `${code} ${cause.cause.claim}`
}
