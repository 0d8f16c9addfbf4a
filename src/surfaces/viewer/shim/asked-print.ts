// Asks the shell to print a page whose frame may open no dialog.

import type { Channel } from './channel.ts'
import { now, replaceMethod } from './natives.ts'

/** The last part of the address of a frame document names its profile. */
const isPreview = location.pathname.endsWith('/preview')

/** Milliseconds between two requests; the shell hears only those that follow a press of the reader. */
const PAUSE = 1000

/** `window.print` of a preview does what the key for printing does; other pages open the dialog themselves. */
export function askToPrint(channel: Channel): void {
  let last = -PAUSE
  if (isPreview)
    replaceMethod(window, 'print', () => {
      if (now() - last < PAUSE) return
      last = now()
      channel.send({ type: 'key', key: 'p' })
    })
}
