// What was written earlier in this browser and never saved, offered to its writer.

import { element } from '../artifact-viewer/notice.ts'
import { draftWords as words } from '../words/editor.ts'
import type { Draft } from './drafts.ts'
import type { EditorPage } from './editor-page.ts'
import { withTexts } from './editor-requests.ts'
import { press } from './ways-out.ts'

/** The card that offers a draft; `current` is the version that everybody sees. */
export function draftOffer(draft: Draft, current: number, on: { goOn(): void; drop(): void }): HTMLElement {
  const now = draft.base === current ? '' : words.current(current)
  const card = element('section', { className: 'editor-card' }, [
    element('h2', { textContent: words.title(moment(draft.at), draft.base, now) }),
    element('p', { textContent: words.lead }),
    element('p', { className: 'actions' }, [
      press(words.continue, on.goOn, 'button primary'),
      press(words.discard, on.drop),
    ]),
  ])
  card.setAttribute('role', 'status')
  return card
}

/** A draft's text, with the words in it that the server had not put there yet; rejects where it does not now. */
export const fullText = async (page: EditorPage, { text, waiting }: Draft): Promise<string> =>
  waiting ? withTexts(page, waiting.source, waiting.texts) : text

/** The time of today, the day of any other. */
function moment(at: number): string {
  const then = new Date(at)
  const time = then.toLocaleTimeString(undefined, { hour: '2-digit', minute: '2-digit' })
  if (then.toDateString() === new Date().toDateString()) return time
  return `${then.toLocaleDateString(undefined, { day: 'numeric', month: 'short' })}, ${time}`
}
