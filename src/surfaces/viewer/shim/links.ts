// Links and forms of the page: fragments stay inside, its own address shows it again, other addresses open beside, and what is not there goes nowhere.

import type { Limits } from '../protocol.ts'
import { goTo, isFragment, ownAddress, parsed } from './address.ts'
import type { Channel } from './channel.ts'
import { apply, find, findAll, getAttribute, listen, replaceMethod, setAttribute } from './natives.ts'
import { onRoot } from './shadow-roots.ts'

/** Browsers pass over controls and spaces before an address, and tabs and line ends within. */
const absolute = /^[\0- ]*([a-z][a-z\d+.\t\n\r-]*:|[\\/][\t\n\r]*[\\/])/i
const longestHref: Limits['href'] = 300
/** Schemes that show or run something in the frame itself. */
const staysHere = /^(about|blob|data|file|javascript):/

type Teller = Pick<Channel, 'send'>

/** Guards clicks of the page now in this document; the frame itself can never be led elsewhere. */
export function guardLinks(channel: Teller, onClick: (event: MouseEvent) => void = openBeside): void {
  const begin = (event: MouseEvent) => keepWithin(event) || onClick(event)
  const end = (event: MouseEvent) => stopDeadLink(event, channel)
  listenToClicks(begin, true)
  listenToClicks(end)
  const both = (event: MouseEvent) => {
    begin(event)
    end(event)
  }
  const guard = (part: HTMLElement | ShadowRoot) => part.addEventListener('click', both as EventListener)
  // The window does not see what is clicked within a closed root, or by a script where it stands in no document.
  onRoot(root => root.mode === 'closed' && guard(root))
  replaceMethod(HTMLElement.prototype, 'click', (native, element) => {
    if (!element.isConnected) guard(element)
    apply(native, element, [])
  })
}

/** Listens to clicks of every button of the pointer. */
export function listenToClicks(listener: (event: MouseEvent) => void, capture?: boolean): void {
  for (const name of ['click', 'auxclick'] as const) listen(name, listener, capture)
}

/** Forms that lead elsewhere open beside; those without an address of their own show the page again. */
export function guardForms(channel: Teller): void {
  const guard = (event: SubmitEvent) => {
    const { target, submitter } = event
    if (
      target instanceof HTMLFormElement &&
      !event.defaultPrevented &&
      handleForm(target, submitter, channel)
    )
      event.preventDefault()
  }
  listen('submit', guard)
  onRoot(root => root.addEventListener('submit', guard as EventListener))
  replaceMethod(HTMLFormElement.prototype, 'submit', (native, form) => {
    if (!form.isConnected || !handleForm(form, null, channel)) apply(native, form, [])
  })
}

/** The link that was clicked, and where it leads. */
export function linkOf(event: Event): [link: Element, href: string] | [] {
  for (const node of event.composedPath())
    if (node instanceof Element && /^(a|area)$/.test(node.localName)) {
      const href = node.getAttribute('href') ?? node.getAttribute('xlink:href')
      if (href !== null) return [node, href]
    }
  return []
}

function openBeside(event: Event): void {
  const [link, href] = linkOf(event)
  if (
    !link ||
    !leadsBeside(href!) ||
    link.hasAttribute('download') ||
    isFrameName(targetOf(link.getAttribute('target')))
  )
    return
  link.setAttribute('target', '_blank')
  ;(link as HTMLAnchorElement).relList?.add('noopener')
}

/** Whether the link leads nowhere else, whatever `target` it or the page's `base` names. */
function keepWithin(event: Event): boolean {
  const [link, href] = linkOf(event)
  if (!link || (absolute.test(href!) && ownAddress(href!) === null)) return false
  // Routers pass over a link that names a window.
  if (targetOf(link.getAttribute('target'))) link.setAttribute('target', '_self')
  return true
}

/** A fragment stays, however it is clicked. */
function stopDeadLink(event: MouseEvent, channel: Teller): void {
  const [, href] = linkOf(event)
  if (href == null || event.defaultPrevented || event.button > 1) return
  const address = ownAddress(href)
  if (address !== null && isFragment(address) && !asksForWindow(event)) return
  if (stayWithin(href, channel)) event.preventDefault()
}

/** Follows an address of the page itself. A neighbour of the file was never published: the shell says why it leads nowhere. False for any other. */
export function stayWithin(href: string, channel: Teller): boolean {
  const address = ownAddress(href)
  if (address === null) return stopNeighbour(href, channel)
  goTo(address, channel)
  return true
}

function stopNeighbour(href: string, channel: Teller): boolean {
  if (absolute.test(href)) return false
  channel.send({ type: 'dead-link', href: href.slice(0, longestHref) })
  return true
}

/** Whether it leads out of the frame, to another host or to a program of the reader's. */
export const leadsBeside = (href: string): boolean => absolute.test(href) && !staysHere.test(parsed(href))

export const asksForWindow = ({ button, ctrlKey, metaKey, shiftKey }: MouseEvent): boolean =>
  button === 1 || ctrlKey || metaKey || shiftKey

/** The window that the link or form names, or else the page for all of them. */
const targetOf = (own: string | null | undefined): string | null | undefined =>
  own ?? find('base[target]')?.getAttribute('target')

/** Whether the page has a frame of this name: what leads there is left to the browser. */
export const isFrameName = (name: unknown): boolean =>
  name !== '' && [...findAll('iframe')].some(frame => frame.name === name)

/**
 * Decides what a form does that is sent; what the button says goes before what the form says. True where the browser is not to send
 * it: one at the page's own address shows the page again, one at a neighbour of the file does nothing. Another site opens beside.
 */
export function handleForm(form: HTMLFormElement, submitter: HTMLElement | null, channel: Teller): boolean {
  const given = (name: string) => formSays(form, submitter, name)
  const action = given('action') ?? ''
  const method = given('method')?.toLowerCase()
  if (method === 'dialog' || isFrameName(targetOf(given('target')))) return false
  if (leadsBeside(action)) {
    apply(setAttribute, form, ['target', '_blank'])
    submitter?.setAttribute('formtarget', '_blank')
  }
  const address = ownAddress(action)
  if (address === null) return stopNeighbour(action, channel)
  if (method !== 'post') goTo(`?${queryOf(form, submitter)}`, channel)
  return true
}

/** An attribute of the form, or of the button that sends it; a control of any name leaves the form's own methods alone here. */
export const formSays = (form: HTMLFormElement, submitter: HTMLElement | null, name: string): string | null =>
  submitter?.getAttribute(`form${name}`) ?? apply(getAttribute, form, [name])

/** Of a file that was chosen only the name, as a browser sends it with GET. */
const queryOf = (form: HTMLFormElement, submitter: HTMLElement | null): URLSearchParams =>
  new URLSearchParams(
    [...new FormData(form, submitter)].map(([name, value]) => [
      name,
      typeof value === 'string' ? value : value.name,
    ]),
  )
