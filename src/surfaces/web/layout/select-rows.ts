// On touch a long press on a row of a list selects it, and while some are selected a tap selects another or lets it go.

/** Milliseconds: shorter than the browsers' own long press, which opens the menu of a link. */
const HOLD = 450

/** Pixels that a finger at rest may move. */
const STILL = 10

interface Press {
  box: HTMLInputElement
  x: number
  y: number
  timer: ReturnType<typeof setTimeout>
}

/** While a finger lies on a row. */
let press: Press | null = null
/** The finger selected, so what the browser makes of its press is not meant. */
let isHeld = false
let isTouch = false

/** The box of the row that was touched, apart from what can be pressed in the row by itself. */
function boxAt({ target }: Event): HTMLInputElement | null {
  if (!(target instanceof Element) || target.closest('button, input, a:not(.row-link), [popover]'))
    return null
  return (
    target.closest('.row')?.querySelector<HTMLInputElement>(':scope > input[type=checkbox]:enabled') ?? null
  )
}

function lift(): void {
  clearTimeout(press?.timer)
  press = null
}

function hold(): void {
  if (!press) return
  isHeld = true
  press.box.checked = true
  lift()
}

document.addEventListener('pointerdown', event => {
  lift()
  isHeld = false
  isTouch = event.pointerType === 'touch'
  const box = isTouch && event.isPrimary ? boxAt(event) : null
  if (box) press = { box, x: event.clientX, y: event.clientY, timer: setTimeout(hold, HOLD) }
})
document.addEventListener('pointermove', ({ clientX, clientY }) => {
  if (press && Math.hypot(clientX - press.x, clientY - press.y) > STILL) lift()
})
document.addEventListener('pointerup', lift)
document.addEventListener('pointercancel', lift)

for (const name of ['contextmenu', 'dragstart'])
  document.addEventListener(name, event => {
    hold()
    if (isHeld) event.preventDefault()
  })

document.addEventListener('click', event => {
  const box = isTouch ? boxAt(event) : null
  if (isHeld) event.preventDefault()
  else if (box?.closest('.rows')?.querySelector('.row > input:checked')) {
    event.preventDefault()
    box.checked = !box.checked
  }
  isHeld = false
})
