// Guessing at a one-time code, with a count of the guesses that were compared at all.
import { verifyCode } from '../../src/auth/one-time-code.ts'
import { Problem } from '../../src/domain/problem.ts'
import type { Context } from '../../src/operations/kernel/context.ts'
import type { Reading, Records, Rows } from '../../src/storage/records.ts'
import { NOW } from '../storage/records.world.ts'

/** Returns a context with the parts that sign-in uses. */
export const contextOn = (records: Records): Context =>
  ({
    records,
    clock: () => NOW,
    secret: 'a secret of the tests, long enough',
    url: 'http://localhost:4400',
    rateLimits: false,
    signUp: 'open',
    ownerEmail: null,
    defaultPlan: 'free',
  }) as unknown as Context

/** One call of a row port inside a unit of work: `credentials.tryCode`, and what it answered. */
export interface Step {
  name: string
  result: unknown
}

/** The records, telling every step of each unit that was committed. */
export function watched(records: Records, told: (steps: Step[]) => void): Records {
  const transaction = async <T>(work: (rows: Rows & Reading) => Promise<T>): Promise<T> => {
    let steps: Step[] = []
    const result = await records.transaction(rows => {
      steps = []
      const parts = Object.entries(rows).map(([part, port]) => [part, telling(part, port, steps)])
      return work(Object.fromEntries(parts))
    })
    told(steps)
    return result
  }
  return { ...records, transaction }
}

const telling = (part: string, port: object, steps: Step[]): object =>
  new Proxy(port, {
    get(target, name) {
      const method = Reflect.get(target, name) as (...given: unknown[]) => Promise<unknown>
      return async (...given: unknown[]) => {
        const result = await method.apply(target, given)
        steps.push({ name: `${part}.${String(name)}`, result })
        return result
      }
    },
  })

/** The records with a count of the tries that found a code to compare with. */
export function counting(records: Records): { records: Records; compared(): number } {
  let compared = 0
  const isTry = ({ name, result }: Step) => name === 'credentials.tryCode' && result !== null
  const told = (steps: Step[]) => {
    compared += steps.filter(isTry).length
  }
  return { records: watched(records, told), compared: () => compared }
}

/** Gives the codes `from` and those after it, all at once; answers how many signed in. */
export async function guess(context: Context, email: string, from: number, count: number): Promise<number> {
  const guesses = Array.from({ length: count }, (_, n) => String((from + n) % 1_000_000).padStart(6, '0'))
  const origin = { client: null, network: null, exactNetwork: 'test' }
  const outcomes = await Promise.all(
    guesses.map(code =>
      verifyCode(context, { email, code, handle: null, origin, session: null }).then(
        () => true,
        (error: unknown) => {
          if (error instanceof Problem && error.code === 'code_invalid') return false
          throw error
        },
      ),
    ),
  )
  return outcomes.filter(Boolean).length
}
