// The stream of open pages: one connection of a browser for all the pages it shows.

import type { Actor } from '../../../domain/actor.ts'
import { Problem } from '../../../domain/problem.ts'
import type { News } from '../../../operations/artifacts/page-changes.ts'
import { operations } from '../../../operations/index.ts'
import type { Seen, Watched } from '../../../operations/kernel/watch.ts'
import { BEAT, departure, type EventStream, startStream } from '../../http/event-stream.ts'
import { type HttpExchange, header } from '../../http/http-exchange.ts'
import { ask, type PageContext, reader } from '../page/page-context.ts'
import { requireOwnFetch } from './artifact.ts'

/** Milliseconds between two checks of everything, for what changes without a mark, such as an expiry. */
const RECHECK = 10_000

/** Seconds after which a page asks again that got what is new but no connection. */
const LATER = 60

/** Pages one stream may carry. */
const MOST_PAGES = 50

/** A page as its reader sees it: `{shortId}.{version}.{event}`, or with `@` where the reader stays with the version. */
interface OpenPage {
  id: string
  pinned: boolean
  shown: number
  /** Number of the last event told. */
  after: number | undefined
  /** The state of its threads when it was told of them last; unknown at first. */
  comments: string | undefined
  /** The other people who edit, as the stream told it last. */
  editors: string
  /** Known once it was looked at. */
  watched: Watched[]
}

const placePattern = /^([1-9A-HJ-NP-Za-km-z]{10})([.@])([1-9]\d{0,8})\.(\d{0,15})$/

const placeOf = ({ id, pinned, shown, after }: OpenPage): string =>
  `${id}${pinned ? '@' : '.'}${shown}.${after ?? ''}`

function pagesIn(text: string): OpenPage[] {
  const pages = text.split(',').map(placeIn)
  if (pages.length <= MOST_PAGES && pages.every(page => page !== null)) return pages
  throw new Problem('malformed_request', 'Name the open pages as {shortId}.{version}.{event}, at most 50.')
}

function placeIn(text: string): OpenPage | null {
  const match = placePattern.exec(text)
  if (!match) return null
  const [, id = '', mark, shown, after] = match
  return {
    id,
    pinned: mark === '@',
    shown: Number(shown),
    after: after ? Number(after) : undefined,
    comments: undefined,
    editors: '[]',
    watched: [],
  }
}

/** Answers `GET {url}/live?pages=…`, for the scripts of our own pages. */
export async function showLive(pageContext: PageContext, exchange: HttpExchange): Promise<void> {
  requireOwnFetch(exchange)
  const { site } = pageContext
  const query = new URL(exchange.request.url ?? '', site.context.url).searchParams
  const pages = pagesIn(header(exchange.request, 'last-event-id') || (query.get('pages') ?? ''))
  const actor = await reader(pageContext, exchange)
  await site.limits.count(actor, 'read')
  const leave = pageContext.connections.take(actor.credential)
  const gone = departure(exchange)
  try {
    const stream = startStream(exchange, site.headers.eventStream(), gone)
    if (!stream) return
    const course = new Course(pageContext, exchange, stream, pages)
    if (leave) await course.follow(gone)
    else await course.tellOnce()
    stream.end()
  } finally {
    leave?.()
  }
}

/** One stream on its way. */
class Course {
  readonly #desk: PageContext
  readonly #wire: HttpExchange
  readonly #stream: EventStream
  #pages: OpenPage[]

  constructor(pageContext: PageContext, exchange: HttpExchange, stream: EventStream, pages: OpenPage[]) {
    this.#desk = pageContext
    this.#wire = exchange
    this.#stream = stream
    this.#pages = pages
  }

  /** Tells what is new for as long as a page is open and the reader stays. */
  async follow(gone: AbortSignal): Promise<void> {
    const { site } = this.#desk
    const { watch } = site.context
    let actor = await this.#reader()
    await this.#tell(actor, true)
    let beat = performance.now()
    while (!gone.aborted && !site.stopping()) {
      const seen = await this.#see(actor)
      actor = await this.#reader()
      await this.#tell(actor, false)
      if (this.#pages.length === 0) break
      await watch.changed(seen, { ms: RECHECK, signal: gone })
      if (performance.now() - beat < BEAT - 1000) continue
      await this.#stream.send({ event: 'beat', data: {} })
      beat = performance.now()
    }
  }

  /** Tells a reader beyond the connection limit what is new now, and when to ask again. */
  async tellOnce(): Promise<void> {
    await this.#tell(await this.#reader(), true)
    await this.#stream.send({ event: 'later', data: { seconds: LATER } })
  }

  /** Proven anew each time: a session that ended takes its pages with it. */
  #reader = (): Promise<Actor> => reader(this.#desk, this.#wire)

  #see(actor: Actor): Promise<Seen> {
    const session: Watched[] =
      actor.kind === 'anonymous' ? [] : [{ kind: 'credential', id: actor.credential }]
    return this.#desk.site.context.watch.see([...session, ...this.#pages.flatMap(page => page.watched)])
  }

  async #tell(actor: Actor, isFirst: boolean): Promise<void> {
    for (const page of this.#pages) {
      const first = await this.#news(actor, page)
      // Events are read before the state of the comments: one that came in between is told as what it is.
      const news = first && isSilent(page, first) ? await this.#news(actor, page) : first
      if (news === null) {
        this.#pages = this.#pages.filter(other => other !== page)
        await this.#stream.send({ event: 'gone', data: { page: page.id } })
      } else await this.#pass(page, news, isFirst)
    }
  }

  /** Returns the news of a page; null where it is closed to the reader now. */
  async #news(actor: Actor, { id, shown, pinned, after }: OpenPage): Promise<News | null> {
    try {
      const input = { id, shown, pinned, ...(after !== undefined && { after }) }
      return await ask(this.#desk, this.#wire, actor, operations.live, input)
    } catch (error) {
      if (error instanceof Problem && closed.has(error.code)) return null
      throw error
    }
  }

  async #pass(page: OpenPage, news: News, isFirst: boolean): Promise<void> {
    const { artifact, version, threads, sees, comments, editors, after } = news
    const changedOnly = isSilent(page, news)
    page.watched = watchedOf(artifact)
    page.after = after
    page.comments = comments
    if (version) page.shown = version.version
    const send = (event: string, facts: object = {}) =>
      this.#stream.send({
        id: this.#pages.map(placeOf).join(),
        event,
        data: { ...facts, page: page.id, place: placeOf(page) },
      })
    if (isFirst) await send('begin', { sees })
    if (version) await send('version', version)
    for (const thread of threads) await send('thread', thread)
    if (changedOnly) await send('thread', { type: 'thread.changed', sees })
    const now = JSON.stringify(editors)
    if (now !== page.editors) await send('editing', { editors })
    page.editors = now
  }
}

/** Something about the threads is different of which no event tells. */
const isSilent = (page: OpenPage, { threads, comments }: News): boolean =>
  threads.length === 0 && ![undefined, comments].includes(page.comments)

const closed: ReadonlySet<string> = new Set(['not_found', 'unauthorized', 'taken_down'])

const watchedOf = ({ id, organization }: News['artifact']): Watched[] => [
  { kind: 'artifact', id },
  ...(organization ? [{ kind: 'policy' as const, id: organization.id }] : []),
]
