// Raises each toast above all else, and empties it after six seconds, whoever wrote it; while hovered or focused it stays.

import { raise } from './top-layer.ts'

/** Milliseconds. */
const STAYS = 6000

const leaving = new Map<Element, ReturnType<typeof setTimeout>>()

function wait(toast: Element): void {
  clearTimeout(leaving.get(toast))
  if (toast.textContent === '' || toast.matches(':hover, :focus-within')) return
  leaving.set(
    toast,
    setTimeout(() => toast.replaceChildren(), STAYS),
  )
}

for (const toast of document.querySelectorAll<HTMLElement>('.toast')) {
  const again = () => wait(toast)
  const said = () => {
    if (toast.textContent !== '') raise(toast)
    again()
  }
  new MutationObserver(said).observe(toast, { childList: true, characterData: true, subtree: true })
  for (const type of ['pointerenter', 'pointerleave', 'focusin', 'focusout'])
    toast.addEventListener(type, again)
  again()
}
