// The page that asks a person whether a program may act for them, and their answer.
import type { WaitingConsent } from '../../../auth/oauth/authorization-server.ts'
import type { OAuthRequest } from '../../../auth/oauth/oauth-request.ts'
import type { Person } from '../../../domain/actor.ts'
import { scopes } from '../../../domain/actor.ts'
import { grantableScopes, grantDays } from '../../../domain/grant.ts'
import { Problem } from '../../../domain/problem.ts'
import { operations } from '../../../operations/index.ts'
import type { HttpExchange } from '../../http/http-exchange.ts'
import type { FieldError } from '../components/form.tsx'
import { refusal } from '../dashboard.ts'
import { ask, type PageContext, postedFields, reader, redirect, sendMissing } from '../page-context.ts'
import { consentPage } from '../pages/consent-page.tsx'
import { sendDocument } from '../theme.ts'

/** What the page was left with when it was refused. */
interface Left {
  organizationId?: string | undefined
  days?: number
  checked?: readonly string[]
  errors?: readonly FieldError[]
}

/** `GET /oauth/consent/{uid}` */
export async function showConsent(
  pageContext: PageContext,
  exchange: HttpExchange,
  uid: string,
): Promise<void> {
  const consent = await waitingFor(pageContext, exchange, uid)
  if (!consent) return sendMissing(pageContext, exchange)
  const person = await signedIn(pageContext, exchange, uid)
  if (person) await sendConsent(pageContext, exchange, 200, { uid, consent, person, left: {} })
}

/** `POST /oauth/consent/{uid}`: the program hears the answer through the browser. */
export async function answerConsent(
  pageContext: PageContext,
  exchange: HttpExchange,
  uid: string,
): Promise<void> {
  const { answer, ...fields } = await postedFields(pageContext, exchange)
  const consent = await waitingFor(pageContext, exchange, uid)
  if (!consent) return sendMissing(pageContext, exchange)
  const { authorization } = pageContext.site
  if (answer !== 'allow') {
    const next = await authorization.decline(asked(exchange), exchange.response)
    return redirect(pageContext, exchange, next)
  }
  const person = await signedIn(pageContext, exchange, uid)
  if (!person) return
  const { organizationId = person.organizationId } = fields
  const checked = consent.scopes.filter(scope => fields[scope] === 'on')
  const given = { consent, person: { ...person, organizationId }, checked, days: Number(fields.days) }
  try {
    const grantId = await connect(pageContext, exchange, given)
    const { personId } = person
    const next = await authorization.agree({ personId, grantId }, asked(exchange), exchange.response)
    redirect(pageContext, exchange, next)
  } catch (error) {
    const { status, errors } = refusal(error)
    const left = { organizationId, days: given.days, checked, errors }
    await sendConsent(pageContext, exchange, status, { uid, consent, person, left })
  }
}

async function connect(
  pageContext: PageContext,
  exchange: HttpExchange,
  given: { consent: WaitingConsent; person: Person; checked: readonly string[]; days: number },
): Promise<string> {
  const { consent, person, checked, days } = given
  const { clientId, clientName, clientHost, resources } = consent
  const input = { clientId, clientName, clientHost, resources, scopes: checked, days }
  return (await ask(pageContext, exchange, person, operations.connectApp, input)).id
}

const waitingFor = (
  { site }: PageContext,
  exchange: HttpExchange,
  uid: string,
): Promise<WaitingConsent | null> => site.authorization.waiting(uid, asked(exchange), exchange.response)

/** The request as the authorization server needs it here: it only looks for its cookie. */
const asked = ({ request: { headers, socket } }: HttpExchange): OAuthRequest => ({
  method: 'GET',
  path: '/consent',
  headers,
  body: null,
  socket,
  refused: () => undefined,
})

/** The member who answers; anybody else is led to sign in and comes back. */
async function signedIn(
  pageContext: PageContext,
  exchange: HttpExchange,
  uid: string,
): Promise<Person | null> {
  const actor = await reader(pageContext, exchange)
  if (actor.kind === 'person') {
    pageContext.site.limits.count(actor, exchange.request.method === 'POST' ? 'write' : 'read')
    return actor
  }
  if (actor.kind === 'guest' && !actor.barred) throw onlyMembers()
  redirect(pageContext, exchange, `/auth/sign-in?next=${encodeURIComponent(`/oauth/consent/${uid}`)}`)
  return null
}

const onlyMembers = (): Problem =>
  new Problem(
    'forbidden',
    'Only members of an organization let apps in. Sign out, and sign in with the address you are a member with.',
  )

async function sendConsent(
  pageContext: PageContext,
  exchange: HttpExchange,
  status: number,
  { uid, consent, person, left }: { uid: string; consent: WaitingConsent; person: Person; left: Left },
): Promise<void> {
  const { assets, site } = pageContext
  const { organizations } = await ask(pageContext, exchange, person, operations.me, {})
  const organizationId = left.organizationId ?? person.organizationId
  const role = organizations.find(({ id }) => id === organizationId)?.role ?? person.role
  const html = consentPage({
    assets,
    path: `/oauth/consent/${uid}`,
    reader: person,
    client: { name: consent.clientName, host: consent.clientHost },
    onDevice: !consent.redirect.startsWith('https:'),
    organizations,
    organizationId,
    scopes: offered(consent, role as Person['role'], left),
    days: grantDays,
    chosenDays: left.days ?? grantDays[0],
    ...(left.errors && { errors: left.errors }),
  })
  const { origin, protocol } = new URL(consent.redirect)
  const redirectsTo = origin === 'null' ? protocol : origin
  sendDocument(exchange, status, site.headers.signInPage({ redirect: redirectsTo }), html)
}

/** What reaches outside or governs is never ticked beforehand. */
const untickedScopes: readonly string[] = ['sharing:write', 'org:write']

const offered = (consent: WaitingConsent, role: Person['role'], { checked }: Left) =>
  grantableScopes(
    scopes.filter(scope => consent.scopes.includes(scope)),
    role,
  ).map(scope => ({
    scope,
    checked: checked ? checked.includes(scope) : !untickedScopes.includes(scope),
  }))
