// F6: the parts of the page, one after the other.

const header = () => document.querySelector<HTMLElement>('.page-header a, .page-header button')
const page = () => document.querySelector<HTMLElement>('.page-frame, .notice')
const comments = () => document.querySelector<HTMLElement>('#comments:not([hidden]) h2')

/** Moves the focus to the next part that is there; from nowhere to the first. */
export function nextRegion(backwards: boolean): boolean {
  const parts = [header(), page(), comments()].filter(part => part !== null)
  const here = parts.findIndex(part => regionOf(part).contains(document.activeElement))
  const step = backwards ? -1 : 1
  const next = here === -1 ? 0 : (here + step + parts.length) % parts.length
  const part = parts[next]
  if (part instanceof HTMLIFrameElement) focusFrame(part)
  else part?.focus()
  return parts.length > 0
}

const regionOf = (part: HTMLElement): Element => part.closest('.page-header, main, #comments')!

/** Firefox lets the focus enter a frame of another site only when the event of the key is over. */
const focusFrame = (frame: HTMLIFrameElement) => setTimeout(() => frame.focus())
