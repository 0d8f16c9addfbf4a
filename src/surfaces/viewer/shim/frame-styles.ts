// Sheets for our own parts, empty until the shell says how they look.

import type { FrameStyle } from '../frame-styles.ts'
import type { Channel } from './channel.ts'

export type FrameStyleSwitch = Record<FrameStyle, CSSStyleSheet>

export function followFrameStyles(channel: Channel): FrameStyleSwitch {
  const looks = { layer: new CSSStyleSheet(), page: new CSSStyleSheet(), sheet: new CSSStyleSheet() }
  channel.on('looks', ({ of, css }) => looks[of].replaceSync(css))
  return looks
}

/** A page may put its own sheets in place of all others. No sheet of the document reaches into a shadow root; what is in no tree needs none. */
export function applyFrameStyles(sheet: CSSStyleSheet, to: Partial<DocumentOrShadowRoot> = document): void {
  if (to.adoptedStyleSheets?.includes(sheet) === false)
    to.adoptedStyleSheets = [...to.adoptedStyleSheets, sheet]
}
