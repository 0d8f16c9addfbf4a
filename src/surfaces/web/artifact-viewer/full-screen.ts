// The page over the whole screen: our header hides, Esc leaves. Where the browser has no full screen the window is what there is.

import { element } from '../layout/element.ts'
import { viewerWords } from '../words/viewer.ts'

const root = document.documentElement

/** Goes there or comes back. */
function turnFullScreen(): void {
  if (root.dataset.full !== undefined) leave()
  else enter().catch(fillWindow)
}

/** Rejects where the browser refuses, or does not know how. */
const enter = async (): Promise<void> => root.requestFullscreen()

function fillWindow(): void {
  show(true)
  document.body.append(wayBack())
}

function leave(): void {
  if (document.fullscreenElement) document.exitFullscreen().catch(reportError)
  else show(false)
}

function show(full: boolean): void {
  if (full) root.dataset.full = ''
  else delete root.dataset.full
  document.querySelector('.leave-full')?.remove()
}

function wayBack(): HTMLElement {
  const button = element('button', {
    className: 'button leave-full',
    type: 'button',
    textContent: viewerWords.leaveFullScreen,
  })
  button.addEventListener('click', leave)
  return button
}

/** Listens to the entry of the menu and to `recto:key` of the keyboard. */
export function offerFullScreen(): void {
  document.addEventListener('click', ({ target }) => {
    if (target instanceof Element && target.closest('[data-full-screen]')) turnFullScreen()
  })
  document.addEventListener('recto:key', event => {
    if ((event as CustomEvent).detail !== 'full') return
    event.preventDefault()
    turnFullScreen()
  })
  document.addEventListener('fullscreenchange', () => show(document.fullscreenElement === root))
  document.addEventListener('keydown', ({ key }) => {
    if (key === 'Escape' && root.dataset.full !== undefined) leave()
  })
}
