// Batches, which the revision 2025-03-26 has: the answers of one together are no longer than one answer may be.
import { Problem } from '../../domain/problem.ts'
import type { Refusals, ToolSet } from './offer.ts'
import { checkIds } from './request-ids.ts'
import { LONGEST_ANSWER, SizeLimit, sizeOf } from './size-limit.ts'

interface Message {
  id?: unknown
  method?: unknown
  params?: { name?: unknown } | null
}

interface Answer {
  id?: unknown
  result?: { isError?: unknown }
}

export interface Batch {
  /** The body with the messages that are answered by the protocol; undefined where none is left. */
  accepted: unknown
  /** Answers to those that are not, because of their ids. */
  refused: readonly object[]
  /** Of each result. */
  size: SizeLimit
  /** Changes that are not made, because there would be no space to say what they came to. */
  refusals: Refusals
  /** Returns the answers and the refusals, with an error in the place of those that do not fit beside the others. */
  fitAnswers(answers: object[]): object[]
}

/** So many changes with the shortest limit each, an error for every other message, and all ids fit. */
const MOST = { messages: 100, writes: 5 }

/** Shares one answer among the messages of a body. Throws 400 for too many messages. */
export function openBatch(body: unknown, tools: ToolSet): Batch {
  const messages = [body].flat() as (Message | null)[]
  if (messages.length > MOST.messages)
    throw new Problem('malformed_request', `A batch holds at most ${MOST.messages} messages. Send several.`)
  const { accepted, refused } = checkIds(messages)
  const requests = accepted.filter(message => message?.id !== undefined)
  const writes = requests.filter(message => isWrite(message, tools)).map(message => message?.id)
  const allowed = writes.slice(0, MOST.writes)
  const isEmpty = refused.length > 0 && accepted.length === 0
  return {
    accepted: isEmpty ? undefined : Array.isArray(body) ? accepted : body,
    refused,
    size: new SizeLimit(requests.length),
    refusals: new Map(writes.slice(MOST.writes).map(id => [id, NOT_DONE])),
    fitAnswers: answers => fitAnswers([...answers, ...refused], allowed),
  }
}

const isWrite = (message: Message | null, tools: ToolSet): boolean =>
  message?.method === 'tools/call' && tools.get(String(message.params?.name))?.effect === 'write'

const NOT_DONE = `Not done: a batch makes at most ${MOST.writes} changes, so that their answers fit. Send this call in another request.`

const tooLong = (id: unknown) => ({
  jsonrpc: '2.0',
  id,
  error: { code: -32600, message: 'Too long beside the others of this batch. Send it by itself.' },
})

/** Leaves out the longest answers until the others fit, but none of a change that was made: nobody shall make it twice. */
function fitAnswers(answers: Answer[], writes: readonly unknown[]): object[] {
  const isKept = ({ id, result }: Answer) => writes.includes(id) && result !== undefined && !result.isError
  const fitted: object[] = [...answers]
  const sizes = answers.map(answer => sizeOf(answer) + EVENT)
  let size = sizes.reduce((sum, each) => sum + each, 0)
  const longestFirst = [...sizes.keys()].sort((one, other) => sizes[other]! - sizes[one]!)
  for (const index of longestFirst.filter(each => !isKept(answers[each]!))) {
    if (size <= LONGEST_ANSWER) break
    fitted[index] = tooLong(answers[index]!.id)
    size += sizeOf(fitted[index]) + EVENT - sizes[index]!
  }
  return fitted
}

/** Characters that a stream adds to an answer; a list adds fewer. */
const EVENT = 24
