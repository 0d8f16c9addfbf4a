// The form in which a person lets a program act for them: shown, and taken; for programs that come by a link and for devices with a code.

import { setTimeout as sleep } from 'node:timers/promises'
import type { WaitingConsent } from '../../../auth/oauth/authorization-server.ts'
import { isLoopback, ownClient } from '../../../auth/oauth/registration.ts'
import { sha256Hex } from '../../../crypto.ts'
import type { Person } from '../../../domain/actor.ts'
import { scopes } from '../../../domain/actor.ts'
import { everydayScopes, grantableScopes, grantDays } from '../../../domain/grant.ts'
import { invalidInput, Problem } from '../../../domain/problem.ts'
import { operations } from '../../../operations/index.ts'
import type { HttpExchange } from '../../http/http-exchange.ts'
import type { FieldError } from '../layout/form.tsx'
import { sendDocument } from '../layout/theme.ts'
import { refusal } from '../page/dashboard.ts'
import { ask, type PageContext, reader, redirect } from '../page/page-context.ts'
import { connect as words } from '../words/connect.ts'
import { consentPage } from './consent-page.tsx'

/** The waiting request, and the form that asks about it. */
export interface Asking {
  consent: WaitingConsent
  person: Person
  /** Path to which the form is sent, and its hidden fields. */
  path: string
  hidden?: Readonly<Record<string, string>>
}

/** The answers that a refused form held, and its errors. */
interface Left {
  organizationId?: string | undefined
  days?: number
  checked?: readonly string[]
  errors?: readonly FieldError[]
}

/** The member who answers; anybody else is led to sign in and comes back. */
export async function signedIn(
  pageContext: PageContext,
  exchange: HttpExchange,
  path: string,
): Promise<Person | null> {
  const actor = await reader(pageContext, exchange)
  if (actor.kind === 'person') {
    await pageContext.site.limits.count(actor, exchange.request.method === 'POST' ? 'write' : 'read')
    return actor
  }
  if (actor.kind === 'guest' && !actor.barred) throw onlyMembers()
  redirect(pageContext, exchange, `/auth/sign-in?next=${encodeURIComponent(path)}`)
  return null
}

const onlyMembers = (): Problem => new Problem('forbidden', words.onlyMembers)

/** Makes the grant and goes on with its identifier; shows the form again where it was refused. */
export async function takeConsent(
  pageContext: PageContext,
  exchange: HttpExchange,
  asking: Asking & { device?: string },
  fields: Readonly<Record<string, string>>,
  goOn: (grantId: string) => Promise<void>,
): Promise<void> {
  const { consent, person, device } = asking
  const { organizationId = person.organizationId } = fields
  const checked = consent.scopes.filter(scope => fields[scope] === 'on')
  const days = Number(fields.days)
  const { clientId, clientName, clientHost, resources } = consent
  const input = { clientId, clientName, clientHost, resources, scopes: checked, days, device }
  try {
    const actor = { ...person, organizationId }
    const idempotencyKey = sha256Hex(JSON.stringify([asking.path, asking.hidden, input, organizationId]))
    const { id } = await whenFirstIsDone(() =>
      ask(pageContext, exchange, actor, operations.connectApp, input, { idempotencyKey }),
    )
    await goOn(id)
  } catch (error) {
    const isElsewhere =
      error instanceof Problem && error.code === 'unauthorized' && organizationId !== person.organizationId
    const { status, errors } = refusal(exchange, isElsewhere ? notTheirs() : error)
    await sendConsent(pageContext, exchange, status, asking, { organizationId, days, checked, errors })
  }
}

const notTheirs = (): Problem =>
  invalidInput([{ field: 'organizationId', message: 'choose an organization that you are a member of' }])

/** Milliseconds after which a second press of the same button looks again for what the first one came to, and how often. */
const again = { after: 200, times: 20 }

/** The same answer to the same question makes one grant, however often it is sent. */
async function whenFirstIsDone<T>(work: () => Promise<T>, left = again.times): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const runs = error instanceof Problem && error.code === 'idempotency_in_progress'
    if (!runs || left === 0) throw error
    await sleep(again.after)
    return whenFirstIsDone(work, left - 1)
  }
}

export async function sendConsent(
  pageContext: PageContext,
  exchange: HttpExchange,
  status: number,
  { consent, person, path, hidden }: Asking,
  left: Left = {},
): Promise<void> {
  const { assets, site } = pageContext
  const { organizations } = await ask(pageContext, exchange, person, operations.me, {})
  const organizationId = left.organizationId ?? person.organizationId
  const role = organizations.find(({ id }) => id === organizationId)?.role ?? person.role
  const html = consentPage({
    assets,
    path,
    ...(hidden && { hidden }),
    reader: person,
    client: { name: consent.clientName, host: consent.clientHost, publisher: consent.publisher },
    way: isOurs(consent) ? 'ours' : wayOf(consent),
    organizations,
    organizationId,
    scopes: offered(consent, role as Person['role'], left),
    days: grantDays,
    chosenDays: left.days ?? grantDays[0],
    ...(left.errors && { errors: left.errors }),
  })
  sendDocument(exchange, status, site.headers.signInPage(leadsTo(consent)), html)
}

/** Returns the way by which the answer reaches the program. */
function wayOf({ redirect: address }: WaitingConsent): 'code' | 'site' | 'device' {
  if (address === null) return 'code'
  return address.startsWith('https:') ? 'site' : 'device'
}

/** Returns the address to which the form may lead. */
function leadsTo({ redirect: address }: WaitingConsent): { redirect?: string } {
  if (address === null) return {}
  const { origin, protocol } = new URL(address)
  return { redirect: origin === 'null' ? protocol : origin }
}

/** Ticks no scope that governs; one that removes or reaches outside only for our own command line on this machine. */
function isTicked(consent: WaitingConsent, scope: string): boolean {
  if (scope === 'org:write') return false
  return (scope !== 'artifacts:delete' && scope !== 'sharing:write') || isOurs(consent)
}

/** Our own command line, led back to on this machine. A device with a code may be anybody's. */
const isOurs = ({ clientId, redirect }: WaitingConsent): boolean =>
  clientId === ownClient.client_id && redirect !== null && isLoopback(new URL(redirect))

/** Returns the scopes to choose from; those that most apps need come first. */
const offered = (consent: WaitingConsent, role: Person['role'], { checked }: Left) =>
  grantableScopes(
    [...new Set([...everydayScopes, ...scopes])].filter(scope => consent.scopes.includes(scope)),
    role,
  ).map(scope => ({
    scope,
    checked: checked ? checked.includes(scope) : isTicked(consent, scope),
  }))
