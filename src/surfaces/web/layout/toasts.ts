// What a toast says goes after six seconds, whoever wrote it there; under the hand or the focus it stays.

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

for (const toast of document.querySelectorAll('.toast')) {
  const again = () => wait(toast)
  new MutationObserver(again).observe(toast, { childList: true, characterData: true, subtree: true })
  for (const type of ['pointerenter', 'pointerleave', 'focusin', 'focusout'])
    toast.addEventListener(type, again)
  again()
}
