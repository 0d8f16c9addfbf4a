// Notices that the page has open shadow roots, whose words are not in its own tree, and finds the root of an element.

import type { Channel } from './channel.ts'
import { apply, forEach, getterOf, replaceMethod } from './natives.ts'

const { includes } = String.prototype
const rootOf = getterOf(Element.prototype, 'shadowRoot')
/** A form's own property may be one of its fields. */
const parentOf = getterOf(Node.prototype, 'parentElement')
const declared = 'shadowrootmode'

let isUsed = false
const listeners: ((root: ShadowRoot) => void)[] = []

/** Returns its open shadow root; null for a closed one, as the page itself has it. */
export const openRootOf = (element: Element): ShadowRoot | null => apply(rootOf, element, [])

/** Tells whether to look for open roots at all: most pages have none, and are read without asking each element. */
export const mayHaveOpenRoots = (): boolean => isUsed

/** Calls the listener with each root that a script of the page attaches, open or closed. */
export const onRoot = (listener: (root: ShadowRoot) => void): void => void listeners.push(listener)

/** Call it before the page's first script, which sees a function as native as before. */
export function watchOpenRoots(channel: Channel): void {
  replaceMethod(Element.prototype, 'attachShadow', (native, element, given) => {
    const root = apply(native, element, given)
    if (openRootOf(element)) isUsed = true
    apply(forEach, listeners, [(listener: (root: ShadowRoot) => void) => listener(root)])
    return root
  })
  let end = ''
  channel.on('chunk', ({ html }) => {
    // The name may begin in one piece and end in the next.
    isUsed ||= apply(includes, end + html, [declared])
    end = html.slice(-declared.length)
  })
}

/** Returns the host of the shadow root that holds the node. */
export const hostOf = (node: Node): Element | undefined => (node.getRootNode() as Partial<ShadowRoot>).host

/** Returns the element around the node: around the first nodes of a shadow root its host. */
export const parentAcross = (node: Node): Element | null | undefined =>
  apply(parentOf, node, []) ?? hostOf(node)

/** Opens what the node is folded away in: it would have no place to scroll to. */
export function openAround(node: Node): void {
  for (let at = parentAcross(node); at; at = parentAcross(at))
    if (at.matches('details')) (at as HTMLDetailsElement).open = true
}
