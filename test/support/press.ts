// A click that is sure to reach the page in a frame.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Locator } from 'playwright-core'
import { extendTimeout } from './patience.ts'

/** Milliseconds for a click to arrive, and for all tries. */
const ONE = extendTimeout(1000)
const ALL = extendTimeout(30_000)

/**
 * Clicks until the frame's own document has heard of it: while Chromium has not yet drawn where the frame of another process stands,
 * or what has just closed above it, the click goes to the page around it, and a test that nothing happens would prove nothing.
 */
export async function press(target: Locator): Promise<void> {
  const listening = await target.evaluateHandle(node => ({
    heard: new Promise<boolean>(heard => {
      node.ownerDocument.defaultView!.addEventListener('mousedown', () => heard(true), {
        capture: true,
        once: true,
      })
    }),
  }))
  // The click may end the page, and with it who listens there.
  const gone = listening.evaluate(({ heard }) => heard).catch(() => true)
  const begun = Date.now()
  let cause: unknown
  await target.click()
  while (!(await Promise.race([gone, sleep(ONE, false)]))) {
    if (Date.now() - begun > ALL) throw new Error(`no click reached ${target}`, { cause })
    // The word of the first click may be late, and what that click opened cover the target.
    await target.click({ timeout: ONE }).catch(error => {
      cause = error
    })
  }
}
