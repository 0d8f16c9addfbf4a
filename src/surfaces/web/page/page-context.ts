// Everything that the routes of pages share: the site, the built assets, the frame's documents.

import { randomUUID } from 'node:crypto'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import type { Handler } from 'hono'
import { anonymousFrom, authenticateVisitor } from '../../../auth/credentials.ts'
import { devicePage } from '../../../auth/oauth/oauth-request.ts'
import type { Actor } from '../../../domain/actor.ts'
import { invalidInput, Problem } from '../../../domain/problem.ts'
import type { Call } from '../../../operations/kernel/call.ts'
import type { Operation, OutputOf, UncheckedInput } from '../../../operations/kernel/operation.ts'
import { perform } from '../../../operations/kernel/perform.ts'
import { gather } from '../../http/body.ts'
import { keepSession, report, requireOwnPage } from '../../http/caller.ts'
import type { ConnectionLimit } from '../../http/connection-limit.ts'
import { encodeProblem, send } from '../../http/encode.ts'
import { claimOf, clientOf, type HttpExchange, header, mediaRanges } from '../../http/http-exchange.ts'
import { asProblem, retryHeaders } from '../../http/problem.ts'
import { noteCaller } from '../../http/request-log.ts'
import type { Site } from '../../http/site.ts'
import { requireUtf8Escapes, textOf } from '../../http/utf8.ts'
import type { Env } from '../../rest/app.ts'
import type { FrameDocuments } from '../../viewer/frame.ts'
import type { HeaderSet, PageOptions } from '../../viewer/headers.ts'
import type { Assets } from '../layout/assets.ts'
import { problemPage } from '../layout/problem-page.tsx'
import { sendDocument } from '../layout/theme.ts'
import type { Section } from './dashboard.ts'
import { type MissingReader, missingPage } from './missing-page.tsx'
import { providersOf } from './providers.ts'

export interface PageContext {
  site: Site
  assets: Assets
  frames: FrameDocuments
  /** The parts of the dashboard. */
  sections: readonly Section[]
  /** Streams of open pages. */
  connections: ConnectionLimit
}

export type PageHandle = (exchange: HttpExchange, params: Record<string, string>) => Promise<void>

/** A Hono handler that works on Node's own response and shows problems as a page, or as JSON where that is wanted. */
export const onPage =
  (pageContext: PageContext, handle: PageHandle): Handler<Env> =>
  async c => {
    const { exchange } = c.env
    await show(pageContext, exchange, handle, c.req.param() as Record<string, string>)
    return RESPONSE_ALREADY_SENT
  }

/** Runs what answers a page, and shows what it throws. */
export async function show(
  pageContext: PageContext,
  exchange: HttpExchange,
  handle: PageHandle,
  params: Record<string, string>,
): Promise<void> {
  await handle(exchange, params).catch(error => sendFailure(pageContext, exchange, error))
}

/** Runs what answers a page without waiting. */
export function showAtOnce(pageContext: PageContext, exchange: HttpExchange, answer: () => void): void {
  try {
    answer()
  } catch (error) {
    sendFailure(pageContext, exchange, error)
  }
}

export function sendFailure(pageContext: PageContext, exchange: HttpExchange, error: unknown): void {
  const { site, assets } = pageContext
  const problem = asProblem(error instanceof AgainFirst ? error.problem : error)
  report(site, exchange, problem, error)
  if (exchange.response.headersSent || !wantsHtml(exchange)) {
    encodeProblem(problem, exchange, site.headers, site.context.url)
    return
  }
  if (error instanceof AgainFirst) {
    redirect(pageContext, exchange, againPath(pageContext, exchange))
    return
  }
  const { status, title, code, message } = problem
  sendPage(
    pageContext,
    exchange,
    status,
    problemPage({ assets, status, title, detail: message, code, requestId: exchange.requestId }),
    retryHeaders(problem),
  )
}

/** Writes a page of the app with a fresh nonce. Search engines are kept out unless `robots` says otherwise; an artifact's has its `profile`. */
export function sendPage(
  { site }: PageContext,
  exchange: HttpExchange,
  status: number,
  html: string | Uint8Array,
  { robots, profile, ...extra }: HeaderSet & PageOptions = {},
): void {
  const headers = site.headers.appPage(randomUUID(), { robots, profile })
  sendDocument(exchange, status, Object.assign(headers, extra), html)
}

interface MissingFor extends Partial<Omit<MissingReader, 'email'>> {
  /** The visitor: the page says as whom they are signed in. */
  actor: Actor
}

/**
 * Missing, expired, in the trash and forbidden are one page with the same bytes (contract section 9). Somebody signed
 * in may ask for access, where the address could be that of an artifact.
 */
export function sendMissing(pageContext: PageContext, exchange: HttpExchange, to?: MissingFor): void {
  const { actor, mayAsk = false, ...form }: Partial<MissingFor> = to ?? {}
  const reader = actor && 'email' in actor ? { ...form, mayAsk, email: actor.email } : undefined
  const status = form.errors ? 422 : 404
  sendPage(
    pageContext,
    exchange,
    status,
    missingPage({ assets: pageContext.assets, providers: providersOf(pageContext), reader }),
  )
}

/** 303: the answer to a form is another page. */
export function redirect(
  { site }: PageContext,
  exchange: HttpExchange,
  location: string,
  extra: HeaderSet = {},
): void {
  send(exchange, 303, { ...site.headers.signInPage(), ...extra, Location: location }, null)
}

