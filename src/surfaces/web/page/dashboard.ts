// The parts that the pages of the dashboard share: who may enter, the frame around them, and how a form becomes an operation.

import type { z } from 'zod'
import type { Turn } from '../../../content/render/workers.ts'
import type { Guest, Person } from '../../../domain/actor.ts'
import { colorOf } from '../../../domain/person-color.ts'
import { unauthorized } from '../../../domain/policy.ts'
import { invalidInput, Problem } from '../../../domain/problem.ts'
import type { Me } from '../../../operations/account/account.ts'
import { operations } from '../../../operations/index.ts'
import { mayCall } from '../../../operations/kernel/authorize.ts'
import type { Operation, OutputOf, RowOf, UncheckedInput } from '../../../operations/kernel/operation.ts'
import { turnOf } from '../../../operations/kernel/worker-turn.ts'
import { requireOwnPage } from '../../http/caller.ts'
import type { HttpExchange } from '../../http/http-exchange.ts'
import { retryHeaders } from '../../http/problem.ts'
import { requireUtf8Escapes } from '../../http/utf8.ts'
import type { Frame, FrameLink, PagesProps } from '../layout/dashboard-layout.tsx'
import type { FieldError } from '../layout/form.tsx'
import { navigationIcons } from '../layout/navigation.tsx'
import { plain } from '../layout/text.ts'
import { organizationWords } from '../words/organization.ts'
import {
  ask,
  type PageContext,
  type PageHandle,
  postedFields,
  reader,
  redirect,
  sendMissing,
  sendPage,
} from './page-context.ts'

/** One entry of the navigation with the routes behind it. */
export interface Section {
  /** Path of its first page. */
  href: string
  label: string
  group: 'pages' | 'publish' | 'organization' | 'you'
  /** A way to publish among the settings, named beside the pages too. */
  publishes?: true
  /** True for a section outside the navigation: other pages lead there. */
  unlisted?: true
  /** Tells whether the role may use it; a section for the operator compares the organization. Others get the missing page. */
  isFor(actor: Person | Guest, operatorId: string | undefined): boolean
  /** Handles by method and path, such as `POST /app/keys/:id/revoke`. */
  routes: Readonly<Record<`${'GET' | 'POST'} /app${string}`, (request: PageRequest) => Promise<void>>>
  /** Sentences that `finish` may leave on the next page, by the word in its address. */
  done?: Readonly<Record<string, string>>
}

/** One request for a page of the dashboard, by somebody who may see it. */
export interface PageRequest {
  pageContext: PageContext
  exchange: HttpExchange
  section: Section
  actor: Person | Guest
  me: Me
  params: Readonly<Record<string, string>>
  query: URLSearchParams
}

/** The turn of the person at the processes that read and compare files. */
export const turnAt = ({ pageContext, exchange, actor }: PageRequest): Turn =>
  turnOf(pageContext.site.context, { actor, network: exchange.network })

/** Tells whether the visitor publishes pages in this organization. */
export const mayPublish = (actor: Person | Guest): boolean => mayCall(operations.publish, actor)

export const isPerson = (actor: Person | Guest): actor is Person => actor.kind === 'person'

/**
 * The guard before every page of a section. Anonymous visitors sign in first and come back; a section that is not for
 * the role, and whatever the operations do not find, is the one missing page. A form must come from one of our own pages.
 */
export const guarded =
  (pageContext: PageContext, section: Section, handle: (request: PageRequest) => Promise<void>): PageHandle =>
  async (exchange, params) => {
    if (exchange.request.method === 'POST') requireOwnPage(pageContext.site, exchange)
    const actor = await reader(pageContext, exchange)
    if (actor.kind !== 'person' && actor.kind !== 'guest') return signInFirst(pageContext, exchange)
    await pageContext.site.limits.count(actor, exchange.request.method === 'POST' ? 'write' : 'read')
    if (!section.isFor(actor, pageContext.site.context.operator?.organizationId))
      return actor.kind === 'guest'
        ? leadGuest(pageContext, exchange, actor)
        : sendMissing(pageContext, exchange, { actor })
    const me = await ask(pageContext, exchange, actor, operations.me, {})
    const { search, searchParams: query } = new URL(exchange.request.url ?? '', pageContext.site.context.url)
    requireUtf8Escapes(search, 'The address')
    try {
      await handle({ pageContext, exchange, section, actor, me, params, query })
    } catch (error) {
      if (!(error instanceof Problem) || error.code !== 'not_found') throw error
      sendMissing(pageContext, exchange, { actor })
    }
  }

