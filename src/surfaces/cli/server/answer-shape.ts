// Tells an answer of Recto from that of another program: by a header, and by its first fields.
import type { IncomingMessage } from 'node:http'
import type { Route } from '../../rest/request.ts'
import { foreign } from '../failure.ts'

/** Every answer of a server carries it (contract section 2). */
const MARK = 'x-request-id'

/** The value of an operation's answer, known by one of its shapes; null where nothing was answered and nothing may be. */
export function valueIn(message: IncomingMessage, body: Buffer, { answers, orNothing }: Route): unknown {
  if (message.statusCode === 204 && (!answers || orNothing)) return null
  const value = parsed(body)
  const isObject = typeof value === 'object' && value !== null
  if (isObject && answers?.some(shape => hasShape(value as Record<string, unknown>, shape))) return value
  throw misshapen()
}

/** The failure of an answer that this request never has. */
export const misshapen = () => foreign('The answer is none that this request has.')

/** Tells whether the answer carries the mark of Recto. */
export const isFromRecto = (headers: IncomingMessage['headers']): boolean => headers[MARK] !== undefined

const hasShape = (value: Record<string, unknown>, shape: Readonly<Record<string, string>>): boolean =>
  Object.entries(shape).every(
    ([name, type]) => Object.hasOwn(value, name) && (type === '' || typeOf(value[name]) === type),
  )

/** The type in the words of JSON Schema. */
function typeOf(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  return Number.isInteger(value) ? 'integer' : typeof value
}

function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    throw foreign('The answer is no JSON document.')
  }
}
