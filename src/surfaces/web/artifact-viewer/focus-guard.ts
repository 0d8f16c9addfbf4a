// The keyboard stays with somebody who writes: a page that takes the focus by itself has to give it back.

/** Milliseconds for which a press inside the page accounts for the focus there. */
const PRESS = 1000

/** Milliseconds by which word of that press may come later than the focus went. Where no pointer is over a frame there was none. */
const LATE = 60

/** Times within a second; a page that tries more often does it on purpose. */
const TRIES = 3

const fields = 'input, textarea, select, [contenteditable=true]'

/** Times at which a page took the focus lately. */
let taken: number[] = []
/** The field that has just lost the focus, and when. */
let left: { field: HTMLElement; at: number } | null = null
let pressedAt = Number.NEGATIVE_INFINITY
/** The last key leads out of the field. */
let leads = false

/** Call it once on a page with frames and fields of ours; `putAway` ends the page that goes on taking the focus. */
export function guardFocus(putAway: () => void): void {
  document.addEventListener('keydown', onKey, true)
  document.addEventListener('focusin', onEntered, true)
  document.addEventListener('focusout', onLeft, true)
  addEventListener('blur', () => onBlur(putAway))
}

/** The frame says that the reader pressed inside the page; the browser must know of it too. */
export function pressedInside(): void {
  if (navigator.userActivation?.isActive !== false) pressedAt = performance.now()
}

const onKey = ({ key }: KeyboardEvent): void => {
  leads = key === 'Tab' || key === 'F6'
}

/** Forgets what led away earlier: it does not account for what comes now. */
function onEntered(): void {
  leads = false
  pressedAt = Number.NEGATIVE_INFINITY
}

function onLeft(event: FocusEvent): void {
  const [target] = event.composedPath()
  left = isField(target) ? { field: target, at: performance.now() } : null
}

const isField = (target: unknown): target is HTMLElement =>
  target instanceof HTMLElement && target.matches(fields)

/** The focus went from a field into a frame, or into another window: Firefox tells which only after the event. */
function onBlur(putAway: () => void): void {
  const field = fieldLeft()
  if (!field || leads || isPressed()) return
  setTimeout(
    () => {
      if (isPressed() || !document.hasFocus()) return
      const now = performance.now()
      taken = [...taken.filter(at => now - at < 1000), now]
      if (taken.length > TRIES) {
        taken = []
        putAway()
      }
      // A field that the browser takes for focused all the same is not focused again.
      field.blur()
      field.focus({ preventScroll: true })
    },
    isPointedAt() ? LATE : 0,
  )
}

/** Tells whether the reader may have pressed in a frame: touch leaves no pointer behind. */
const isPointedAt = (): boolean =>
  document.querySelector('iframe:hover') !== null || !matchMedia('(hover: hover)').matches

const isPressed = (): boolean => performance.now() - pressedAt < PRESS

/** The field that lost the focus to a frame, or seems to have it still. */
function fieldLeft(): HTMLElement | null {
  const active = document.activeElement
  const inner = active?.shadowRoot?.activeElement ?? active
  if (isField(inner)) return inner
  return left && performance.now() - left.at < 100 ? left.field : null
}
