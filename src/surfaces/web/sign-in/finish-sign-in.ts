// The end of a sign-in over HTTP: the second factor where there is one, then the session cookie.
import type { SignedIn, SignInBrowser } from '../../../auth/complete-sign-in.ts'
import { knownBrowserCookie } from '../../../auth/known-browser.ts'
import { originOf, type SignInOrigin } from '../../../auth/origin.ts'
import { PENDING_SIGN_IN_LIFE, verifyFactor } from '../../../auth/pending-sign-in.ts'
import { cookieValue, sessionCookie } from '../../../auth/sessions.ts'
import { organizationOf } from '../../../domain/actor.ts'
import { Problem } from '../../../domain/problem.ts'
import { send } from '../../http/encode.ts'
import { clientOf, type HttpExchange } from '../../http/http-exchange.ts'
import type { FieldError } from '../layout/form.tsx'
import type { SignInReturn } from '../layout/sign-in-forms.tsx'
import { returnPath } from '../layout/text.ts'
import { sendDocument } from '../layout/theme.ts'
import { type PageContext, postedFields, reader, redirect } from '../page/page-context.ts'
import { factorPage } from './sign-in-pages.tsx'
import { isProgram, sendRefusal, signInReturnOf } from './sign-in-redirect.ts'

export const originAt = (exchange: HttpExchange): SignInOrigin =>
  originOf(clientOf(exchange.request), exchange.network)

/** The browser that signs in, and the session it has. */
export async function signInBrowserOf(
  pageContext: PageContext,
  exchange: HttpExchange,
  { again }: Record<string, string>,
): Promise<SignInBrowser> {
  const actor = await reader(pageContext, exchange)
  const session = 'email' in actor && {
    ...{ id: actor.credential, email: actor.email, organizationId: organizationOf(actor) },
    again: again === '1',
  }
  return { origin: originAt(exchange), session: session || null }
}

const isHttps = ({ site }: PageContext): boolean => site.context.url.startsWith('https:')

/** Holds the token of a sign-in that waits for the second factor. */
const pendingCookieName = (pageContext: PageContext): string =>
  isHttps(pageContext) ? '__Host-pending-sign-in' : 'pending-sign-in'

/** An empty value removes it. */
function pendingCookie(pageContext: PageContext, pendingToken: string): string {
  const life = pendingToken === '' ? 0 : PENDING_SIGN_IN_LIFE / 1000
  return `${pendingCookieName(pageContext)}=${pendingToken}; Path=/; Max-Age=${life}; HttpOnly; SameSite=Lax${isHttps(pageContext) ? '; Secure' : ''}`
}

/** 200 without a session: the form for the second factor, or to a program `{"secondFactor": true}`. */
export function askForFactor(
  pageContext: PageContext,
  exchange: HttpExchange,
  pendingToken: string,
  where: SignInReturn,
): void {
  exchange.response.appendHeader('Set-Cookie', pendingCookie(pageContext, pendingToken))
  if (isProgram(exchange)) send(exchange, 200, pageContext.site.headers.api(), '{"secondFactor":true}')
  else sendFactorForm(pageContext, exchange, 200, where)
}

function sendFactorForm(
  pageContext: PageContext,
  exchange: HttpExchange,
  status: number,
  where: SignInReturn & { errors?: readonly FieldError[] },
): void {
  const html = factorPage({ assets: pageContext.assets, ...where })
  sendDocument(exchange, status, pageContext.site.headers.signInPage(), html)
}

/** `POST /auth/second-factor`: the second step, with the cookie that the first one left. */
export async function giveFactor(pageContext: PageContext, exchange: HttpExchange): Promise<void> {
  const fields = await postedFields(pageContext, exchange)
  const pendingToken = cookieValue(exchange.request.headers.cookie, pendingCookieName(pageContext)) ?? ''
  try {
    const visit = await signInBrowserOf(pageContext, exchange, fields)
    const given = { pendingToken, code: fields.code ?? '', ...visit }
    const outcome = await verifyFactor(pageContext.site.context, given)
    exchange.response.appendHeader('Set-Cookie', pendingCookie(pageContext, ''))
    sendSignedIn(pageContext, exchange, outcome, fields.next)
  } catch (error) {
    const errors = mendable(pageContext, exchange, error, fields)
    if (errors)
      sendFactorForm(pageContext, exchange, 422, { ...signInReturnOf(pageContext, exchange, fields), errors })
  }
}

/** Sets the session cookie; a browser is known from now on to have signed in with the address. */
export function keepSignedIn(
  { site: { context } }: PageContext,
  exchange: HttpExchange,
  { token, email }: Pick<SignedIn, 'token' | 'email'>,
): void {
  const { request, response } = exchange
  response.appendHeader('Set-Cookie', sessionCookie(context, token))
  if (isProgram(exchange)) return
  response.appendHeader('Set-Cookie', knownBrowserCookie(context, request.headers.cookie, email))
}

/** Sets the session cookie and leads on; a program is told who it is. */
export function sendSignedIn(
  pageContext: PageContext,
  exchange: HttpExchange,
  outcome: SignedIn,
  next: string | undefined,
): void {
  const { person, organizations } = outcome
  keepSignedIn(pageContext, exchange, outcome)
  const shown = person && { id: person.id, email: person.email, name: person.name }
  const body = JSON.stringify({ person: shown, organizations })
  if (isProgram(exchange)) send(exchange, 200, pageContext.site.headers.api(), body)
  else redirect(pageContext, exchange, returnPath(next))
}

/** Returns the error that the form of a code shows; null where another page was sent. Throws everything else. */
export function mendable(
  pageContext: PageContext,
  exchange: HttpExchange,
  error: unknown,
  fields: Record<string, string>,
): FieldError[] | null {
  if (isProgram(exchange) || !(error instanceof Problem)) throw error
  if (error.code === 'sign_in_provider_required') {
    sendRefusal(pageContext, exchange, error, signInReturnOf(pageContext, exchange, fields))
    return null
  }
  if (error.status !== 422) throw error
  return [{ field: 'code', message: error.message }]
}
