// `recto events` and `recto comments watch`: what happens, one JSON line each, for as long as somebody reads.
import { Failure } from '../failure.ts'
import { idOf, type Task, textOf } from '../task.ts'
import { type FeedPosition, openPosition } from './feed-position.ts'

interface Event {
  id: string
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

interface Me {
  person: { id: string } | null
  organization: { id: string } | null
}

/** The subject that a command follows, and the lines that it prints of a page. */
interface Followed {
  command: string
  artifact: string | undefined
  /** Position at which the first run begins. */
  begin: string
  linesOf(page: Event[]): Promise<Event[]>
}

type Input = Record<string, unknown>

/** Value of --after for all events. */
const START = 'start'

const GOES_ON = `Going on where this stopped last time; --after ${START} begins with the first event.`

const UNKNOWN = `The server does not know the event at which this stopped last time, for example since a backup was restored. Say where to begin: --after ${START}, or --after now.`

/** Seconds one request waits for the next event. */
const WAIT = 50

/** Seconds between two tries while the server cannot be reached: first and last; and the longest that it may ask for. */
const PAUSES = { least: 1, most: 30, longest: 3600 }

/** Problems after which a follower comes back by itself. */
const passing = new Set([
  'unreachable',
  'connection_broken',
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
  await follow(task, { command: 'events', artifact, begin: START, linesOf: async page => page })
}

/** Prints what happens to the threads of one artifact, each line with the thread as it stands then. */
export async function watchComments(task: Task): Promise<void> {
  const artifact = idOf(task, task.values.id)
  const linesOf = async (page: Event[]) => {
    const happened = page.filter(({ data }) => data.threadId !== undefined)
    const threads = happened.length > 0 ? await threadsSince(task, artifact, happened[0]!) : new Map()
    return happened.map(event => ({ ...event, thread: threads.get(event.data.threadId) ?? null }))
  }
  await follow(task, { command: 'comments watch', artifact, begin: 'now', linesOf })
}

/** The threads in which something happened since the event, by their ids. */
async function threadsSince(task: Task, id: string, { createdAt }: Event): Promise<Map<string, Thread>> {
  const threads = new Map<string, Thread>()
  let cursor: string | null | undefined
  do {
    const input = { id, status: 'all', since: createdAt, limit: 100, ...(cursor && { cursor }) }
    const page = await answerTo<{ data: Thread[]; nextCursor: string | null }>(task, 'listComments', input)
    for (const thread of page.data) threads.set(thread.id, thread)
    cursor = page.nextCursor
  } while (cursor)
  return threads
}

/** Prints the lines that are made of each page, and keeps the position behind each line that is printed. */
async function follow(task: Task, followed: Followed): Promise<void> {
  const position = await positionOf(task, followed)
  try {
    for await (const { data, nextCursor } of pagesOf(task, followed, position)) {
      for (const line of await followed.linesOf(data)) {
        await task.output.line(line)
        position.save(line.id)
      }
      position.save(data.at(-1)?.id ?? nextCursor)
    }
  } finally {
    position.close()
  }
}

async function positionOf(task: Task, { command, artifact }: Followed): Promise<FeedPosition> {
  const { person, organization } = await answerTo<Me>(task, 'me', {})
  const account = [organization?.id ?? null, person?.id ?? null]
  return openPosition(task, { command, account, artifact, follower: textOf(task.values, 'follower') })
}

/** Pages of the feed, first those there are, then what comes; with --no-follow up to the end of what there is. */
async function* pagesOf(
  task: Task,
  { artifact, begin }: Followed,
  { last }: FeedPosition,
): AsyncGenerator<Page> {
  const follows = task.values.follow !== false
  const asked = textOf(task.values, 'after')
  const start = asked ?? last ?? begin
  if (asked === undefined && last !== undefined) await task.output.say(GOES_ON)
  let after = start === START ? undefined : start
  for (let wait = 0; ; wait = follows ? WAIT : 0) {
    const input = { artifact, after, wait, limit: 100 }
    const page = await answerTo<Page>(task, 'events', input).catch(error => {
      throw asked === undefined && after === last ? lostPosition(error) : error
    })
    yield page
    if (page.data.length === 0 && !follows) return
    after = page.nextCursor
  }
}

/** The refusal of a position that was kept here, in words that say how to go on; anything else as it is. */
const lostPosition = (error: unknown): unknown =>
  error instanceof Failure && error.document.code === 'invalid_input' && isAbout(error, 'after')
    ? new Failure(1, { code: 'position_unknown', detail: UNKNOWN })
    : error

const isAbout = ({ document }: Failure, field: string): boolean =>
  (document.errors as { field: string }[] | undefined)?.some(each => each.field === field) === true

/** Servers that answered before: whatever else answers in their place is a proxy, while they are away. */
const met = new WeakSet<Task['client']>()

/** Tells whether the server may answer later: it is away, or a proxy before it says so. Another program at its address stays one. */
const passes = ({ code, status }: Failure['document'], wasMet: boolean): boolean =>
  passing.has(code) || (code === 'unexpected_answer' && (wasMet || Number(status) >= 500 || status === 429))

/** Returns the answer of an operation; a command that follows waits through a restart of the server. */
const answerTo = <T>(task: Task, operation: string, input: Input): Promise<T> =>
  (task.values.follow === false ? ask : insist)<T>(task, operation, input)

const ask = <T>({ client, manifest }: Task, operation: string, input: Input): Promise<T> =>
  client.call({ route: manifest.routes[operation]!, input }) as Promise<T>

/** Asks until there is an answer: whoever follows for days outlives a restart of the server. */
async function insist<T>(task: Task, operation: string, input: Input): Promise<T> {
  for (let pause = PAUSES.least; ; pause = Math.min(PAUSES.most, pause * 2)) {
    try {
      const answer = await ask<T>(task, operation, input)
      met.add(task.client)
      return answer
    } catch (error) {
      if (!(error instanceof Failure) || !passes(error.document, met.has(task.client))) throw error
      const { detail, retryAfter } = error.document
      const seconds =
        typeof retryAfter === 'number' ? Math.min(Math.max(retryAfter, pause), PAUSES.longest) : pause
      await task.output.warn(`${detail} Trying again in ${seconds} s.`)
      await new Promise(resolve => setTimeout(resolve, seconds * 1000))
    }
  }
}
