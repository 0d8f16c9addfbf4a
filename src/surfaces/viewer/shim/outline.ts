// Sends the page's headings to the shell, which lists them and scrolls to one.

import type { Limits } from '../protocol.ts'
import { showFragment } from './address.ts'
import type { Channel } from './channel.ts'
import { boxOf } from './elements.ts'
import { findAll, later, listen } from './natives.ts'

const longestHeading: Limits['headingText'] = 120
const mostHeadings: Limits['headings'] = 200
const messageSize: Limits['message'] = 8192

/** Reports after parsing, after loading, and once more for pages that build themselves. */
export function reportOutline(channel: Channel): void {
  let elements: Element[] = []
  const report = () => {
    elements = headings()
    channel.send({ type: 'outline', headings: described(elements) })
  }
  listen('DOMContentLoaded', () => {
    report()
    if (location.hash) showFragment(location.hash)
  })
  listen('load', ({ isTrusted }) => {
    if (!isTrusted) return
    channel.send({ type: 'loaded' })
    report()
    later(report, 1500)
  })
  channel.on('scroll-to', ({ index }) => elements[index]?.scrollIntoView())
  channel.on('follow', ({ index, share, below }) => {
    const from = topOf(elements, index)
    scrollTo(0, from + (topOf(elements, index + 1) - from) * share + below)
  })
  channel.on('ping', () => {
    const index = elements.findLastIndex(element => {
      const { top, width } = boxOf(element)
      return width > 0 && top <= 1
    })
    channel.send({ type: 'pong', index, below: scrollY - topOf(elements, index) })
  })
}

/** Returns the top of a heading in the page; the page's own top before the first, and its end after the last. */
function topOf(elements: Element[], index: number): number {
  if (index < 0) return 0
  const element = elements[index]
  return element ? boxOf(element).top + scrollY : document.documentElement.scrollHeight
}

const headings = () =>
  [...findAll('h1,h2,h3,h4')].filter(element => element.textContent?.trim()).slice(0, mostHeadings)

/** Describes as many headings as one message may carry. */
function described(elements: Element[]) {
  let room = messageSize - 200
  return elements.map(describe).filter(heading => {
    room -= heading.text.length + heading.id.length + 48
    return room > 0
  })
}

const describe = (element: Element) => ({
  level: Number(element.localName[1]),
  text: element.textContent!.replace(/\s+/g, ' ').trim().slice(0, longestHeading),
  id: element.id.length > longestHeading ? '' : element.id,
})
