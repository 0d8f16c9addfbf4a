// The statements of one request as a node sent them, and how to send them again for others of its kind.
import { randomBytes } from 'node:crypto'
import { uuid } from '../../src/operations/kernel/uuid.ts'

/** One statement as it was sent. */
export interface Sent {
  text: string
  values: unknown[]
  /** The name under which it is prepared, if it is. */
  name?: string
}

/** Statements of two requests of a kind: where they differ is what each request has of its own. */
export type Recorded = readonly [Sent[], Sent[]]

/** Throws where the two requests did not send the same statements. */
export function recorded(first: Sent[], second: Sent[]): Recorded {
  const texts = (sent: Sent[]) => sent.map(({ text }) => text).join('\n')
  if (first.length === 0 || texts(first) !== texts(second))
    throw new Error(`Two requests of a kind sent other statements:\n${texts(first)}\n\n${texts(second)}`)
  return [first, second]
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const HEX = /^[0-9a-f]{32,}$/
const SHORT_ID = /^\w{10}$/
/** Larger numbers are moments, in milliseconds; smaller ones that differ are what the database counted. */
const FIRST_MOMENT = 1e12

let made = 0

/** The values that one more request has of its own: equal wherever the recorded request had equal ones. */
export class Values {
  readonly #known = new Map<unknown, unknown>()

  /** The values of a statement of the new request; `counted` is what the database counted last for it. */
  of({ values }: Sent, other: Sent, counted: number): unknown[] {
    return values.map((value, at) => (value === other.values[at] ? value : this.#own(value, counted)))
  }

  #own(value: unknown, counted: number): unknown {
    if (!this.#known.has(value)) this.#known.set(value, ownOf(value, counted))
    return this.#known.get(value)
  }
}

function ownOf(value: unknown, counted: number): unknown {
  if (typeof value === 'number') return value > FIRST_MOMENT ? Date.now() : counted
  if (typeof value !== 'string') throw new Error(`No other value is known for ${value}.`)
  if (UUID.test(value)) return uuid(Date.now())
  if (HEX.test(value)) return randomBytes(value.length / 2).toString('hex')
  if (SHORT_ID.test(value)) return randomBytes(5).toString('hex')
  made += 1
  return value.replace(/\d+/, `${made}`)
}
