// Says that the reader pressed inside the page, so that the shell leaves the focus there.

import type { Channel } from './channel.ts'
import { listen } from './natives.ts'

export function passPresses(channel: Channel): void {
  const onPress = ({ isTrusted }: PointerEvent): void => {
    if (isTrusted) channel.send({ type: 'pressed' })
  }
  listen('pointerdown', onPress, true)
}
