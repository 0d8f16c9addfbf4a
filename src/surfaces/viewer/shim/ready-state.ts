// Keeps `document.readyState` what it is on a served page: a document that a script closes calls itself complete too early.

import { deleteProperty, getterOf, listen } from './natives.ts'

/** From `document.open()` on: "interactive" until the load event, whatever deferred scripts are still on their way. */
export function keepReadyState(): void {
  const real = getterOf(Document.prototype, 'readyState')
  const early = () => real.call(document) === 'complete'
  let isHeldBack = true
  Object.defineProperty(document, 'readyState', {
    configurable: true,
    get: () => (early() ? 'interactive' : real.call(document)),
  })
  const holdBack = (event: Event) => {
    if (isHeldBack && event.target === document && early()) event.stopImmediatePropagation()
  }
  const complete = () => {
    if (!isHeldBack) return
    isHeldBack = false
    deleteProperty(document, 'readyState')
    document.dispatchEvent(new Event('readystatechange'))
  }
  listen('readystatechange', holdBack, true)
  listen('load', complete)
}
