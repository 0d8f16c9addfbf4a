// The end of a sign-in over HTTP: the second factor where there is one, then the session cookie.
import type { SignedIn, Visit } from '../../../auth/completing.ts'
import { HALF_LIFE, verifyFactor } from '../../../auth/half-sign-in.ts'
import { knownBrowserCookie } from '../../../auth/known-browser.ts'
import { originOf, type SignInOrigin } from '../../../auth/origin.ts'
import { cookieValue, sessionCookie } from '../../../auth/sessions.ts'
import { organizationOf } from '../../../domain/actor.ts'
import { Problem } from '../../../domain/problem.ts'
import { send } from '../../http/encode.ts'
import { clientOf, type Wire } from '../../http/exchange.ts'
import type { FieldError } from '../components/form.tsx'
import type { SignInPassage } from '../components/sign-in-forms.tsx'
import { type Desk, postedFields, reader, redirect } from '../desk.ts'
import { factorPage } from '../pages/sign-in-pages.tsx'
import { returnPath } from '../text.ts'
import { sendDocument } from '../theme.ts'
import { isProgram, passage, sendRefusal } from './passage.ts'

export const originAt = (wire: Wire): SignInOrigin => originOf(clientOf(wire.request), wire.network)

/** The browser that signs in, and the session it has. */
export async function visitAt(desk: Desk, wire: Wire, { again }: Record<string, string>): Promise<Visit> {
  const actor = await reader(desk, wire)
  const session = 'email' in actor && {
    ...{ id: actor.credential, email: actor.email, organizationId: organizationOf(actor) },
    again: again === '1',
  }
  return { origin: originAt(wire), session: session || null }
}

const isHttps = ({ site }: Desk): boolean => site.context.url.startsWith('https:')

/** Holds the token of a sign-in that waits for the second factor. */
const halfName = (desk: Desk): string => (isHttps(desk) ? '__Host-half' : 'half')

/** An empty value removes it. */
function halfCookie(desk: Desk, half: string): string {
  const life = half === '' ? 0 : HALF_LIFE / 1000
  return `${halfName(desk)}=${half}; Path=/; Max-Age=${life}; HttpOnly; SameSite=Lax${isHttps(desk) ? '; Secure' : ''}`
}

/** 200 without a session: the form for the second factor, or to a program `{"secondFactor": true}`. */
export function askForFactor(desk: Desk, wire: Wire, half: string, where: SignInPassage): void {
  wire.response.appendHeader('Set-Cookie', halfCookie(desk, half))
  if (isProgram(wire)) send(wire, 200, desk.site.headers.api(), '{"secondFactor":true}')
  else sendFactorForm(desk, wire, 200, where)
}

function sendFactorForm(
  desk: Desk,
  wire: Wire,
  status: number,
  where: SignInPassage & { errors?: readonly FieldError[] },
): void {
  const html = factorPage({ assets: desk.assets, ...where })
  sendDocument(wire, status, desk.site.headers.signInPage(), html)
}

/** `POST /auth/second-factor`: the second step, with the cookie that the first one left. */
export async function giveFactor(desk: Desk, wire: Wire): Promise<void> {
  const fields = await postedFields(desk, wire)
  const half = cookieValue(wire.request.headers.cookie, halfName(desk)) ?? ''
  try {
    const visit = await visitAt(desk, wire, fields)
    const given = { half, code: fields.code ?? '', ...visit }
    const outcome = await verifyFactor(desk.site.context, given)
    wire.response.appendHeader('Set-Cookie', halfCookie(desk, ''))
    sendSignedIn(desk, wire, outcome, fields.next)
  } catch (error) {
    const errors = mendable(desk, wire, error, fields)
    if (errors) sendFactorForm(desk, wire, 422, { ...passage(desk, wire, fields), errors })
  }
}

/** Sets the session cookie; a browser is known from now on to have signed in with the address. */
export function keepSignedIn(
  { site: { context } }: Desk,
  wire: Wire,
  { token, email }: Pick<SignedIn, 'token' | 'email'>,
): void {
  const { request, response } = wire
  response.appendHeader('Set-Cookie', sessionCookie(context, token))
  if (isProgram(wire)) return
  response.appendHeader('Set-Cookie', knownBrowserCookie(context, request.headers.cookie, email))
}

/** Sets the session cookie and leads on; a program is told who it is. */
export function sendSignedIn(desk: Desk, wire: Wire, outcome: SignedIn, next: string | undefined): void {
  const { person, organizations } = outcome
  keepSignedIn(desk, wire, outcome)
  const shown = person && { id: person.id, email: person.email, name: person.name }
  const body = JSON.stringify({ person: shown, organizations })
  if (isProgram(wire)) send(wire, 200, desk.site.headers.api(), body)
  else redirect(desk, wire, returnPath(next))
}

/** What the form of a code can say; null where another page said it. Everything else is thrown. */
export function mendable(
  desk: Desk,
  wire: Wire,
  error: unknown,
  fields: Record<string, string>,
): FieldError[] | null {
  if (isProgram(wire) || !(error instanceof Problem)) throw error
  if (error.code === 'sign_in_provider_required') {
    sendRefusal(desk, wire, error, passage(desk, wire, fields))
    return null
  }
  if (error.status !== 422) throw error
  return [{ field: 'code', message: error.message }]
}
