// Sign-in by mail: asking for a code and giving it back, as a form and as JSON; signing out; the setup link.

import { randomBytes } from 'node:crypto'
import { requestCode, verifyCode } from '../../../auth/one-time-code.ts'
import { cookieValue, endOwnSession, sessionCookie } from '../../../auth/sessions.ts'
import { finishSetup, isSetupOpen } from '../../../auth/setup.ts'
import { shortIdIn } from '../../../domain/artifact.ts'
import { invalidInput, Problem } from '../../../domain/problem.ts'
import { providerRequired } from '../../../domain/sign-in.ts'
import { send } from '../../http/encode.ts'
import type { HttpExchange } from '../../http/http-exchange.ts'
import type { FieldError } from '../layout/form.tsx'
import { returnPath } from '../layout/text.ts'
import { sendDocument } from '../layout/theme.ts'
import { type PageContext, postedFields, reader, redirect } from '../page/page-context.ts'
import { providersOf } from '../page/providers.ts'
import { setup } from '../words/sign-in.ts'
import { askForFactor, mendable, originAt, sendSignedIn, signInBrowserOf } from './finish-sign-in.ts'
import { codePage, proveAgainPage, setupPage } from './sign-in-pages.tsx'
import { isProgram, sendSignIn, signInReturnOf } from './sign-in-redirect.ts'

const handleLife = 600

/** The request handle binds a code to the browser that asked; `__Host-` where the address is https. */
const handleCookie = (pageContext: PageContext): string =>
  pageContext.site.context.url.startsWith('https:') ? '__Host-ask' : 'ask'

/** The handle that the browser has, else a new one: asked once more, the newest code takes the place of the one before. */
function handleOf(pageContext: PageContext, exchange: HttpExchange): string {
  const known = cookieValue(exchange.request.headers.cookie, handleCookie(pageContext)) ?? ''
  return /^[\w-]{22}$/.test(known) ? known : randomBytes(16).toString('base64url')
}

/** `GET /auth/sign-in` */
export async function showSignIn(pageContext: PageContext, exchange: HttpExchange): Promise<void> {
  const query = new URL(exchange.request.url ?? '', pageContext.site.context.url).searchParams
  const next = returnPath(query.get('next'))
  const actor = await reader(pageContext, exchange)
  if (query.get('again') === '1' && 'email' in actor) {
    const providers = 'byProvider' in actor ? providersOf(pageContext, { next }) : []
    return sendForm(
      pageContext,
      exchange,
      200,
      proveAgainPage({ assets: pageContext.assets, next, email: actor.email, providers }),
    )
  }
  if (actor.kind === 'person') return redirect(pageContext, exchange, next)
  const barred = actor.kind === 'guest' && actor.barred === true
  const errors = barred ? [{ field: null, message: providerRequired().message }] : []
  sendSignIn(pageContext, exchange, 200, { next, errors })
}

/** `POST /auth/code`: 202 for every well-formed address; a browser goes on to the code form. */
export async function askForCode(pageContext: PageContext, exchange: HttpExchange): Promise<void> {
  const fields = await withOwnAddress(pageContext, exchange, await postedFields(pageContext, exchange, true))
  const { artifact } = signInReturnOf(pageContext, exchange, fields)
  const handle = isProgram(exchange) ? null : handleOf(pageContext, exchange)
  try {
    await requestCode(pageContext.site.context, {
      email: fields.email ?? '',
      artifact: shortIdIn(artifact ?? ''),
      handle,
      network: exchange.network,
      cookie: exchange.request.headers.cookie,
      ...(fields.again === '1' && { again: true }),
    })
  } catch (error) {
    if (isProgram(exchange) || !(error instanceof Problem) || error.code === 'rate_limited') throw error
    const errors = [{ field: 'email', message: error.message }]
    return sendSignIn(pageContext, exchange, error.status, {
      ...signInReturnOf(pageContext, exchange, fields),
      email: fields.email ?? '',
      errors,
    })
  }
  if (isProgram(exchange)) send(exchange, 202, pageContext.site.headers.api(), '{"status":"accepted"}')
  else sendForm(pageContext, exchange, 202, codePageFor(pageContext, exchange, fields), handle)
}

/** The form for the code. Where strangers may come in, as for a page, every address is sent one (`mayJoin`). */
function codePageFor(
  pageContext: PageContext,
  exchange: HttpExchange,
  fields: Record<string, string>,
  errors: readonly FieldError[] = [],
): string {
  const where = signInReturnOf(pageContext, exchange, fields)
  const { email = '' } = fields
  const isForPage = shortIdIn(where.artifact ?? '') !== null
  const isSent = pageContext.site.context.signUp === 'open' || isForPage || where.again !== undefined
  return codePage({ assets: pageContext.assets, ...where, email, isSent, errors })
}

