// Keeps pace: calls that come too fast are answered by one.

import { later, now } from './natives.ts'

/** Calls `act` at once, then no sooner than `pause` milliseconds after the last time; the last call is never lost. */
export function paced(act: () => void, pause: number): () => void {
  let next = 0
  let isWaiting = false
  const run = () => {
    isWaiting = false
    next = now() + pause
    act()
  }
  return () => {
    if (isWaiting) return
    isWaiting = true
    const left = next - now()
    if (left > 0) later(run, left)
    else run()
  }
}
