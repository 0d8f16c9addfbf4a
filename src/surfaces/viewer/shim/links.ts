// Links of the page: fragments stay inside, its own address shows it again, other addresses open beside, and what is not there goes nowhere.

import type { Limits } from '../protocol.ts'
import { goTo, isFragment, ownAddress, parsed, showFragment } from './address.ts'
import type { Channel } from './channel.ts'
import { add, apply, find, findAll, getAttribute, listen, listenLast, replaceMethod } from './natives.ts'
import { onRoot } from './shadow-roots.ts'

/** Browsers pass over controls and spaces before an address, and tabs and line ends within. */
const absolute = /^[\0- ]*([a-z][a-z\d+.\t\n\r-]*:|[\\/][\t\n\r]*[\\/])/i
const longestHref: Limits['href'] = 300
/** Schemes that show or run something in the frame itself. */
const staysHere = /^(about|blob|data|file|javascript):/

type Teller = Pick<Channel, 'send'>

export type OnClick = (link: Element, href: string, event: MouseEvent) => void

/**
 * Guards clicks of the page now in this document; the frame itself can never be led elsewhere. `onBeside` hears of links that lead
 * beside, `onHere` of those that show or run something in the frame.
 */
export function guardLinks(channel: Teller, onBeside: OnClick, onHere?: OnClick): void {
  const end = (event: MouseEvent) => stopDeadLink(event, channel)
  const begin = (event: MouseEvent) => {
    // A click that the page prevents, wherever it listens, is not followed.
    listenLast(event.currentTarget!, event, end)
    const [link, href] = linkOf(event)
    if (!link) return
    if (leadsBeside(href!)) onBeside(link, href!, event)
    else if (leaves(href!)) onHere?.(link, href!, event)
    // Routers pass over a link that names a window.
    else if (windowOf(link)) link.setAttribute('target', '_self')
  }
  listen('click', begin, true)
  listen('auxclick', begin, true)
  const guard = (part: EventTarget) => apply(add, part, ['click', begin as EventListener, true])
  // The window does not see what is clicked within a closed root, or by a script where it stands in no document.
  onRoot(part => part.mode === 'closed' && guard(part))
  replaceMethod(HTMLElement.prototype, 'click', (native, element) => {
    if (!element.isConnected) guard(element)
    apply(native, element, [])
  })
}

/** The link that was clicked, and where it leads. */
function linkOf(event: Event): [link: Element, href: string] | [] {
  for (const node of event.composedPath() as Element[])
    if (/^a(rea)?$/.test(node.localName)) {
      const href = node.getAttribute('href') ?? node.getAttribute('xlink:href')
      if (href !== null) return [node, href]
    }
  return []
}

/** Opens the link in a window of its own. */
export function openBeside(link: Element): void {
  if (link.hasAttribute('download') || isFrameName(windowOf(link))) return
  link.setAttribute('target', '_blank')
  ;(link as HTMLAnchorElement).relList?.add('noopener')
}

/** A fragment stays, however it is clicked. */
function stopDeadLink(event: MouseEvent, channel: Teller): void {
  const [, href] = linkOf(event)
  if (href == null || event.defaultPrevented || event.button > 1) return
  const address = ownAddress(href)
  const isPlain = isFragment(address) && !asksForWindow(event)
  if (isPlain && location.protocol !== 'about:') return
  // The base address of a sheet's document is the page's, so the browser would lead it there.
  if (isPlain) showFragment(address!)
  if (isPlain || stayWithin(href, channel)) event.preventDefault()
}

/** Follows an address of the page itself. A neighbour of the file was never published: the shell says why it leads nowhere. False for any other. */
export function stayWithin(href: string, channel: Teller): boolean {
  if (leaves(href)) return false
  const address = ownAddress(href)
  if (address === null) channel.send({ type: 'dead-link', href: href.slice(0, longestHref) })
  else goTo(address, channel)
  return true
}

/** True where the address is neither the page's own nor a neighbour's. */
const leaves = (href: string): boolean => absolute.test(href) && ownAddress(href) === null

/** True where the address leads out of the frame, to another host or to a program of the reader's. */
export const leadsBeside = (href: string): boolean => leaves(href) && !staysHere.test(parsed(href))

export const asksForWindow = ({ button, ctrlKey, metaKey, shiftKey }: MouseEvent): boolean =>
  button === 1 || ctrlKey || metaKey || shiftKey

/** The window that the link or form names, or the button that sends the form, or else the page for all of them. */
export const windowOf = (element: Element, submitter?: Element | null): string | null | undefined =>
  says(element, submitter, 'target') ?? find<HTMLBaseElement>('base[target]')?.target

/** An attribute of the button, or else of the form or link; a control may have the name of one of the form's own methods. */
export const says = (element: Element, submitter: Element | null | undefined, name: string): string | null =>
  submitter?.getAttribute(`form${name}`) ?? apply(getAttribute, element, [name])

/** True where the page has a frame of this name: the browser follows a link to it. */
export const isFrameName = (name: unknown): boolean =>
  name !== '' && [...findAll('iframe')].some(frame => frame.name === name)
