// Sign-in by mail: asking for a code and giving it back, as a form and as JSON; signing out; the setup link.
import { randomBytes } from 'node:crypto'
import { requestCode, verifyCode } from '../../../auth/one-time-code.ts'
import { cookieValue, sessionCookie } from '../../../auth/sessions.ts'
import { finishSetup, isSetupOpen } from '../../../auth/setup.ts'
import { shortIdIn } from '../../../domain/artifact.ts'
import { invalidInput, Problem } from '../../../domain/problem.ts'
import { providerRequired } from '../../../domain/sign-in.ts'
import { send } from '../../http/encode.ts'
import type { Wire } from '../../http/exchange.ts'
import type { FieldError } from '../components/form.tsx'
import { type Desk, postedFields, reader, redirect } from '../desk.ts'
import { againPage, codePage, setupPage } from '../pages/sign-in-pages.tsx'
import { returnPath } from '../text.ts'
import { sendDocument } from '../theme.ts'
import { isProgram, passage, providersOf, sendSignIn } from './passage.ts'
import { askForFactor, mendable, originAt, sendSignedIn, visitAt } from './signing-in.ts'

const handleLife = 600

/** The request handle binds a code to the browser that asked; `__Host-` where the address is https. */
const handleCookie = (desk: Desk): string =>
  desk.site.context.url.startsWith('https:') ? '__Host-ask' : 'ask'

/** The handle that the browser has, else a new one: asked once more, the newest code takes the place of the one before. */
function handleOf(desk: Desk, wire: Wire): string {
  const known = cookieValue(wire.request.headers.cookie, handleCookie(desk)) ?? ''
  return /^[\w-]{22}$/.test(known) ? known : randomBytes(16).toString('base64url')
}

/** `GET /auth/sign-in` */
export async function showSignIn(desk: Desk, wire: Wire): Promise<void> {
  const query = new URL(wire.request.url ?? '', desk.site.context.url).searchParams
  const next = returnPath(query.get('next'))
  const actor = await reader(desk, wire)
  if (query.get('again') === '1' && 'email' in actor) {
    const providers = 'byProvider' in actor ? providersOf(desk, { next }) : []
    return sendForm(desk, wire, 200, againPage({ assets: desk.assets, next, email: actor.email, providers }))
  }
  if (actor.kind === 'person') return redirect(desk, wire, next)
  const barred = actor.kind === 'guest' && actor.barred === true
  const errors = barred ? [{ field: null, message: providerRequired().message }] : []
  sendSignIn(desk, wire, 200, { next, errors })
}

/** `POST /auth/code`: 202 for every well-formed address; a browser goes on to the code form. */
export async function askForCode(desk: Desk, wire: Wire): Promise<void> {
  const fields = await withOwnAddress(desk, wire, await postedFields(desk, wire, true))
  const { artifact } = passage(desk, wire, fields)
  const handle = isProgram(wire) ? null : handleOf(desk, wire)
  try {
    await requestCode(desk.site.context, {
      email: fields.email ?? '',
      artifact: shortIdIn(artifact ?? ''),
      handle,
      network: wire.network,
      cookie: wire.request.headers.cookie,
      ...(fields.again === '1' && { again: true }),
    })
  } catch (error) {
    if (isProgram(wire) || !(error instanceof Problem) || error.code === 'rate_limited') throw error
    const errors = [{ field: 'email', message: error.message }]
    return sendSignIn(desk, wire, error.status, {
      ...passage(desk, wire, fields),
      email: fields.email ?? '',
      errors,
    })
  }
  if (isProgram(wire)) send(wire, 202, desk.site.headers.api(), '{"status":"accepted"}')
  else sendForm(desk, wire, 202, codePageFor(desk, wire, fields), handle)
}

/** The form for the code. Where strangers may come in, as for a page, every address is sent one (`mayJoin`). */
function codePageFor(
  desk: Desk,
  wire: Wire,
  fields: Record<string, string>,
  errors: readonly FieldError[] = [],
): string {
  const where = passage(desk, wire, fields)
  const { email = '' } = fields
  const isForPage = shortIdIn(where.artifact ?? '') !== null
  const isSent = desk.site.context.signUp === 'open' || isForPage || where.again !== undefined
  return codePage({ assets: desk.assets, ...where, email, isSent, errors })
}

