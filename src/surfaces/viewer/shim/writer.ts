// Writes the page into this document as it arrives, the way a parser meets it on the network.

import type { Channel } from './channel.ts'

const open = document.open.bind(document)
const write = document.write.bind(document)
const close = document.close.bind(document)

export interface Moments {
  /** The document is new and empty: listeners set earlier are gone. */
  opened(): void
  /** The root element exists; no script of the page has run. */
  rooted(): void
}

/** Opens the document at `start`, writes each chunk and acknowledges it, closes at `end`. One page per frame. */
export function writePage(channel: Channel, moments: Moments): void {
  let rooted = false
  channel.on('start', () => {
    dropOwnScheme()
    open()
    keepOpen()
    moments.opened()
  })
  channel.on('chunk', ({ html }) => {
    if (rooted) write(html)
    else rooted = writeUntilRooted(html, moments)
    channel.send({ type: 'wrote', length: html.length })
  })
  channel.on('end', () => {
    Reflect.deleteProperty(document, 'close')
    close()
  })
}

/** The empty frame is as dark as the shell; a browser would keep that through `open()` for a page that never said it can be dark. */
const dropOwnScheme = (): void => document.querySelector('meta[name=color-scheme]')?.remove()

/** On a served page `document.close()` does nothing while the parser runs; here it would end the page early. */
function keepOpen(): void {
  Object.defineProperty(document, 'close', { configurable: true, value: () => undefined })
}

/** Goes tag by tag until the parser has made the root element, then writes the rest. */
function writeUntilRooted(html: string, moments: Moments): boolean {
  let from = 0
  while (from < html.length && !document.documentElement) {
    const end = html.indexOf('>', from) + 1 || html.length
    write(html.slice(from, end))
    from = end
  }
  if (!document.documentElement) return false
  moments.rooted()
  if (from < html.length) write(html.slice(from))
  return true
}
