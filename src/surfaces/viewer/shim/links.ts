// Links and forms of the page: fragments stay inside, its own address shows it again, other addresses open beside, and what is not there goes nowhere.

import type { Limits } from '../protocol.ts'
import { goTo, isFragment, ownAddress } from './address.ts'
import type { Channel } from './channel.ts'
import { listen } from './natives.ts'

const absolute = /^(?:[a-z][a-z0-9+.-]*:|\/\/)/i
const longestHref: Limits['href'] = 300
const opensBeside = /^(?:https?:|mailto:|\/\/)/i

/** Guards clicks of the page now in this document; the frame itself can never be led elsewhere. */
export function guardLinks(
  channel: Pick<Channel, 'send'>,
  onClick: (event: MouseEvent) => void = openBeside,
): void {
  for (const name of ['click', 'auxclick'] as const) {
    listen(name, event => keepWithin(event) || onClick(event), true)
    listen(name, event => stopDeadLink(event, channel))
  }
}

/** Forms that lead elsewhere open beside; those without an address of their own show the page again. */
export const guardForms = (channel: Pick<Channel, 'send'>): void =>
  listen('submit', event => guardForm(event, channel))

/** The link that was clicked, and where it leads. */
export function linkOf(event: Event): [link: Element, href: string] | null {
  for (const node of event.composedPath())
    if (node instanceof Element && /^(a|area)$/.test(node.localName)) {
      const href = node.getAttribute('href') ?? node.getAttribute('xlink:href')
      if (href !== null) return [node, href.trim()]
    }
  return null
}

function openBeside(event: Event): void {
  const [link, href] = linkOf(event) ?? []
  if (!link || !opensBeside.test(href!) || link.hasAttribute('download')) return
  link.setAttribute('target', '_blank')
  ;(link as HTMLAnchorElement).relList?.add('noopener')
}

/** Whether the link leads nowhere else, whatever `target` it or the page's `base` names. */
function keepWithin(event: Event): boolean {
  const [link, href] = linkOf(event) ?? []
  if (!link || (absolute.test(href!) && ownAddress(href!) === null)) return false
  link.setAttribute('target', '_self')
  return true
}

/** A fragment stays, however it is clicked. A link to a neighbour of the file, which was never published, leads nowhere: the shell says why. */
function stopDeadLink(event: MouseEvent, channel: Pick<Channel, 'send'>): void {
  const [, href] = linkOf(event) ?? []
  if (href == null || event.defaultPrevented || event.button > 1) return
  const address = ownAddress(href)
  if (address === null && absolute.test(href)) return
  if (address !== null && isFragment(address) && !asksForWindow(event)) return
  event.preventDefault()
  if (address === null) channel.send({ type: 'dead-link', href: href.slice(0, longestHref) })
  else goTo(address, channel)
}

export const asksForWindow = ({ button, ctrlKey, metaKey, shiftKey }: MouseEvent): boolean =>
  button === 1 || ctrlKey || metaKey || shiftKey

function guardForm(event: SubmitEvent, channel: Pick<Channel, 'send'>): void {
  const { target: form, submitter } = event
  if (!(form instanceof HTMLFormElement) || event.defaultPrevented) return
  const given = (name: string) => submitter?.getAttribute(`form${name}`) ?? form.getAttribute(name) ?? ''
  const action = given('action').trim()
  const method = given('method').toLowerCase()
  if (method === 'dialog') return
  const isOwn = ownAddress(action) !== null
  if (isOwn || !absolute.test(action)) event.preventDefault()
  else if (opensBeside.test(action)) form.setAttribute('target', '_blank')
  if (isOwn && method !== 'post') goTo(`?${queryOf(form, submitter)}`, channel)
}

/** Of a file that was chosen only the name, as a browser sends it with GET. */
const queryOf = (form: HTMLFormElement, submitter: HTMLElement | null): URLSearchParams =>
  new URLSearchParams(
    [...new FormData(form, submitter)].map(([name, value]) => [
      name,
      typeof value === 'string' ? value : value.name,
    ]),
  )