/** Tells whether the request wants a browser's page: HTML is the most preferred type (RFC 9110 section 12.5.1). */
export function wantsHtml({ request }: HttpExchange): boolean {
  const ranges = mediaRanges(header(request, 'accept'))
  const best = Math.max(0, ...ranges.map(range => range.quality))
  return ranges.some(
    ({ type, quality }) =>
      quality > 0 && quality === best && /^(text\/html|application\/xhtml\+xml)$/.test(type),
  )
}

/** The signed-in visitor, or nobody. */
export async function reader({ site }: PageContext, exchange: HttpExchange): Promise<Actor> {
  const actor = await authenticateVisitor(site.context, exchange.request.headers.cookie)
  return noteCaller(exchange, actor ?? anonymousFrom(exchange.network))
}

/** Performs an operation for a page; plain values in, the operation's answer out. */
export async function ask<Op extends Operation>(
  pageContext: PageContext,
  exchange: HttpExchange,
  actor: Actor,
  operation: Op,
  input: UncheckedInput<Op>,
  more: Pick<Call, 'base' | 'body' | 'idempotencyKey'> = {},
): Promise<OutputOf<Op>> {
  const { requestId, network, request } = exchange
  const call = {
    actor,
    surface: 'web' as const,
    requestId,
    network,
    input,
    claim: claimOf(request, operation.effect),
    client: clientOf(request),
    ...more,
  }
  const answer = await perform(pageContext.site.context, operation, call).catch(error => {
    throw error instanceof Problem && error.code === 'reauthentication_required'
      ? new AgainFirst(error)
      : error
  })
  keepSession(pageContext.site, exchange, answer)
  return answer.value
}

/** An error that leads the browser to the sign-in and back. It is no Problem, so that no page shows it among the errors of its form. */
class AgainFirst extends Error {
  readonly problem: Problem

  constructor(problem: Problem) {
    super(problem.message)
    this.problem = problem
  }
}

/** The sign-in that asks again and returns to the page whose form was sent. */
function againPath(pageContext: PageContext, { request }: HttpExchange): string {
  const { url } = pageContext.site.context
  const from = URL.parse(header(request, 'referer') ?? '')
  const sent = from?.origin === url ? from : new URL(request.url ?? '', url)
  return `/auth/sign-in?again=1&next=${encodeURIComponent(pageAround(pageContext, sent))}`
}

/** The page of the dashboard that an address is, or that its form stands on: what is left of its path without the last names. */
function pageAround({ sections }: PageContext, { pathname, search }: URL): string {
  const paths = sections.flatMap(({ routes }) => Object.keys(routes).flatMap(pathOfPage))
  const isPage = (path: string) =>
    path.startsWith('/oauth/consent/') || path === devicePage || paths.some(pattern => pattern.test(path))
  if (isPage(pathname)) return pathname + search
  const names = pathname.split('/')
  while (names.length > 2 && !isPage(names.join('/'))) names.pop()
  return names.join('/')
}

/** Returns the pattern of a page's addresses, whose route is `GET /app/members/:id{[0-9a-f-]{36}}`; none for a form's. */
function pathOfPage(route: string): RegExp[] {
  const [method, path = ''] = route.split(' ')
  if (method !== 'GET') return []
  const names = path.split('/').map(name => (name.startsWith(':') ? nameOf(name) : name))
  return [new RegExp(`^${names.join('/')}$`)]
}

const nameOf = (name: string): string =>
  /^[^{]*\{(.*)\}$/.exec(name)?.[1]?.replace(/^.*$/, '(?:$&)') ?? '[^/]+'

const formLimit = 65_536

/** The fields of a posted form or JSON body, after the check that one of our own pages sent it. */
export async function postedFields(
  pageContext: PageContext,
  exchange: HttpExchange,
  bare = false,
): Promise<Record<string, string>> {
  requireOwnPage(pageContext.site, exchange, bare)
  const type = header(exchange.request, 'content-type')?.split(';')[0]?.trim().toLowerCase()
  const text = await readText(exchange)
  if (type === 'application/x-www-form-urlencoded') return formFields(text)
  if (type === 'application/json') return textFields(text)
  throw new Problem('unsupported_media_type', 'Send a form or application/json.')
}

/**
 * A post whose address says everything, whatever form its body has (RFC 8058 section 3.2 sends `multipart/form-data` too).
 * `bare` lets programs send it that are no browsers.
 */
export async function postedAnything(
  pageContext: PageContext,
  exchange: HttpExchange,
  bare = false,
): Promise<void> {
  requireOwnPage(pageContext.site, exchange, bare)
  await readText(exchange)
}

function formFields(text: string): Record<string, string> {
  requireUtf8Escapes(text, 'A field of the form')
  return Object.fromEntries(new URLSearchParams(text))
}

function textFields(text: string): Record<string, string> {
  const value = parsed(text)
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new Problem('malformed_json', 'The body must be one JSON object.')
  const entries = Object.entries(value).filter(([, member]) => member !== null)
  const wrong = entries.find(([, member]) => typeof member !== 'string')
  if (wrong) throw invalidInput([{ field: wrong[0], message: 'must be text' }])
  return Object.fromEntries(entries)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new Problem('malformed_json', 'The body is not valid JSON. Check quotes, commas and encoding.')
  }
}

async function readText(exchange: HttpExchange): Promise<string> {
  const { bytes, letGo } = await gather(
    exchange,
    formLimit,
    () => new Problem('request_too_large', 'The form is larger than 64 KB.', { limit: formLimit }),
  )
  letGo()
  return textOf(bytes, 'The form')
}
