// Ids of requests: an answer repeats its id, so ids are short; and no two of a batch are equal, because nobody could tell their answers apart.
import { Problem } from '../../domain/problem.ts'
import { sizeOf } from './size-limit.ts'

interface Message {
  id?: unknown
  method?: unknown
}

/** Serialized characters of one id, and of all ids of a batch, which share one answer. */
const LONGEST = { id: 256, batch: 5_000 }

/** Is the value short enough to be repeated in an answer? */
export const isShortId = (id: unknown): boolean => id === undefined || sizeOf(id) <= LONGEST.id

export interface CheckedMessages {
  accepted: Message[]
  /** Errors in place of the answers to the others, none of which was done. */
  refused: object[]
}

/** Divides messages by their ids. Throws 400 where the ids are too long together. */
export function checkIds(messages: readonly (Message | null)[]): CheckedMessages {
  const ids = messages.map(message => message?.id).filter(id => id !== undefined && isShortId(id))
  if (ids.reduce<number>((sum, id) => sum + sizeOf(id), 0) > LONGEST.batch)
    throw new Problem(
      'malformed_request',
      `The ids of a batch have at most ${LONGEST.batch} characters together.`,
    )
  const requested = messages.filter(isRequest).map(message => message.id)
  const equal = new Set(requested.filter((id, index) => requested.indexOf(id) !== index))
  const refusalOf = (message: Message | null): object | null => {
    if (!isShortId(message?.id)) return invalidRequest(null, TOO_LONG)
    if (!isRequest(message)) return null
    if (!isId(message.id)) return invalidRequest(null, NO_ID)
    return equal.has(message.id) ? invalidRequest(message.id, EQUAL) : null
  }
  const refusals = messages.map(refusalOf)
  return {
    accepted: messages.filter((_, index) => refusals[index] === null) as Message[],
    refused: refusals.filter(refusal => refusal !== null),
  }
}

const isRequest = (message: Message | null): message is Message =>
  message?.id !== undefined && message.method !== undefined

/** The protocol allows texts and whole numbers, not null. */
const isId = (id: unknown): boolean => typeof id === 'string' || Number.isSafeInteger(id)

const NO_ID = 'Invalid Request: the id is no text and no whole number of at most 15 digits. Use one of these.'
const TOO_LONG = `Invalid Request: the id has more than ${LONGEST.id} characters. Use a number or a short text.`
const EQUAL = 'Not done: another request of this batch has this id. Give each its own and send them again.'

const invalidRequest = (id: unknown, message: string) => ({
  jsonrpc: '2.0',
  id,
  error: { code: -32600, message },
})