/** Guests sign in as somebody who has more; an owner whose organization waits to be deleted can bring it back. */
async function leadGuest(pageContext: PageContext, exchange: HttpExchange, actor: Guest): Promise<void> {
  const { deletedOrganizations } = await ask(pageContext, exchange, actor, operations.me, {})
  if (exchange.request.method !== 'POST' && deletedOrganizations.length > 0)
    redirect(pageContext, exchange, '/app/restore')
  else signInFirst(pageContext, exchange)
}

function signInFirst(pageContext: PageContext, exchange: HttpExchange): void {
  if (exchange.request.method === 'POST') throw unauthorized()
  redirect(pageContext, exchange, `/auth/sign-in?next=${encodeURIComponent(exchange.request.url ?? '/app')}`)
}

/** The fields of the form that was sent, where its page was made for the organization that the visitor is in. */
export async function fieldsOf(request: PageRequest): Promise<Record<string, string>> {
  const { organization, ...fields } = await postedFields(request.pageContext, request.exchange)
  requireSameOrganization(request, organization)
  return fields
}

/**
 * Throws where a form does not say which organization its page was made for, as `<Form>` does, or where that was another
 * one: its reader went to this one in another window.
 */
export function requireSameOrganization({ me }: PageRequest, madeFor: string | undefined): void {
  if (madeFor === undefined)
    throw invalidInput([
      { field: 'organization', message: 'is missing: open the page again and send its own form' },
    ])
  if (madeFor === (me.organization?.id ?? '')) return
  throw new Problem(
    'organization_changed',
    organizationWords.changed(me.organization && plain(me.organization.name)),
  )
}

/** Performs an operation for the visitor. */
export const performed = <Op extends Operation>(
  { pageContext, exchange, actor }: PageRequest,
  operation: Op,
  input: UncheckedInput<Op>,
  more: More = {},
): Promise<OutputOf<Op>> => ask(pageContext, exchange, actor, operation, input, more)

/** The version edited from, and a body that holds a file. */
type More = NonNullable<Parameters<typeof ask>[5]>

/** Returns the operation's answer, or null where it finds nothing that the visitor may see. */
export const unlessMissing = <Out>(answer: Promise<Out>): Promise<Out | null> =>
  answer.catch(error => {
    if (error instanceof Problem && error.code === 'not_found') return null
    throw error
  })

/** The result of a form: the operation's answer, or the fields to mend. */
export type Outcome<Out> = { value: Out } | { refused: Refused }

export interface Refused {
  status: number
  errors: FieldError[]
}

/**
 * Performs the operation of a form. What its sender can mend comes back with the fields it stands at; `named` maps
 * input fields and problem codes to fields of the form that are called otherwise. Everything else is thrown.
 */
export async function attempt<Op extends Operation>(
  request: PageRequest,
  operation: Op,
  input: UncheckedInput<Op>,
  named: Readonly<Record<string, string>> = {},
  more: More = {},
): Promise<Outcome<OutputOf<Op>>> {
  try {
    return { value: await performed(request, operation, input, more) }
  } catch (error) {
    return { refused: refusal(request.exchange, error, named) }
  }
}

interface FormWays {
  /** The page to go on with. */
  path: string
  /** The word of the section's sentence that the next page shows. */
  done: string
  /** The page of the form again, with what to mend. */
  again(request: PageRequest, status: number, errors: readonly FieldError[]): Promise<void>
}

/** A form whose address says everything: performs its operation, then goes on or shows the page again. */
export async function actByForm<Op extends Operation>(
  request: PageRequest,
  operation: Op,
  input: UncheckedInput<Op>,
  { path, done, again }: FormWays,
): Promise<void> {
  await fieldsOf(request)
  const outcome = await attempt(request, operation, input)
  if ('refused' in outcome) return again(request, outcome.refused.status, outcome.refused.errors)
  finish(request, path, done)
}

