// A round button or a bar at the end of selected words: outside the frame, so that no page can cover or press it.

import { element } from '../../layout/element.ts'
import { shapes } from '../../layout/icon-shapes.ts'
import { subjectWords } from '../../words/comment-subject.ts'
import { shortened } from '../shortened.ts'

/** A place in the window, in pixels: where a bar begins, and where it has to end. */
export interface BarPlace {
  x: number
  end: number
  y: number
}

export interface SelectionBar {
  /** Shows the words with a button; null takes it away. With `y` a mouse finds the button there, in pixels of the window. */
  offer(words: string | null, y?: number): void
  /** Says why nothing is selected, beside what that is about; with a button where that can be commented on as a whole. */
  explain(why: string, place: BarPlace, canChoose: boolean): void
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
  const leave = element('button', { type: 'button', className: 'button', textContent: subjectWords.cancel })
  const bar = element('section', { className: 'selection-bar', hidden: true }, [words, choose, leave])
  bar.setAttribute('aria-label', subjectWords.selected)
  choose.addEventListener('click', chosen)
  leave.addEventListener('click', left)
  bar.addEventListener('keydown', event => event.key === 'Escape' && left())
  // There before it says anything: screen readers say what changes in it.
  const said = element('p', { className: 'visually-hidden' })
  said.setAttribute('role', 'status')
  document.body.append(bar, said)
  const show = (text: string, isChosen: boolean, y?: number) => {
    words.textContent = text
    said.textContent = ''
    choose.replaceChildren(commentIcon(), element('span', { textContent: action() }))
    bar.classList.toggle('at-words', y !== undefined)
    bar.classList.remove('at-frame')
    bar.style.setProperty('--y', `${y ?? 0}px`)
    choose.hidden = !isChosen
    bar.hidden = false
  }
  return {
    offer(text, y) {
      if (text === null) bar.hidden = true
      else show(`“${shortened(text, 80)}”`, true, y)
    },
    explain(why, { x, end, y }, canChoose) {
      show(why, canChoose)
      said.textContent = why
      bar.classList.add('at-frame')
      bar.style.setProperty('--x', `${Math.max(0, Math.min(x, end - bar.offsetWidth))}px`)
      bar.style.setProperty('--y', `${y}px`)
    },
    ask: what => show(what, false),
  }
}

const svg = 'http://www.w3.org/2000/svg'

function commentIcon(): SVGElement {
  const [icon, path] = [document.createElementNS(svg, 'svg'), document.createElementNS(svg, 'path')]
  icon.setAttribute('class', 'icon')
  icon.setAttribute('viewBox', '0 0 24 24')
  icon.setAttribute('aria-hidden', 'true')
  path.setAttribute('d', shapes.comment)
  icon.append(path)
  return icon
}
