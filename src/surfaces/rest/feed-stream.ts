// The feed as a stream: the operation `events` asked again and again on one connection.
import { Problem } from '../../domain/problem.ts'
import { operations } from '../../operations/index.ts'
import type { Call } from '../../operations/kernel/call.ts'
import { perform } from '../../operations/kernel/perform.ts'
import { callerOf } from '../http/caller.ts'
import { requireConnection } from '../http/connection-limit.ts'
import { BEAT, departure, type EventStream, startStream } from '../http/event-stream.ts'
import { claimOf, clientOf, type HttpExchange, header } from '../http/http-exchange.ts'
import { problemAnswer } from '../http/problem.ts'
import type { Site } from '../http/site.ts'

const { events } = operations

interface Page {
  data: { id: string }[]
  nextCursor: string
}

/** Answers `GET /v1/events/stream`: begins after Last-Event-ID or `after`, else with what comes from now on. */
export async function streamFeed(site: Site, exchange: HttpExchange, query: URLSearchParams): Promise<void> {
  const actor = await callerOf(site, exchange, 'read')
  await site.limits.count(actor, 'read')
  const leave = requireConnection(site.connections, actor.credential)
  const gone = departure(exchange)
  try {
    const asked = (input: Record<string, unknown>): Promise<Page> =>
      ask(site, exchange, { gone, query }, input)
    const first = await asked({
      after: header(exchange.request, 'last-event-id') || query.get('after') || 'now',
    })
    const stream = startStream(exchange, site.headers.eventStream(), gone)
    if (stream) await follow(site, exchange, stream, { first, gone, asked })
  } finally {
    leave()
  }
}

interface Following {
  gone: AbortSignal
  query: URLSearchParams
}

/** Authenticates the caller each time: an ended credential ends the stream. */
async function ask(
  site: Site,
  exchange: HttpExchange,
  { gone, query }: Following,
  input: Record<string, unknown>,
): Promise<Page> {
  const recheck = () => callerOf(site, exchange, 'read')
  const artifact = query.get('artifact')
  const call: Call = {
    actor: await recheck(),
    surface: 'rest',
    requestId: exchange.requestId,
    network: exchange.network,
    claim: claimOf(exchange.request, 'read'),
    client: clientOf(exchange.request),
    input: { limit: 100, ...(artifact && { artifact }), ...input },
    signal: gone,
    recheck,
  }
  return (await perform(site.context, events, call)).value as Page
}

interface Course extends Pick<Following, 'gone'> {
  first: Page
  asked(input: Record<string, unknown>): Promise<Page>
}

async function follow(
  site: Site,
  exchange: HttpExchange,
  stream: EventStream,
  { first, gone, asked }: Course,
): Promise<void> {
  try {
    for (let page = first; ; page = await asked({ after: page.nextCursor, wait: BEAT / 1000 })) {
      if (page.data.length > 0 && page !== first)
        await site.limits.count(await callerOf(site, exchange, 'read'), 'read')
      for (const event of page.data) await stream.send({ id: event.id, data: event })
      await stream.send({ id: page.nextCursor })
      if (gone.aborted || site.stopping()) break
    }
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    const { body } = problemAnswer(error, site.context.url, exchange.requestId)
    await stream.send({ event: 'problem', data: body })
  } finally {
    stream.end()
  }
}
