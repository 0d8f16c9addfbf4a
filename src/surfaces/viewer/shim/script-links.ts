// Runs the code of `javascript:` links, which no browser runs in a frame without an origin.

import { parsed } from './address.ts'
import { asksForWindow, type OnClick } from './links.ts'
import { apply, later } from './natives.ts'

const { decodeURIComponent: decode } = window
const replaceAll = RegExp.prototype[Symbol.replace]
const scheme = 'javascript:'
let heard: Event | undefined
const encoded = /(?:%[\da-f]{2})+/gi

/** A click runs the code once the page's own listeners have not prevented it; what the code returns is ignored. No click opens a window. */
export const runScriptLink: OnClick = (link, href, event) => {
  const code = codeOf(href)
  // A click in a closed root is heard there too.
  if (code === null || event === heard) return
  heard = event
  // The browser itself does nothing then, whatever window the link or the page's `base` names.
  link.setAttribute('target', '_self')
  if (asksForWindow(event)) event.preventDefault()
  else if (event.button === 0) later(() => event.defaultPrevented || later(code), 0)
}

/** The code of a `javascript:` address as the browser reads it, without white space that it passes over; null for any other address. */
function codeOf(href: string): string | null {
  const address = parsed(href)
  if (!address.startsWith(scheme)) return null
  return apply(replaceAll, encoded, [address.slice(scheme.length), decoded]) as string
}

/** Decodes the text; one that is not UTF-8 stays as it stands. */
function decoded(text: string): string {
  try {
    return decode(text)
  } catch {
    return text
  }
}
