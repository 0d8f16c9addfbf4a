// The feed as a stream: the operation `events` asked again and again on one connection.
import { Problem } from '../../domain/problem.ts'
import { operations } from '../../operations/index.ts'
import type { Call } from '../../operations/kernel/call.ts'
import { perform } from '../../operations/kernel/perform.ts'
import { callerOf } from '../http/caller.ts'
import { BEAT, departure, type EventStream, startStream } from '../http/event-stream.ts'
import { claimOf, clientOf, header, type Wire } from '../http/exchange.ts'
import { problemAnswer } from '../http/problem.ts'
import { seatOrLater } from '../http/seats.ts'
import type { Site } from '../http/site.ts'

const { events } = operations

interface Page {
  data: { id: string }[]
  nextCursor: string
}

/** Answers `GET /v1/events/stream`: begins after Last-Event-ID or `after`, else with what comes from now on. */
export async function streamFeed(site: Site, wire: Wire, query: URLSearchParams): Promise<void> {
  const actor = await callerOf(site, wire, 'read')
  site.limits.count(actor, 'read')
  const leave = seatOrLater(site.seats, actor.credential)
  const gone = departure(wire)
  try {
    const asked = (input: Record<string, unknown>): Promise<Page> => ask(site, wire, { gone, query }, input)
    const first = await asked({ after: header(wire.request, 'last-event-id') || query.get('after') || 'now' })
    const stream = startStream(wire, site.headers.eventStream(), gone)
    if (stream) await follow(site, wire, stream, { first, gone, asked })
  } finally {
    leave()
  }
}

interface Following {
  gone: AbortSignal
  query: URLSearchParams
}

/** Who calls is proven anew each time: a credential that ended ends the stream. */
async function ask(
  site: Site,
  wire: Wire,
  { gone, query }: Following,
  input: Record<string, unknown>,
): Promise<Page> {
  const recheck = () => callerOf(site, wire, 'read')
  const artifact = query.get('artifact')
  const call: Call = {
    actor: await recheck(),
    surface: 'rest',
    requestId: wire.requestId,
    network: wire.network,
    claim: claimOf(wire.request, 'read'),
    client: clientOf(wire.request),
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
  wire: Wire,
  stream: EventStream,
  { first, gone, asked }: Course,
): Promise<void> {
  try {
    for (let page = first; ; page = await asked({ after: page.nextCursor, wait: BEAT / 1000 })) {
      if (page.data.length > 0 && page !== first)
        site.limits.count(await callerOf(site, wire, 'read'), 'read')
      for (const event of page.data) await stream.send({ id: event.id, data: event })
      await stream.send({ id: page.nextCursor })
      if (gone.aborted || site.stopping()) break
    }
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    const { body } = problemAnswer(error, site.context.url, wire.requestId)
    await stream.send({ event: 'problem', data: body })
  } finally {
    stream.end()
  }
}
