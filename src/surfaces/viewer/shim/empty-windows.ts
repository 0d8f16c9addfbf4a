// Answers a page that opens an empty window to write into it: what it writes is collected, and shown in a sheet.

import { parsed } from './address.ts'
import type { Channel } from './channel.ts'
import { isFrameName, stayWithin } from './links.ts'
import { apply, clear, close, later, parseHtml, replaceMethod, write } from './natives.ts'
import { makeSheet, type Shown, type ShowSheet } from './sheet.ts'

/** UTF-16 code units of one document; what a page writes beyond is left out. */
const MOST = 10_000_000

/** Milliseconds after which a page that still writes is shown what it wrote. */
const REST = 200

/** Other methods that pages call on such a window, which a sheet has no answer to. */
const ignored = 'focus blur moveTo moveBy resizeTo resizeBy scrollTo scrollBy postMessage'

/** `window.open` of an empty address never reaches the browser, which would open an empty tab and answer null; nor does the page's own. */
export function answerEmptyWindows(style: CSSStyleSheet, channel: Pick<Channel, 'send'>): void {
  const show = makeSheet(style)
  replaceMethod(window, 'open', (native, _, given) => {
    const href = `${given[0] ?? ''}`.trim()
    const name = `${given[1]}`
    if (isFrameName(name)) return apply(native, window, given)
    const own = /^_(self|parent|top)$/i.test(name) ? window : null
    if (!href || /^about:blank/i.test(parsed(href))) return own ?? emptyWindow(show)
    return stayWithin(href, channel) ? own : apply(native, window, given)
  })
}

/** Makes the part of a window that pages use which write into one. Its document is a real one, in which nothing runs. */
function emptyWindow(show: ShowSheet): Window {
  const text = parseHtml('<!doctype html>')
  let room = MOST
  let shown: Shown | null = null
  let html: string | null = null
  let times = 0
  let isClosed = false
  const tell = (name: string) => {
    if (name === 'closed') isClosed = true
    else {
      const event = new Event(name)
      ;(standIn as unknown as Record<string, ((event: Event) => void) | undefined>)[`on${name}`]?.(event)
      standIn.dispatchEvent(event)
    }
  }
  const showText = () => {
    const now = text.documentElement.outerHTML.slice(0, MOST)
    if (isClosed || now === html) return
    html = now
    // That an earlier text of its own makes room is no end of it.
    const time = ++times
    shown = show(now, text.title, what => time === times && tell(what))
  }
  const put = (...texts: unknown[]) => {
    const piece = texts.join('')
    room -= piece.length
    if (room >= 0) apply(write, text, [piece])
  }
  /** Leads the reader beside, as a window would be led. */
  const lead = (href: unknown) => {
    isClosed = true
    window.open(`${href}`)
  }
  const place = {
    assign: lead,
    replace: lead,
    get href() {
      return 'about:blank'
    },
    set href(href) {
      lead(href)
    },
  }
  Object.assign(text, {
    write: put,
    writeln: (...texts: unknown[]) => put(...texts, '\n'),
    close: () => {
      apply(close, text, [])
      showText()
    },
  })
  const standIn = new (class extends EventTarget {
    document = text
    opener = window
    setTimeout = later.bind(window)
    get location(): unknown {
      return place
    }
    set location(href) {
      lead(href)
    }
    get closed() {
      return isClosed
    }
    print() {
      showText()
      shown?.print()
    }
    close() {
      if (shown) shown.close()
      else isClosed = true
    }
  })()
  for (const name of ignored.split(' ')) Object.assign(standIn, { [name]: () => undefined })
  // A page may never say that it has written all.
  let timer: ReturnType<typeof setTimeout> | undefined
  const showSoon = () => {
    clear(timer)
    timer = later(showText, REST)
  }
  new MutationObserver(showSoon).observe(text, { childList: true, characterData: true, subtree: true })
  return standIn as unknown as Window
}
