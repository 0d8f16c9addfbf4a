// Sheets for our own parts, empty until the shell says how they look.

import type { Look } from '../frame-styles.ts'
import type { Channel } from './channel.ts'

export type Looks = Record<Look, CSSStyleSheet>

export function followLooks(channel: Channel): Looks {
  const looks = { layer: new CSSStyleSheet(), page: new CSSStyleSheet() }
  channel.on('looks', ({ of, css }) => looks[of].replaceSync(css))
  return looks
}

/** A page may put its own sheets in place of all others. */
export function wear(sheet: CSSStyleSheet): void {
  if (!document.adoptedStyleSheets.includes(sheet))
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
}