/** Whoever proves the address again gets the code where the session says, whatever the form says. */
async function withOwnAddress(
  desk: Desk,
  wire: Wire,
  { again, ...fields }: Record<string, string>,
): Promise<Record<string, string>> {
  const actor = again === '1' ? await reader(desk, wire) : null
  return actor && 'email' in actor ? { ...fields, email: actor.email, again: '1' } : fields
}

/** `POST /auth/code/verify`: sets the session cookie, or asks for the second factor. */
export async function giveCode(desk: Desk, wire: Wire): Promise<void> {
  const fields = await postedFields(desk, wire, true)
  const { email = '', code = '' } = fields
  const handle = cookieValue(wire.request.headers.cookie, handleCookie(desk))
  try {
    const visit = await visitAt(desk, wire, fields)
    const outcome = await verifyCode(desk.site.context, { email, code, handle, ...visit })
    if ('half' in outcome) askForFactor(desk, wire, outcome.half, passage(desk, wire, fields))
    else sendSignedIn(desk, wire, outcome, fields.next)
  } catch (error) {
    const errors = mendable(desk, wire, error, fields)
    if (errors) sendForm(desk, wire, 422, codePageFor(desk, wire, fields, errors))
  }
}

/** `POST /auth/sign-out`: goes on at `next`, such as an invitation that is meant for another address. */
export async function signOut(desk: Desk, wire: Wire): Promise<void> {
  const { next } = await postedFields(desk, wire)
  const actor = await reader(desk, wire)
  if (actor.kind !== 'anonymous')
    await desk.site.context.records.unit(rows => rows.credentials.endSession(actor.credential))
  redirect(desk, wire, returnPath(next, '/'), {
    'Set-Cookie': sessionCookie(desk.site.context, ''),
    'Clear-Site-Data': '"cache", "storage"',
  })
}

/** `GET /auth/setup/{token}`: opening the link changes nothing. */
export async function showSetup(desk: Desk, wire: Wire, token: string): Promise<void> {
  if (!(await isSetupOpen(desk.site.context, token))) throw spentSetup()
  sendDocument(
    wire,
    200,
    desk.site.headers.tokenPage(),
    setupPage({ assets: desk.assets, action: `/auth/setup/${token}` }),
  )
}

/** `POST /auth/setup/{token}`: the person becomes Owner, is signed in, and lands on the keys page. */
export async function doSetup(desk: Desk, wire: Wire, token: string): Promise<void> {
  const fields = await postedFields(desk, wire)
  const { email = '', name = '' } = fields
  try {
    if (name.trim() === '') throw invalidInput([{ field: 'name', message: 'Write your name.' }])
    const session = await finishSetup(desk.site.context, token, { email, name, origin: originAt(wire) })
    redirect(desk, wire, '/app/keys', { 'Set-Cookie': sessionCookie(desk.site.context, session) })
  } catch (error) {
    if (!(error instanceof Problem) || error.status !== 422) throw error
    const errors = [{ field: name.trim() === '' ? 'name' : 'email', message: error.message }]
    const page = setupPage({ assets: desk.assets, action: `/auth/setup/${token}`, email, name, errors })
    sendDocument(wire, 422, desk.site.headers.tokenPage(), page)
  }
}

const spentSetup = (): Problem =>
  new Problem(
    'not_found',
    'This setup link was used or replaced. Start the server again to get another one, or sign in.',
  )

function sendForm(desk: Desk, wire: Wire, status: number, html: string, handle: string | null = null): void {
  const { headers, context } = desk.site
  const secure = context.url.startsWith('https:') ? '; Secure' : ''
  const cookie = handle && {
    'Set-Cookie': `${handleCookie(desk)}=${handle}; Path=/; Max-Age=${handleLife}; HttpOnly; SameSite=Lax${secure}`,
  }
  sendDocument(wire, status, { ...headers.signInPage(), ...cookie }, html)
}
