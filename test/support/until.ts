// Waits for something to come true, and names it where it does not.
import { setTimeout as pause } from 'node:timers/promises'

/** Milliseconds granted; a busy machine may need most of them. */
const PATIENCE = 60_000

/**
 * Asks every 20 ms until the answer is yes.
 * @param what said in the error, as in "the blob is listed"
 * @throws Error after a minute
 */
export async function until(what: string, isSo: () => boolean | Promise<boolean>): Promise<void> {
  const end = Date.now() + PATIENCE
  while (!(await isSo())) {
    if (Date.now() > end) throw new Error(`A minute passed and it is not so: ${what}`)
    await pause(20)
  }
}
