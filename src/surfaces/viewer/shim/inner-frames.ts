// Finds the frames within the page, and reports the one the reader goes into: nobody outside of it learns what is selected there.

import type { Channel } from './channel.ts'
import { boxOf, isSeen, pickedIn } from './elements.ts'
import { findAll } from './natives.ts'
import type { TextRoot } from './text-nodes.ts'

const innerFrames = 'iframe,frame,object,embed'

export const seenFrames = (): Element[] => [...findAll(innerFrames)].filter(isSeen)

/** Looks whenever the shell calls: no event tells that a frame took the focus from a page that did not have it. */
export function reportInnerFrames(channel: Channel, root: TextRoot): void {
  let told: Element | undefined
  const look = () => {
    const focused = document.activeElement
    const entered = seenFrames().find(frame => frame === focused && (frame === told || document.hasFocus()))
    if (entered === told) return
    told = entered
    const picked = entered ? pickedIn(root, entered) : null
    const box = entered ? boxOf(entered) : null
    channel.send({ type: 'inner-frame', picked, at: box && { x: box.left, y: box.bottom } })
  }
  channel.on('watch', () => channel.on('ping', look))
}
