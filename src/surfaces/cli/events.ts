// `recto events`: what happens in the organization, one JSON line each, for as long as somebody reads.
import { Failure } from './failure.ts'
import { shortIdOf, type Task, textOf } from './task.ts'

interface Page {
  data: unknown[]
  nextCursor: string
}

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
  const { values, voice } = task
  const given = textOf(values, 'artifact')
  const artifact = given === undefined ? undefined : shortIdOf(task, given)
  const follows = values.follow !== false
  let after = textOf(values, 'after')
  let isFirst = true
  for (;;) {
    const input = { after, artifact, limit: 100, ...(follows && !isFirst && { wait: WAIT }) }
    const page = isFirst ? await ask(task, input) : await insist(task, input)
    for (const event of page.data) await voice.line(event)
    if (!follows && page.data.length === 0) return
    after = page.nextCursor
    isFirst = false
  }
}

const ask = ({ client, manifest }: Task, input: Record<string, unknown>): Promise<Page> =>
  client.call({ route: manifest.routes.events!, input }) as Promise<Page>

/** Asks until there is an answer: whoever follows for days outlives a restart of the server. */
async function insist(task: Task, input: Record<string, unknown>): Promise<Page> {
  for (let pause = PAUSES.least; ; pause = Math.min(PAUSES.most, pause * 2)) {
    try {
      return await ask(task, input)
    } catch (error) {
      if (!(error instanceof Failure) || !passing.has(error.document.code)) throw error
      const { detail, retryAfter } = error.document
      const seconds = typeof retryAfter === 'number' ? retryAfter : pause
      await task.voice.say(`${detail} Trying again in ${seconds} seconds.`)
      await new Promise(resolve => setTimeout(resolve, seconds * 1000))
    }
  }
}
