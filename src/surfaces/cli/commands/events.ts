// `recto events` and `recto comments watch`: what happens, one JSON line each, for as long as somebody reads.
import { Failure } from '../failure.ts'
import { idOf, type Task, textOf } from '../task.ts'
import { type FeedPosition, feedPosition } from './feed-position.ts'

interface Event {
  type: string
  createdAt: string
  data: { threadId?: string }
}

interface Page {
  data: Event[]
  nextCursor: string
}

interface Thread {
  id: string
}

type Input = Record<string, unknown>

/** Seconds one request waits for the next event. */
const WAIT = 50

/** Seconds between two tries while the server cannot be reached: first and last. */
const PAUSES = { least: 1, most: 30 }

/** Answers after which a follower comes back by itself. */
const passing = new Set([
  'unreachable',
  'connection_broken',
  'unexpected_answer',
  'rate_limited',
  'overloaded',
  'shutting_down',
  'storage_unavailable',
  'internal_error',
])

/** Prints what there is and then what comes; with --no-follow it stops at the end. */
export async function events(task: Task): Promise<void> {
  const given = textOf(task.values, 'artifact')
  const artifact = given === undefined ? undefined : idOf(task, given)
  const position = await feedPosition(task, 'events')
  const after = textOf(task.values, 'after') ?? position?.read()
  for await (const page of pagesOf(task, { artifact, after }, position))
    for (const event of page) await task.output.line(event)
}

/** Prints what happens to the threads of one artifact, each line with the thread as it stands then. */
export async function watchComments(task: Task): Promise<void> {
  const artifact = idOf(task, task.values.id)
  const position = await feedPosition(task, 'comments watch')
  const after = textOf(task.values, 'after') ?? position?.read() ?? 'now'
  for await (const page of pagesOf(task, { artifact, after }, position)) {
    const happened = page.filter(({ data }) => data.threadId !== undefined)
    const threads = happened.length > 0 ? await threadsSince(task, artifact, happened[0]!) : new Map()
    for (const event of happened)
      await task.output.line({ ...event, thread: threads.get(event.data.threadId) ?? null })
  }
}

/** The threads in which something happened since the event, by their ids. */
async function threadsSince(task: Task, id: string, { createdAt }: Event): Promise<Map<string, Thread>> {
  const threads = new Map<string, Thread>()
  let cursor: string | null | undefined
  do {
    const input = { id, status: 'all', since: createdAt, limit: 100, ...(cursor && { cursor }) }
    const page = await insist<{ data: Thread[]; nextCursor: string | null }>(task, 'listComments', input)
    for (const thread of page.data) threads.set(thread.id, thread)
    cursor = page.nextCursor
  } while (cursor)
  return threads
}

/**
 * Pages of the feed, first those there are, then what comes; with --no-follow up to the end of what there is. The position is
 * saved once a page is printed: what was printed last may come again, nothing is left out.
 */
async function* pagesOf(task: Task, query: Input, position: FeedPosition | null): AsyncGenerator<Event[]> {
  const follows = task.values.follow !== false
  let { after } = query
  for (let isFirst = true; ; isFirst = false) {
    const input = { ...query, after, limit: 100, ...(follows && !isFirst && { wait: WAIT }) }
    const page = await (isFirst && !position ? ask : insist)<Page>(task, 'events', input)
    if (page.data.length > 0) yield page.data
    if (page.nextCursor !== after) position?.save(page.nextCursor)
    if (page.data.length === 0 && !follows) return
    after = page.nextCursor
  }
}

const ask = <T>({ client, manifest }: Task, operation: string, input: Input): Promise<T> =>
  client.call({ route: manifest.routes[operation]!, input }) as Promise<T>

/** Asks until there is an answer: whoever follows for days outlives a restart of the server. */
async function insist<T>(task: Task, operation: string, input: Input): Promise<T> {
  for (let pause = PAUSES.least; ; pause = Math.min(PAUSES.most, pause * 2)) {
    try {
      return await ask<T>(task, operation, input)
    } catch (error) {
      if (!(error instanceof Failure) || !passing.has(error.document.code)) throw error
      const { detail, retryAfter } = error.document
      const seconds = typeof retryAfter === 'number' ? retryAfter : pause
      await task.output.say(`${detail} Trying again in ${seconds} seconds.`)
      await new Promise(resolve => setTimeout(resolve, seconds * 1000))
    }
  }
}
