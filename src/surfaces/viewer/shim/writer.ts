// Writes the page into this document as it arrives, the way a parser meets it on the network.

import type { Channel } from './channel.ts'
import { apply, close, deleteProperty, find, later, listenAgain, onFrame, open, write } from './natives.ts'

const put = (html: string): void => apply(write, document, [html])

/** Milliseconds in which the first piece should be painted. */
const PAINTING = 100

/** Opens the document at `start`, writes each chunk and acknowledges it, closes at `end`. `onRoot` is called before a script of the page runs. One page per frame. */
export function writePage(channel: Channel, onRoot: () => void): void {
  let rooted = false
  let isFirst = true
  channel.on('start', () => {
    dropOwnScheme()
    apply(open, document, [])
    listenAgain()
  })
  channel.on('chunk', ({ html }) => {
    let from = 0
    // Goes tag by tag until the parser has made the root element.
    while (!rooted && from < html.length) {
      const end = html.indexOf('>', from) + 1 || html.length
      put(html.slice(from, end))
      from = end
      rooted = document.documentElement !== null
      if (rooted) onRoot()
    }
    put(html.slice(from))
    const wrote = () => channel.send({ type: 'wrote', length: html.length })
    if (isFirst) whenPainted(wrote)
    else wrote()
    isFirst = false
  })
  channel.on('end', () => {
    deleteProperty(document, 'close')
    apply(close, document, [])
  })
}

/** The empty frame is as dark as the shell; a browser would keep that through `open()` for a page that never said it can be dark. */
const dropOwnScheme = (): void => find('meta[name=color-scheme]')?.remove()

/** The reader sees the beginning before the rest keeps the parser busy; a page that is not painted does not wait for it. */
function whenPainted(then: () => void): void {
  let waits = true
  const done = () => {
    if (waits) then()
    waits = false
  }
  later(done, PAINTING)
  onFrame(() => later(done, 0))
}

/** On a served page `document.close()` does nothing while the parser runs; here it would end the page early. */
export function keepOpen(): void {
  document.close = () => undefined
}
