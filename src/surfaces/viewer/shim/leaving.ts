// Says that another document takes the place of the page, so that the shell looks what is there then.

import type { Channel } from './channel.ts'
import { listen } from './natives.ts'

export function reportLeaving(channel: Channel): void {
  listen('pagehide', ({ isTrusted }) => isTrusted && channel.send({ type: 'leaving' }), true)
}
