// Tells a frame how our own parts in the page look, before the page comes: later the browser would have to style it anew.

import { type FrameStyle, frameStyles } from '../../viewer/frame-styles.ts'
import type { PageFrame } from './page-frame.ts'

/** The name of the sheet beside its button, cut where it is long. Screen readers have it from the dialog already. */
const sheetTitle = `dialog[open]{display:grid;grid-template:auto minmax(0,1fr)/minmax(0,1fr) auto;align-items:center}
dialog::before{content:attr(aria-label);content:attr(aria-label)/"";margin-inline-start:1rem;overflow:hidden;font:600 .9rem/1.4 system-ui,sans-serif;text-overflow:ellipsis;unicode-bidi:plaintext;white-space:nowrap}
button{align-self:auto}
iframe{grid-column:1/-1;box-sizing:border-box;inline-size:100%;block-size:100%;border-block-start:1px solid light-dark(#d6d6d6,#48484a)}
@media(pointer:coarse){button{min-height:44px}}`

const styles: Readonly<Record<FrameStyle, string>> = {
  ...frameStyles,
  sheet: `${frameStyles.sheet}\n${sheetTitle}`,
}

export function styleFrame(frame: PageFrame): void {
  for (const [of, css] of Object.entries(styles)) frame.send({ type: 'looks', of: of as FrameStyle, css })
}
