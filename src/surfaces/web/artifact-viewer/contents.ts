// The list of the page's headings, in the menu that the header keeps for it.

import type { Heading } from '../../viewer/protocol.ts'
import { element } from '../layout/element.ts'
import { showPlace } from './page-address.ts'
import type { PageFrame } from './page-frame.ts'

/** Fills the menu whenever the page reports its headings; a page with fewer than two has no list. */
export function listContents(frame: PageFrame): void {
  const list = document.querySelector<HTMLElement>('#contents-list')
  const openers = document.querySelectorAll<HTMLElement>('[data-contents]')
  if (!list) return
  show(openers, false)
  frame.on('outline', ({ headings }) => {
    const highest = Math.min(...headings.map(({ level }) => level))
    list.replaceChildren(...headings.map((heading, index) => item(heading, index, highest, frame)))
    show(openers, headings.length > 1)
  })
}

const show = (openers: Iterable<HTMLElement>, shown: boolean) => {
  for (const opener of openers) opener.hidden = !shown
}

function item(heading: Heading, index: number, highest: number, frame: PageFrame): HTMLElement {
  const button = element('button', { type: 'button', textContent: heading.text, dir: 'auto' })
  button.addEventListener('click', () => {
    frame.send({ type: 'scroll-to', index })
    if (heading.id) showPlace(`#${encodeURIComponent(heading.id)}`)
    frame.element.focus()
  })
  return element('li', { className: `depth-${Math.min(3, heading.level - highest)}` }, [button])
}
