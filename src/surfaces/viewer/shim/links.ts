// Links of the page: fragments stay inside, other addresses open beside, and what is not there goes nowhere.

import type { Limits } from '../protocol.ts'
import type { Channel } from './channel.ts'

const absolute = /^(?:[a-z][a-z0-9+.-]*:|\/\/)/i
const longestHref: Limits['href'] = 300
const opensBeside = /^(?:https?:|mailto:|\/\/)/i

/** Guards clicks of the page now in this document; the frame itself can never be led elsewhere. */
export function guardLinks(
  channel: Pick<Channel, 'send'>,
  onClick: (event: MouseEvent) => void = openBeside,
): void {
  for (const name of ['click', 'auxclick'] as const) {
    addEventListener(name, keepWithin, true)
    addEventListener(name, onClick, true)
    addEventListener(name, event => stopDeadLink(event, channel))
  }
}

/** Forms that lead elsewhere open beside; others stay. */
export const guardForms = (): void => addEventListener('submit', guardForm)

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

const withoutFragment = (address: string): string => address.split('#', 1)[0]!

/** An address that is the document's own, which would show an empty frame in a window of its own. */
const isOwn = (href: string): boolean => withoutFragment(href) === withoutFragment(document.URL)

const leadsWithin = (href: string): boolean => href.startsWith('#') || isOwn(href)

/** Whatever `target` the link or the page's `base` names. */
function keepWithin(event: Event): void {
  const [link, href] = linkOf(event) ?? []
  if (link && (leadsWithin(href!) || !absolute.test(href!))) link.setAttribute('target', '_self')
}

/** A fragment stays, however it is clicked. A link to a neighbour of the file, which was never published, leads nowhere: the shell says why. */
function stopDeadLink(event: MouseEvent, channel: Pick<Channel, 'send'>): void {
  const [, href] = linkOf(event) ?? []
  if (href == null || event.defaultPrevented || event.button > 1) return
  const isWithin = leadsWithin(href)
  if (absolute.test(href) && !isWithin) return
  const fragment = isWithin ? href.slice(withoutFragment(href).length) : ''
  if (fragment && !asksForWindow(event)) return
  event.preventDefault()
  if (fragment) location.hash = fragment
  else if (href && !isWithin) channel.send({ type: 'dead-link', href: href.slice(0, longestHref) })
}

export const asksForWindow = ({ button, ctrlKey, metaKey, shiftKey }: MouseEvent): boolean =>
  button === 1 || ctrlKey || metaKey || shiftKey

function guardForm(event: SubmitEvent): void {
  const form = event.target
  if (!(form instanceof HTMLFormElement) || event.defaultPrevented) return
  const action = (event.submitter?.getAttribute('formaction') ?? form.getAttribute('action') ?? '').trim()
  if (form.getAttribute('method')?.toLowerCase() === 'dialog') return
  if (!absolute.test(action)) event.preventDefault()
  else if (opensBeside.test(action)) form.setAttribute('target', '_blank')
}
