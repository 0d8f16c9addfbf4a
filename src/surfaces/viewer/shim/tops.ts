// Tells the shell where in the page the things stand that threads are about, so that their cards stand level with them.

import type { Limits } from '../protocol.ts'
import type { Channel } from './channel.ts'
import { later } from './natives.ts'

const most: Limits['tops'] = 150

/** Milliseconds between two messages while the reader scrolls. */
const PAUSE = 40

/** Calls `topsOf` for pixels below the window's upper edge whenever the page scrolls or the shell asks; the function returned does so too. */
export function reportTops(channel: Channel, topsOf: () => [id: string, top: number][]): () => void {
  let isWaiting = false
  const tell = () => {
    isWaiting = false
    const tops = topsOf().slice(0, most)
    if (tops[0]) channel.send({ type: 'tops', scroll: scrollY, tops })
  }
  const tellSoon = () => {
    if (!isWaiting) later(tell, PAUSE)
    isWaiting = true
  }
  addEventListener('scroll', tellSoon, true)
  channel.on('ping', tellSoon)
  return tellSoon
}
