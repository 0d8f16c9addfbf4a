// The first script in the document of a sheet: it prints and closes it when the page around it asks, or the reader does.

import { print } from './natives.ts'

/** Listens for the one message of the page around it, which brings the port. */
export function followSheet(): void {
  document.currentScript!.remove()
  const onPort = (event: MessageEvent) => {
    const port = event.ports[0]
    if (event.source !== parent || !port) return
    removeEventListener('message', onPort, true)
    event.stopImmediatePropagation()
    const close = () => port.postMessage('close')
    window.close = close
    addEventListener('keydown', ({ key, defaultPrevented }) => {
      if (key === 'Escape' && !defaultPrevented) close()
    })
    port.onmessage = () => {
      print()
      port.postMessage('afterprint')
    }
  }
  addEventListener('message', onPort, true)
}
