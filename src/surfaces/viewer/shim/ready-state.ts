// Keeps `document.readyState` what it is on a served page: a document that a script closes calls itself complete too early.

/** From `document.open()` on: "interactive" until the load event, whatever deferred scripts are still on their way. */
export function keepReadyState(): void {
  const real = Object.getOwnPropertyDescriptor(Document.prototype, 'readyState')!.get!
  const early = () => real.call(document) === 'complete'
  Object.defineProperty(document, 'readyState', {
    configurable: true,
    get: () => (early() ? 'interactive' : real.call(document)),
  })
  const holdBack = (event: Event) => {
    if (event.target === document && early()) event.stopImmediatePropagation()
  }
  const complete = () => {
    removeEventListener('readystatechange', holdBack, true)
    removeEventListener('load', complete)
    Reflect.deleteProperty(document, 'readyState')
    document.dispatchEvent(new Event('readystatechange'))
  }
  addEventListener('readystatechange', holdBack, true)
  addEventListener('load', complete)
}
