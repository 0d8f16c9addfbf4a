// The quiet offer of a new version: one line above the sheet, spoken politely, in the way of nobody.

import { element } from '../layout/element.ts'
import { viewerWords } from '../words/viewer.ts'

export interface Newer {
  version: number
  /** The person who saved it; null where readers are not told. */
  by: string | null
}

export interface Offer {
  show(newer: Newer): void
}

/** Puts an empty line before what holds `sheet`; what is written into it later is spoken. `accept` is the reader's click. */
export function newVersionOffer(sheet: HTMLElement, accept: () => void): Offer {
  const words = element('p', {})
  words.setAttribute('role', 'status')
  const button = element('button', { className: 'button', type: 'button', textContent: viewerWords.show })
  const later = element('button', { className: 'button', type: 'button', textContent: viewerWords.notNow })
  const actions = element('div', { className: 'live-actions', hidden: true }, [button, later])
  const line = element('div', { className: 'live-offer' }, [words, actions])
  sheet.parentElement!.before(line)
  button.addEventListener('click', accept)
  later.addEventListener('click', () => {
    words.replaceChildren()
    actions.hidden = true
  })
  return {
    show({ version, by }) {
      const author = by === null ? [] : [' by ', element('bdi', { textContent: by })]
      words.replaceChildren(`Version ${version}`, ...author, ' is here.')
      actions.hidden = false
    },
  }
}
