// Files dragged over the page: the browser opens none that it does not take, and the shell says where they may be dropped.

import type { Channel } from './channel.ts'
import { listen } from './natives.ts'
import { paced } from './paced.ts'

/** Milliseconds between two messages while files are over the page. */
const PAUSE = 500

export function reportFiles(channel: Channel): void {
  const tell = paced(() => channel.send({ type: 'files' }), PAUSE)
  listen('dragover', event => {
    const { dataTransfer, target } = event
    const isTaken = event.defaultPrevented || (target as HTMLInputElement).type === 'file'
    if (isTaken || !dataTransfer?.types.includes('Files')) return
    event.preventDefault()
    dataTransfer.dropEffect = 'none'
    tell()
  })
}
