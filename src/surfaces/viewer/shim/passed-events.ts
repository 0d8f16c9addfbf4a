// Says that the reader pressed inside the page, so that the shell leaves the focus there, and that the page goes.

import type { Channel } from './channel.ts'
import { listen } from './natives.ts'

export function passEvents(channel: Channel): void {
  const pass = (event: Event['type'], type: 'pressed' | 'leaving') =>
    listen(event, ({ isTrusted }) => isTrusted && channel.send({ type }), true)
  pass('pointerdown', 'pressed')
  pass('pagehide', 'leaving')
}
