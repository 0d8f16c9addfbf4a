// Tells the shell where in the page the things stand that threads are about, so that their cards stand level with them.

import type { Limits } from '../protocol.ts'
import type { Channel } from './channel.ts'
import { listen } from './natives.ts'
import { paced } from './paced.ts'

const most: Limits['tops'] = 150

/** Milliseconds between two messages while the reader scrolls. */
const PAUSE = 40

interface Standing {
  /** Pixels below the window's upper edge. */
  tops: [id: string, top: number][]
  /** Threads whose words are not on the screen. */
  missing: string[]
}

/** Asks where all stands whenever the page scrolls or the shell asks; the function returned does so too. */
export function reportTops(channel: Channel, standing: () => Standing): () => void {
  const tell = paced(() => {
    const { tops, missing } = standing()
    if (tops.length + missing.length === 0) return
    channel.send({
      type: 'tops',
      scroll: scrollY,
      tops: tops.slice(0, most),
      missing: missing.slice(0, most),
    })
  }, PAUSE)
  listen('scroll', tell, true)
  channel.on('ping', tell)
  return tell
}