/** The refusal that a form shows, whose answer says when to come again; what no form can mend is thrown on. */
export function refusal(
  exchange: HttpExchange,
  error: unknown,
  named: Readonly<Record<string, string>> = {},
): Refused {
  if (!(error instanceof Problem) || error.status >= 500 || lost.has(error.code)) throw error
  for (const [name, value] of Object.entries(retryHeaders(error))) exchange.response.setHeader(name, value)
  const listed = error.extras.errors as { field: string; message: string }[] | undefined
  const place = (name: string) => (Object.hasOwn(named, name) ? named[name]! : undefined)
  const errors = listed?.map(({ field, message }) => ({
    field: place(field) ?? field.split('.')[0]!,
    message: message.charAt(0).toUpperCase() + message.slice(1),
  }))
  return {
    status: error.status,
    errors: errors ?? [{ field: place(error.code) ?? null, message: error.message }],
  }
}

/** Codes of errors that no form can mend: there is nothing to change, or nobody to change it. */
const lost = new Set<string>(['not_found', 'unauthorized', 'cross_site_request'])

/** Leads on after a form: to a page that says `done`, one of the section's sentences. */
export function finish({ pageContext, exchange }: PageRequest, path: string, done?: string): void {
  redirect(pageContext, exchange, done ? `${path}${path.includes('?') ? '&' : '?'}done=${done}` : path)
}

/** The frame around a page of the visit's section. */
export function frameOf({ pageContext, section, actor, me, query }: PageRequest): Frame {
  const { operator } = pageContext.site.context
  const said = { ...organizationWords.done, ...section.done }
  const word = query.get('done') ?? ''
  return {
    assets: pageContext.assets,
    url: pageContext.site.context.url,
    reader: {
      name: me.person?.name ?? actor.email,
      email: actor.email,
      color: colorOf(me.person?.id ?? actor.email),
    },
    organization: me.organization,
    organizations: me.organizations,
    links: pageContext.sections
      .filter(each => !each.unlisted && each.isFor(actor, operator?.organizationId))
      .map(each => linkTo(each, section)),
    now: new Date(pageContext.site.context.clock()),
    mayPublish: mayPublish(actor),
    ...(section.href !== '/app/restore' && { waiting: me.deletedOrganizations.length }),
    ...(Object.hasOwn(said, word) && { done: said[word as keyof typeof said] }),
  }
}

/** The way to a section, as it stands beside the pages of `here`. */
export const linkTo = ({ href, label, group, publishes }: Section, here: { href: string }): FrameLink => ({
  href,
  label,
  group,
  icon: navigationIcons[href] ?? 'pages',
  current: href === here.href,
  ...(publishes && { publishes }),
})

/** Writes a page of the dashboard. */
export const sendDashboard = ({ pageContext, exchange }: PageRequest, status: number, html: string): void =>
  sendPage(pageContext, exchange, status, html)

/** The address of the same list at another place: its filters stay, the message of a form goes. */
export function pageHref(
  { section, query }: PageRequest,
  cursor: string | null,
  path = section.href,
): string {
  const next = new URLSearchParams([...query].filter(([name]) => name !== 'cursor' && name !== 'done'))
  if (cursor !== null) next.set('cursor', cursor)
  const text = next.toString()
  return text === '' ? path : `${path}?${text}`
}

/** Reads the list at the place that the address names, with the links to its other pages. */
export async function listed<Op extends Operation<z.ZodObject, Listing>>(
  request: PageRequest,
  operation: Op,
  input: UncheckedInput<Op>,
): Promise<{ rows: RowOf<Op>[]; pages: PagesProps }> {
  const cursor = request.query.get('cursor')
  const { data, nextCursor } = await performed(request, operation, { ...input, ...(cursor && { cursor }) })
  const pages = {
    next: nextCursor && pageHref(request, nextCursor),
    first: cursor && pageHref(request, null),
  }
  return { rows: data as RowOf<Op>[], pages }
}

interface Listing {
  data: readonly unknown[]
  nextCursor: string | null
}
