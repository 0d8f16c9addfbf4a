// Pointing at a part of the page: begun by a press in the shell, led by its bar, and confirmed there or by a click in the page.

import { type Picked, type PickStep, pickSteps } from '../../../viewer/protocol.ts'
import { element } from '../viewer/notice.ts'
import type { PageFrame } from '../viewer/page-frame.ts'
import { wordsOfPicked } from './passage-form.ts'

export interface Picking {
  /** Lets the reader point; `action` is the word of the button that takes it. */
  begin(action: string, taken: (picked: Picked) => void): void
  end(): void
}

const keys: Record<string, PickStep> = {
  ArrowUp: 'wider',
  ArrowDown: 'narrower',
  ArrowRight: 'next',
  ArrowLeft: 'previous',
}

const labels: Record<PickStep, string> = {
  wider: 'Wider',
  narrower: 'Narrower',
  next: 'Next',
  previous: 'Previous',
}

const hint = 'Point at a part of the page. On a picture click a point, or drag over a region.'

/** What the frame says counts only between a press in the shell that begins it, and its end. */
export function followPicking(frame: PageFrame): Picking {
  document.querySelector('.pick-bar')?.remove()
  const said = element('p', { className: 'selected-words', dir: 'auto' })
  said.setAttribute('role', 'status')
  const take = element('button', { type: 'button', className: 'button primary' })
  const leave = element('button', { type: 'button', className: 'button', textContent: 'Cancel' })
  const steps = pickSteps.map(to => stepButton(to, () => frame.send({ type: 'step', to })))
  const bar = element('section', { className: 'selection-bar pick-bar', hidden: true }, [
    said,
    element('div', { className: 'pick-steps' }, steps),
    take,
    leave,
  ])
  bar.setAttribute('aria-label', 'Pointing at a part of the page')
  document.body.append(bar)

  let taken: ((picked: Picked) => void) | null = null
  let pointed: Picked | null = null
  let before: Element | null = null
  const show = (picked: Picked | null) => {
    pointed = picked
    const words = picked ? wordsOfPicked(picked) : hint
    if (said.textContent !== words) said.textContent = words
    take.setAttribute('aria-disabled', String(picked === null))
  }
  const end = () => {
    if (!taken) return
    taken = null
    bar.hidden = true
    frame.send({ type: 'pick', on: false })
  }
  const cancel = () => {
    end()
    if (before instanceof HTMLElement && before.isConnected) before.focus()
  }
  const choose = (picked: Picked | null) => {
    if (!taken || !picked) return
    const report = taken
    end()
    report(picked)
  }
  take.addEventListener('click', () => choose(pointed))
  leave.addEventListener('click', cancel)
  bar.addEventListener('keydown', event => {
    const to = keys[event.key]
    if (to) frame.send({ type: 'step', to })
    else if (event.key === 'Escape') cancel()
    else return
    event.preventDefault()
    event.stopPropagation()
  })
  frame.on('pointed', ({ picked }) => taken && show(picked))
  frame.on('picked', ({ picked }) => choose(picked))
  frame.on('pick-left', () => taken && cancel())
  return {
    begin(action, report) {
      before = document.activeElement
      taken = report
      take.textContent = action
      show(null)
      bar.hidden = false
      take.focus()
      frame.send({ type: 'pick', on: true })
    },
    end,
  }
}

function stepButton(to: PickStep, press: () => void): HTMLElement {
  const button = element('button', { type: 'button', className: 'tool', textContent: labels[to] })
  button.addEventListener('click', press)
  return button
}
