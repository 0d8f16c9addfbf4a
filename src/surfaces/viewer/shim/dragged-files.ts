// Files dragged over the page: the browser opens none that it does not take, and the shell says where they may be dropped.

import type { Channel } from './channel.ts'
import { listen, listenLast } from './natives.ts'
import { paced } from './paced.ts'

/** Milliseconds between two messages while files are over the page. */
const PAUSE = 500

export function reportFiles(channel: Channel): void {
  const tell = paced(() => channel.send({ type: 'files' }), PAUSE)
  const onFiles = (event: DragEvent) => {
    const { dataTransfer } = event
    const [target] = event.composedPath() as HTMLInputElement[]
    const isTaken = event.defaultPrevented || target!.type === 'file'
    if (isTaken || !dataTransfer?.types.includes('Files')) return
    event.preventDefault()
    dataTransfer.dropEffect = 'none'
    tell()
  }
  listen('dragover', event => listenLast(window, event, onFiles), true)
}
