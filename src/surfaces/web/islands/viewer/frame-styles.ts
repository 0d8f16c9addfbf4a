// Tells a frame how our own parts in the page look, before the page comes: later the browser would have to style it anew.

import { type Look, looks } from '../../../viewer/frame-styles.ts'
import type { PageFrame } from './page-frame.ts'

export function dress(frame: PageFrame): void {
  for (const [of, css] of Object.entries(looks)) frame.send({ type: 'looks', of: of as Look, css })
}
