// The question before a link of a closed page opens: its address may carry away what the reader read or typed.

import type { JSX } from 'preact'
import type { Limits } from '../../viewer/protocol.ts'
import { modal } from '../layout/modal.tsx'
import { viewerWords } from '../words/viewer.ts'
import type { PageFrame } from './page-frame.ts'

const longestLink: Limits['link'] = 4000

/** Milliseconds for which a click on the dialog that has just opened does not count: it was meant for the page. */
const SETTLING = 500

const { dialog, open } = modal('dialog', '#link-question-title')
dialog.setAttribute('aria-describedby', 'link-question-words')

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
  if (dialog.open) return
  dialog.onclose = () => page.focus()
  open(<LinkQuestion address={address} />)
  settle()
  dialog.querySelector('button')!.focus()
}

const LinkQuestion = ({ address }: { address: URL }): JSX.Element => (
  <>
    <h2 id="link-question-title">{viewerWords.askLink}</h2>
    <p id="link-question-words">{viewerWords.linkLeads(placeOf(address))}</p>
    {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for controls of a form */}
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long address scrolls, and the keyboard scrolls only what it reaches */}
    <p class="link-address" dir="ltr" role="group" tabIndex={0} aria-label={viewerWords.address}>
      {address.href}
    </p>
    <p class="actions">
      <button type="button" class="button" onClick={() => dialog.close()}>
        {viewerWords.cancel}
      </button>
      <a
        class="button primary"
        href={address.href}
        target="_blank"
        rel="noopener noreferrer"
        // The browser follows the link first.
        onClick={() => setTimeout(() => dialog.close())}
      >
        {viewerWords.openLink}
      </a>
    </p>
  </>
)

/** Lets no early click open the link, or close the question from beside it. */
function settle(): void {
  const stop = (event: MouseEvent) => {
    if (event.target instanceof HTMLButtonElement) return
    event.preventDefault()
    event.stopPropagation()
  }
  dialog.addEventListener('click', stop, true)
  setTimeout(() => dialog.removeEventListener('click', stop, true), SETTLING)
}

/** Returns the name that a reader would give the link's target. */
const placeOf = ({ protocol, host }: URL): string =>
  protocol === 'mailto:' ? viewerWords.mailProgram : protocol === 'tel:' ? viewerWords.phone : host
