// Tells a frame how our own parts in the page look, before the page comes: later the browser would have to style it anew.

import { type FrameStyle, frameStyles } from '../../viewer/frame-styles.ts'
import type { PageFrame } from './page-frame.ts'

export function styleFrame(frame: PageFrame): void {
  for (const [of, css] of Object.entries(frameStyles))
    frame.send({ type: 'looks', of: of as FrameStyle, css })
}
