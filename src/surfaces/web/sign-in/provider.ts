// Sign-in with Google or Microsoft: leaving for the provider, and coming back.
import { authenticateVisitor } from '../../../auth/credentials.ts'
import { decryptOAuthState, OAUTH_STATE_LIFE } from '../../../auth/oauth-state.ts'
import { originOf } from '../../../auth/origin.ts'
import type { ProviderClient } from '../../../auth/provider-clients.ts'
import { beginSignIn, finishSignIn, SignInFailure } from '../../../auth/providers.ts'
import { cookieValue } from '../../../auth/sessions.ts'
import { countSignIn, signInBySso } from '../../../auth/sso-sign-in.ts'
import { shortIdIn } from '../../../domain/artifact.ts'
import { notFound, Problem } from '../../../domain/problem.ts'
import type { ProviderName } from '../../../domain/sign-in.ts'
import { clientOf, type HttpExchange, header } from '../../http/http-exchange.ts'
import type { SignInReturn } from '../layout/sign-in-forms.tsx'
import { returnPath } from '../layout/text.ts'
import { type PageContext, redirect } from '../page/page-context.ts'
import { askForFactor, keepSignedIn } from './finish-sign-in.ts'
import { sendRefusal, signInReturnOf } from './sign-in-redirect.ts'

function providerClient({ site }: PageContext, name: ProviderName): ProviderClient {
  const client = site.providers[name]
  if (!client) throw notFound()
  return client
}

const isHttps = ({ site }: PageContext): boolean => site.context.url.startsWith('https:')

const passageCookie = (pageContext: PageContext): string =>
  isHttps(pageContext) ? '__Host-passage' : 'passage'

/** Lax, since the provider leads back from another site; an empty value removes it. */
function keepPassage(pageContext: PageContext, { response }: HttpExchange, encrypted: string): void {
  const life = encrypted === '' ? 0 : OAUTH_STATE_LIFE
  const secure = isHttps(pageContext) ? '; Secure' : ''
  const cookie = `${passageCookie(pageContext)}=${encrypted}; Path=/; Max-Age=${life}; HttpOnly; SameSite=Lax${secure}`
  response.appendHeader('Set-Cookie', cookie)
}

const queryOf = ({ request }: HttpExchange): string => /\?.*/s.exec(request.url ?? '')?.[0] ?? ''

/** `GET /auth/{provider}`: a link of another site leads to the sign-in page, so that nobody is signed in unasked. */
export async function beginAtProvider(
  pageContext: PageContext,
  exchange: HttpExchange,
  name: ProviderName,
): Promise<void> {
  const client = providerClient(pageContext, name)
  const where = signInReturnOf(
    pageContext,
    exchange,
    Object.fromEntries(new URLSearchParams(queryOf(exchange))),
  )
  if (header(exchange.request, 'sec-fetch-site') === 'cross-site')
    return redirect(pageContext, exchange, `/auth/sign-in?${new URLSearchParams({ next: where.next })}`)
  try {
    const artifact = shortIdIn(where.artifact ?? '')
    const { location, encrypted } = await beginSignIn(pageContext.site.context, client, {
      next: where.next,
      artifact,
    })
    keepPassage(pageContext, exchange, encrypted)
    redirect(pageContext, exchange, location)
  } catch (error) {
    refuse(pageContext, exchange, name, error, where)
  }
}

/** `GET /auth/{provider}/callback` (OpenID Connect Core section 3.1.2.5): a session, or a page that says why not. */
export async function comeBack(
  pageContext: PageContext,
  exchange: HttpExchange,
  name: ProviderName,
): Promise<void> {
  const { context } = pageContext.site
  const client = providerClient(pageContext, name)
  const encrypted = cookieValue(exchange.request.headers.cookie, passageCookie(pageContext))
  keepPassage(pageContext, exchange, '')
  try {
    await countSignIn(context, exchange.network)
    const sso = await finishSignIn(context, client, { query: queryOf(exchange), encrypted })
    const before = await authenticateVisitor(context, exchange.request.headers.cookie)
    const origin = originOf(clientOf(exchange.request), exchange.network)
    const outcome = await signInBySso(context, sso, { before, origin })
    const where = await passageOf(pageContext, encrypted)
    if ('pendingToken' in outcome) return askForFactor(pageContext, exchange, outcome.pendingToken, where)
    keepSignedIn(pageContext, exchange, outcome)
    redirect(pageContext, exchange, where.next)
  } catch (error) {
    refuse(pageContext, exchange, name, error, await passageOf(pageContext, encrypted))
  }
}

/** Returns the target of a sign-in that failed, so that the next try leads there too. */
async function passageOf({ site }: PageContext, encrypted: string | null): Promise<SignInReturn> {
  const kept = encrypted === null ? null : await decryptOAuthState(site.context, encrypted)
  return { next: returnPath(kept?.next), ...(kept?.artifact && { artifact: kept.artifact }) }
}

/** Answers an expected failure with a page that has every way to try again; the log gets a word, nothing that was sent. */
function refuse(
  pageContext: PageContext,
  exchange: HttpExchange,
  provider: ProviderName,
  error: unknown,
  where: SignInReturn,
): void {
  if (!(error instanceof Problem)) throw error
  const reason = error instanceof SignInFailure ? error.reason : error.code
  pageContext.site.log.warn({ requestId: exchange.requestId, provider, reason }, 'sign-in by provider failed')
  if (error.code === 'rate_limited') throw error
  sendRefusal(pageContext, exchange, error, where)
}
