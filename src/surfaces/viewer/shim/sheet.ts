// Shows a document in a sheet over the page: a modal dialog in a closed root, with the document in a frame of its own.

import { append, apply, make, remove } from './natives.ts'

/** Events of the document: it has loaded, its print dialog is done, or the sheet is there no more. */
type Listener = (what: 'load' | 'afterprint' | 'closed') => void

/** The sheet that shows one document; it does nothing more once another one is shown. */
export interface Shown {
  /** Prints the document alone, once it has loaded. */
  print(): void
  /** Takes it away, after a print dialog that is still to come. */
  close(): void
}

export type ShowSheet = (html: string, title: string, listener: Listener) => Shown

/** The script that runs now: it is the first one of the document, too, for what a frame without an origin lacks. */
const own = document.currentScript!.textContent
const { showModal, close } = HTMLDialogElement.prototype
const Pair = MessageChannel

/** Marks that turn the reading order. */
const turning = /\p{Bidi_C}/gu

/** Makes the sheet before the first script of the page, so that the page never sees the root. */
export function makeSheet(style: CSSStyleSheet): ShowSheet {
  const host = make('recto-sheet')
  const root = host.attachShadow({ mode: 'closed' })
  root.adoptedStyleSheets = [style]
  const dialog = make('dialog')
  const button = make('button')
  button.textContent = 'Close'
  dialog.append(button)
  root.append(dialog)
  let end = () => {}
  const closeSheet = () => apply(close, dialog, [])
  button.onclick = closeSheet
  dialog.onclose = () => {
    end()
    apply(remove, host, [])
  }

  return (html, title, listener) => {
    end()
    const frame = make('iframe')
    // A message sent before the document has loaded waits in the port.
    const { port1: port, port2 } = new Pair()
    let prints = 0
    let isClosing = false
    const isShown = () => frame.isConnected
    frame.title = dialog.ariaLabel = title.replace(turning, '') || 'New window'
    frame.srcdoc = `<!doctype html><script data-inner=1>${own}</script>${html}`
    port.onmessage = ({ data }) => {
      if (data === 'afterprint') {
        prints--
        listener(data)
      }
      if (isShown() && (data === 'close' || (isClosing && prints === 0))) closeSheet()
    }
    frame.onload = () => {
      frame.onload = null
      frame.contentWindow!.postMessage('', '*', [port2])
      listener('load')
    }
    end = () => {
      apply(remove, frame, [])
      end = () => {}
      listener('closed')
    }
    apply(append, dialog, [frame])
    if (!host.isConnected) apply(append, document.documentElement, [host])
    if (!dialog.open) apply(showModal, dialog, [])
    return {
      print: () => {
        prints++
        port.postMessage('print')
      },
      close: () => {
        isClosing = true
        if (prints === 0 && isShown()) closeSheet()
      },
    }
  }
}
