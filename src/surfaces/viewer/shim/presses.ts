// Says that the reader pressed inside the page, so that the shell leaves the focus there.

import type { Channel } from './channel.ts'
import { listen } from './natives.ts'

export function reportPresses(channel: Channel): void {
  listen('pointerdown', ({ isTrusted }) => isTrusted && channel.send({ type: 'pressed' }), true)
}
