// Links of a closed page: its frame opens no window, so the shell asks the reader and opens them.

import type { Limits } from '../protocol.ts'
import { parsed } from './address.ts'
import type { Channel } from './channel.ts'
import { guardLinks, leadsBeside } from './links.ts'
import { later, replaceMethod } from './natives.ts'

const longestLink: Limits['link'] = 4000

/** Passes on where links lead, and what the page itself wants to open, once the reader has pressed. */
export function askForLinks(channel: Channel): void {
  const ask = (href: string) => {
    // One character more than is allowed says that it is too long.
    if (leadsBeside(href))
      channel.send({ type: 'link', href: (parsed(href) || href).slice(0, longestLink + 1) })
  }
  guardLinks(channel, (link, href, event) => {
    if (event.button > 1) return
    // The browser refuses the window. What the page does with the click comes first.
    link.setAttribute('target', '_blank')
    later(() => event.defaultPrevented || ask(href), 0)
  })
  replaceMethod(window, 'open', (_native, _target, [href]) => {
    ask(`${href ?? ''}`)
    return null
  })
}
