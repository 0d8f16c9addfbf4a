// A click that is sure to reach the page in a frame.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Locator } from 'playwright-core'
import { extendTimeout } from './patience.ts'

/** Milliseconds for a click to arrive, and for all tries. */
const ONE = 1000
const ALL = extendTimeout(30_000)

/**
 * Clicks until the frame's own document has heard of it: while Chromium has not yet drawn where the frame of another process stands,
 * or what has just closed above it, the click goes to the page around it, and a test that nothing happens would prove nothing.
 */
export async function press(target: Locator): Promise<void> {
  const arrived = target.evaluate(
    node =>
      new Promise<boolean>(heard => {
        node.ownerDocument.defaultView!.addEventListener('mousedown', () => heard(true), {
          capture: true,
          once: true,
        })
      }),
  )
  // The click may end the page, and with it who listens there.
  const gone = arrived.catch(() => true)
  const begun = Date.now()
  do {
    if (Date.now() - begun > ALL) throw new Error(`no click reached ${target}`)
    await target.click()
  } while (!(await Promise.race([gone, sleep(ONE, false)])))
}
