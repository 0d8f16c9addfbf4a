// Finds the frames within the page, and reports the one the reader goes into: nobody outside of it learns what is selected there.

import type { Channel } from './channel.ts'
import { boxOf, isSeen, pickedIn } from './elements.ts'
import { findAll, listen } from './natives.ts'
import { openRootOf } from './shadow-roots.ts'
import type { TextRoot } from './text-nodes.ts'

const innerFrames = 'iframe,frame,object,embed'

export const seenFrames = (): Element[] => [...findAll(innerFrames)].filter(isSeen)

/** Looks whenever the shell calls: no event tells that a frame took the focus from a page that did not have it. */
export function reportInnerFrames(channel: Channel, root: TextRoot): void {
  let told: Element | null = null
  let entered: Element | null = null
  let box: DOMRect | null = null
  const tell = (frame: Element | null) => {
    if (frame === told) return
    told = frame
    channel.send({
      type: 'inner-frame',
      // No path leads into a shadow root: a comment there stands on its outermost host.
      picked: frame && pickedIn(root, document.activeElement!),
      at: frame && { x: box!.left, y: box!.bottom },
    })
  }
  /** The shell's note stands beside the frame: while the frame moves, the note is taken away. */
  const look = () => {
    const focused = focusedElement()
    const isFrame = focused?.matches(innerFrames) && isSeen(focused)
    const frame = isFrame && (focused === entered || document.hasFocus()) ? focused : null
    const before = box?.bottom
    box = frame && boxOf(frame)
    tell(frame === entered && box?.bottom !== before ? null : frame)
    entered = frame
  }
  channel.on('watch', () => {
    channel.on('ping', look)
    listen('scroll', () => told && boxOf(told).bottom !== box!.bottom && tell(null), true)
  })
}

/** Returns the element that has the focus, also within open shadow roots. */
function focusedElement(): Element | null {
  let element = document.activeElement
  for (let root = element && openRootOf(element); root?.activeElement; root = openRootOf(element))
    element = root.activeElement
  return element
}
