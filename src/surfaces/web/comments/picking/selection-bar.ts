// The bar that appears when words of the page are selected: outside the frame, so that no page can cover or press it.

import { element } from '../../artifact-viewer/notice.ts'
import { shortened } from '../subject.ts'

export interface SelectionBar {
  /** Shows the words with a button; null takes it away. */
  offer(words: string | null): void
  /** Asks for words, until some are selected or it is left. */
  ask(what: string): void
}

interface Choices {
  /** Word of the button, as of now. */
  action(): string
  chosen(): void
  left(): void
}

/** Hidden until there is something to offer. */
export function selectionBar({ action, chosen, left }: Choices): SelectionBar {
  const words = element('p', { className: 'selected-words', dir: 'auto' })
  const choose = element('button', { type: 'button', className: 'button primary' })
  const leave = element('button', { type: 'button', className: 'button', textContent: 'Cancel' })
  const bar = element('section', { className: 'selection-bar', hidden: true }, [words, choose, leave])
  bar.setAttribute('aria-label', 'Selected words')
  choose.addEventListener('click', chosen)
  leave.addEventListener('click', left)
  bar.addEventListener('keydown', event => event.key === 'Escape' && left())
  document.body.append(bar)
  const show = (text: string, isChosen: boolean) => {
    words.textContent = text
    choose.textContent = action()
    choose.hidden = !isChosen
    bar.hidden = false
  }
  return {
    offer(text) {
      if (text === null) bar.hidden = true
      else show(`“${shortened(text, 80)}”`, true)
    },
    ask: what => show(what, false),
  }
}
