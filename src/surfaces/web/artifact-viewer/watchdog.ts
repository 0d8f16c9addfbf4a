// Notices a page that hangs, and offers to stop it.

import { element } from '../layout/element.ts'
import { viewerWords } from '../words/viewer.ts'
import type { PageFrame } from './page-frame.ts'

const every = 1000
/** Unanswered calls before the offer: about five seconds in which this tab itself was awake. */
const patience = 5

/** Watches until the function returned is called. `stop` is what the reader's click does. */
export function startWatchdog(frame: PageFrame, stop: () => void, sheet: HTMLElement): () => void {
  let unanswered = 0
  let offer: HTMLElement | null = null
  const withdraw = () => {
    unanswered = 0
    offer?.remove()
    offer = null
  }
  frame.on('pong', withdraw)
  const timer = setInterval(() => {
    if (document.hidden) return
    unanswered += 1
    frame.send({ type: 'ping' })
    if (unanswered <= patience || offer) return
    offer = stopOffer(stop, withdraw)
    sheet.append(offer)
  }, every)
  return () => {
    clearInterval(timer)
    withdraw()
  }
}

function stopOffer(stop: () => void, wait: () => void): HTMLElement {
  const stopButton = element('button', {
    className: 'button primary',
    type: 'button',
    textContent: viewerWords.stop,
  })
  const waitButton = element('button', { className: 'button', type: 'button', textContent: viewerWords.wait })
  stopButton.addEventListener('click', stop)
  waitButton.addEventListener('click', wait)
  const bar = element('div', { className: 'stop-offer' }, [
    element('p', { textContent: viewerWords.noAnswer }),
    stopButton,
    waitButton,
  ])
  bar.setAttribute('role', 'alert')
  return bar
}
