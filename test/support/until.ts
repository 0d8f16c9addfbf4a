// Waits for something to come true, and names it where it does not.
import { setTimeout as sleep } from 'node:timers/promises'
import { extendTimeout } from './patience.ts'

/** Milliseconds granted on a quiet machine. */
const LONGEST = 60_000

const seconds = () => `${extendTimeout(LONGEST) / 1000} seconds`

/**
 * Asks every 20 ms until the answer is yes.
 * @param what said in the error, as in "the blob is listed"
 * @throws Error after a minute, on a busy machine later
 */
export async function until(what: string, isSo: () => boolean | Promise<boolean>): Promise<void> {
  const end = Date.now() + extendTimeout(LONGEST)
  while (!(await isSo())) {
    if (Date.now() > end) throw new Error(`${seconds()} passed and it is not so: ${what}`)
    await sleep(20)
  }
}

/**
 * Returns the value of the promise, or fails as the promise does.
 * @param what said in the error, as in "the next event"
 * @throws Error after a minute, on a busy machine later
 */
export async function within<T>(what: string, promise: Promise<T>): Promise<T> {
  const over = new AbortController()
  const late = sleep(extendTimeout(LONGEST), null, { signal: over.signal }).then(() => {
    throw new Error(`${seconds()} passed without ${what}`)
  })
  late.catch(() => undefined)
  try {
    return await Promise.race([promise, late])
  } finally {
    over.abort()
  }
}
