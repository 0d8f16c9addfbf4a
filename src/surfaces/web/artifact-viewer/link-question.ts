// The question before a link of a closed page opens: its address may carry away what the reader read or typed.

import type { Limits } from '../../viewer/protocol.ts'
import { viewerWords } from '../words/viewer.ts'
import { element } from './notice.ts'
import type { PageFrame } from './page-frame.ts'

const longestLink: Limits['link'] = 4000

/** Milliseconds for which a click on the dialog that has just opened does not count: it was meant for the page. */
const SETTLING = 500

/**
 * Asks, unless a question stands already. The reader's own click on "Open link" opens it, in a tab without a way back to this one.
 * Afterwards the focus is in the page again, where Firefox would leave it nowhere.
 */
export function askToOpen(href: string, { element: page }: PageFrame, say: (text: string) => void): void {
  if (href.length > longestLink) {
    say(viewerWords.longLink)
    return
  }
  const address = URL.parse(href, href.startsWith('//') ? location.href : undefined)
  if (!address || !/^(?:https?|mailto|tel):$/.test(address.protocol)) {
    say(viewerWords.otherLink)
    return
  }
  if (document.querySelector('#link-question')) return
  const dialog = document.body.appendChild(questionDialog(address))
  dialog.addEventListener('close', () => {
    dialog.remove()
    page.focus()
  })
  dialog.showModal()
}

function questionDialog(address: URL): HTMLDialogElement {
  const title = element('h2', { id: 'link-question-title', textContent: viewerWords.askLink })
  const words = element('p', {
    id: 'link-question-words',
    textContent: viewerWords.linkLeads(placeOf(address)),
  })
  const whole = element('p', { className: 'link-address', dir: 'ltr', textContent: address.href })
  whole.tabIndex = 0
  whole.role = 'group'
  whole.ariaLabel = viewerWords.address
  const dialog = element('dialog', { id: 'link-question', className: 'dialog' }, [title, words, whole])
  dialog.append(element('p', { className: 'actions' }, [cancelButton(dialog), openLink(address, dialog)]))
  dialog.setAttribute('aria-labelledby', title.id)
  dialog.setAttribute('aria-describedby', words.id)
  return dialog
}

/** Returns the name that a reader would give the link's target. */
const placeOf = ({ protocol, host }: URL): string =>
  protocol === 'mailto:' ? viewerWords.mailProgram : protocol === 'tel:' ? viewerWords.phone : host

function cancelButton(dialog: HTMLDialogElement): HTMLElement {
  const button = element('button', {
    type: 'button',
    className: 'button',
    textContent: viewerWords.cancel,
    autofocus: true,
  })
  button.addEventListener('click', () => dialog.close())
  return button
}

function openLink({ href }: URL, dialog: HTMLDialogElement): HTMLElement {
  const shown = performance.now()
  const link = element('a', { className: 'button primary', href, textContent: viewerWords.openLink })
  Object.assign(link, { target: '_blank', rel: 'noopener noreferrer' })
  link.addEventListener('click', event => {
    if (performance.now() - shown < SETTLING) event.preventDefault()
    // The browser follows the link first.
    else setTimeout(() => dialog.close())
  })
  return link
}