/** Puts the session's own address into the form of a reader who proves it again, whatever the form says. */
async function withOwnAddress(
  pageContext: PageContext,
  exchange: HttpExchange,
  { again, ...fields }: Record<string, string>,
): Promise<Record<string, string>> {
  const actor = again === '1' ? await reader(pageContext, exchange) : null
  return actor && 'email' in actor ? { ...fields, email: actor.email, again: '1' } : fields
}

/** `POST /auth/code/verify`: sets the session cookie, or asks for the second factor. */
export async function giveCode(pageContext: PageContext, exchange: HttpExchange): Promise<void> {
  const fields = await postedFields(pageContext, exchange, true)
  const { email = '', code = '' } = fields
  const handle = cookieValue(exchange.request.headers.cookie, handleCookie(pageContext))
  try {
    const visit = await signInBrowserOf(pageContext, exchange, fields)
    const outcome = await verifyCode(pageContext.site.context, { email, code, handle, ...visit })
    if ('pendingToken' in outcome)
      askForFactor(pageContext, exchange, outcome.pendingToken, signInReturnOf(pageContext, exchange, fields))
    else sendSignedIn(pageContext, exchange, outcome, fields.next)
  } catch (error) {
    const errors = mendable(pageContext, exchange, error, fields)
    if (errors) sendForm(pageContext, exchange, 422, codePageFor(pageContext, exchange, fields, errors))
  }
}

/** `POST /auth/sign-out`: goes on at `next`, such as an invitation that is meant for another address. */
export async function signOut(pageContext: PageContext, exchange: HttpExchange): Promise<void> {
  const { next } = await postedFields(pageContext, exchange)
  const actor = await reader(pageContext, exchange)
  if (actor.kind !== 'anonymous') await endOwnSession(pageContext.site.context, actor)
  redirect(pageContext, exchange, returnPath(next, '/'), {
    'Set-Cookie': sessionCookie(pageContext.site.context, ''),
    'Clear-Site-Data': '"cache", "storage"',
  })
}

/** `GET /auth/setup/{token}`: opening the link changes nothing. */
export async function showSetup(
  pageContext: PageContext,
  exchange: HttpExchange,
  token: string,
): Promise<void> {
  if (!(await isSetupOpen(pageContext.site.context, token))) throw spentSetup()
  sendDocument(
    exchange,
    200,
    pageContext.site.headers.tokenPage(),
    setupPage({ assets: pageContext.assets, action: `/auth/setup/${token}` }),
  )
}

/** `POST /auth/setup/{token}`: the person becomes Owner, is signed in, and lands on the keys page. */
export async function doSetup(
  pageContext: PageContext,
  exchange: HttpExchange,
  token: string,
): Promise<void> {
  const fields = await postedFields(pageContext, exchange)
  const { email = '', name = '' } = fields
  try {
    if (name.trim() === '') throw invalidInput([{ field: 'name', message: setup.nameFirst }])
    const session = await finishSetup(pageContext.site.context, token, {
      email,
      name,
      origin: originAt(exchange),
    })
    redirect(pageContext, exchange, '/app', {
      'Set-Cookie': sessionCookie(pageContext.site.context, session),
    })
  } catch (error) {
    if (!(error instanceof Problem) || error.status !== 422) throw error
    const errors = [{ field: name.trim() === '' ? 'name' : 'email', message: error.message }]
    const page = setupPage({
      assets: pageContext.assets,
      action: `/auth/setup/${token}`,
      email,
      name,
      errors,
    })
    sendDocument(exchange, 422, pageContext.site.headers.tokenPage(), page)
  }
}

const spentSetup = (): Problem => new Problem('not_found', setup.spent)

function sendForm(
  pageContext: PageContext,
  exchange: HttpExchange,
  status: number,
  html: string,
  handle: string | null = null,
): void {
  const { headers, context } = pageContext.site
  const secure = context.url.startsWith('https:') ? '; Secure' : ''
  const cookie = handle && {
    'Set-Cookie': `${handleCookie(pageContext)}=${handle}; Path=/; Max-Age=${handleLife}; HttpOnly; SameSite=Lax${secure}`,
  }
  sendDocument(exchange, status, { ...headers.signInPage(), ...cookie }, html)
}
